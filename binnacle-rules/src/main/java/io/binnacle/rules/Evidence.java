package io.binnacle.rules;

import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What was seen while one test ran: in which ways clients were served, and what was delivered in
 * them. Servers and sessions under test are watched by the helpers of the tests, which write it.
 *
 * <p>A helper takes {@link #ofThisTest} when it is made, and writes to that to its end: what a
 * server does late, while the next test runs, counts for the test that started it. To a test
 * belongs all that is made since the test before it ended, hence its fields too.
 *
 * <p>Threading: any thread may write. Tests of one JVM run one after the other.
 */
public final class Evidence {
  private static volatile Evidence current = new Evidence();

  private final Map<Delivery, Set<String>> types = new ConcurrentHashMap<>();

  private Evidence() {}

  /** Of the test that runs or is being prepared. */
  public static Evidence ofThisTest() {
    return current;
  }

  /** That of the test which ends; what comes belongs to the next one. */
  static Evidence endOfTest() {
    Evidence ended = current;
    current = new Evidence();
    return ended;
  }

  /** A client was served in this way. */
  public void served(Delivery how) {
    typesOf(how);
  }

  /**
   * A resource of this type went to a client in this way.
   *
   * @param type short name of table T; any other name stands for a type that is not in it
   */
  public void delivered(Delivery how, String type) {
    typesOf(how).add(type);
  }

  /** By the ways in which clients were served. */
  Map<Delivery, Set<String>> types() {
    Map<Delivery, Set<String>> copy = new EnumMap<>(Delivery.class);
    types.forEach((how, names) -> copy.put(how, new TreeSet<>(names)));
    return copy;
  }

  private Set<String> typesOf(Delivery how) {
    return types.computeIfAbsent(how, way -> ConcurrentHashMap.newKeySet());
  }
}
