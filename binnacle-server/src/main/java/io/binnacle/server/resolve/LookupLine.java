package io.binnacle.server.resolve;

import static java.util.Objects.requireNonNull;

import io.binnacle.core.resource.ResourceType;
import io.binnacle.server.internal.threads.Loop;
import io.grpc.Status;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The lookups that run and those that wait in line, so that only so many run at a time. Owned by
 * the thread of {@link Resolvers}.
 *
 * <p>A lookup that takes too long is given up and leaves its place; what it gives later is taken
 * all the same, unless a newer one of the name has begun.
 */
final class LookupLine {

  /** Takes what a lookup gave. */
  interface Taker {
    void take(Entry entry, Resolution result, long nanos);
  }

  private final Map<ResourceType, ResourceResolver> resolvers;
  private final ResolverOptions options;
  private final Loop loop;
  private final Taker ended;
  private final Consumer<Entry> gaveUp;
  private final Consumer<Entry> impatient;
  private final Deque<Entry> inLine = new ArrayDeque<>();
  private int running;

  /**
   * An empty line.
   *
   * @param gaveUp is notified of a lookup that runs for too long
   * @param impatient is notified of a name that is in the line or looked up for too long
   */
  LookupLine(
      Map<ResourceType, ResourceResolver> resolvers,
      ResolverOptions options,
      Loop loop,
      Taker ended,
      Consumer<Entry> gaveUp,
      Consumer<Entry> impatient) {
    this.resolvers = resolvers;
    this.options = options;
    this.loop = loop;
    this.ended = ended;
    this.gaveUp = gaveUp;
    this.impatient = impatient;
  }

  /** One more; there is none of this entry in the line. */
  void add(Entry entry) {
    entry.looking = true;
    entry.attempt++;
    entry.patience = loop.schedule(() -> patienceIsOver(entry), options.timeout().toNanos());
    inLine.add(entry);
    startNext();
  }

  /** Nothing is begun any more. */
  void close() {
    inLine.clear();
  }

  private void patienceIsOver(Entry entry) {
    entry.patience = null;
    impatient.accept(entry);
  }

  private void startNext() {
    while (running < options.atOnce() && !inLine.isEmpty()) {
      start(inLine.remove());
    }
  }

  private void start(Entry entry) {
    running++;
    entry.running = true;
    long attempt = entry.attempt;
    long startedAt = loop.now();
    entry.limit = loop.schedule(() -> giveUp(entry), options.timeout().toNanos());
    try {
      requireNonNull(resolvers.get(entry.lookup.type()))
          .resolve(entry.lookup)
          .whenComplete(
              (result, fault) -> loop.execute(() -> end(entry, attempt, startedAt, result, fault)));
    } catch (RuntimeException e) {
      loop.execute(() -> end(entry, attempt, startedAt, null, e));
    }
  }

  private void giveUp(Entry entry) {
    leave(entry);
    gaveUp.accept(entry);
    startNext();
  }

  private void leave(Entry entry) {
    running--;
    entry.running = false;
    entry.looking = false;
    entry.cancelTimers();
  }

  private void end(
      Entry entry,
      long attempt,
      long startedAt,
      @Nullable Resolution result,
      @Nullable Throwable fault) {
    if (entry.attempt != attempt) {
      return;
    }
    if (entry.running) {
      leave(entry);
    }
    ended.take(entry, checked(entry, result, fault), loop.now() - startedAt);
    startNext();
  }

  private static Resolution checked(
      Entry entry, @Nullable Resolution result, @Nullable Throwable fault) {
    if (fault != null) {
      boolean wrapped = fault instanceof CompletionException && fault.getCause() != null;
      return Resolution.failed(
          Status.Code.UNKNOWN, String.valueOf(wrapped ? fault.getCause() : fault));
    }
    if (result == null) {
      return Resolution.failed(Status.Code.INTERNAL, "the resolver gave null");
    }
    String wrong = Answers.wrong(entry.lookup, result);
    return wrong == null
        ? result
        : Resolution.failed(Status.Code.INTERNAL, "the resolver gave " + wrong);
  }
}
