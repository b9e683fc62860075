package io.binnacle.app.load;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** What all clients saw. Safe for all threads. */
final class Tally {

  /** Kinds are few; what a server invents beyond that is counted together. */
  private static final int MOST_KINDS = 100;

  private static final String OTHERS = "others";

  /**
   * Errors of one kind.
   *
   * @param example what the first one said
   */
  record Errors(LongAdder count, String example) {}

  final LongAdder opened = new LongAdder();
  final LongAdder ready = new LongAdder();
  final LongAdder answered = new LongAdder();
  final LongAdder live = new LongAdder();
  final LongAdder lost = new LongAdder();
  final LongAdder requests = new LongAdder();
  final LongAdder responses = new LongAdder();
  final LongAdder resources = new LongAdder();
  final LongAdder bytes = new LongAdder();
  final LongAdder rejected = new LongAdder();

  /** From the first opening of a stream until every type on it was answered. */
  final Histogram firstAnswers = new Histogram();

  /** The same of streams that were opened again. */
  final Histogram answersAgain = new Histogram();

  final Convergence convergence = new Convergence();

  private final Map<String, Errors> errors = new ConcurrentHashMap<>();

  /** Counts an error. */
  void error(String kind, String example) {
    Errors known = errors.get(kind);
    if (known == null) {
      String counted = errors.size() < MOST_KINDS ? kind : OTHERS;
      known = errors.computeIfAbsent(counted, k -> new Errors(new LongAdder(), example));
    }
    known.count.increment();
  }

  long errors() {
    return errors.values().stream().mapToLong(each -> each.count.sum()).sum();
  }

  /** By kind. */
  Map<String, Errors> errorsByKind() {
    return new TreeMap<>(errors);
  }
}
