package io.binnacle.server.resolve;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * Bounds and times of lookups.
 *
 * @param mostNames names of one group that are remembered, found or not; when there are more, names
 *     that nobody asks for any more and names that were not found are forgotten first, and then new
 *     ones are answered as absent
 * @param atOnce lookups of all groups that run at a time; others wait in line
 * @param perSecond lookups that the clients of one node id may cause on average; what is more is
 *     answered as unknown and looked up when {@code absentFor} is over
 * @param burst lookups that the clients of one node id may cause at once
 * @param timeout after which clients are answered without a result; one that comes later is taken
 *     all the same
 * @param foundFor how long a result is used before it is looked up again, while some client still
 *     asks for it
 * @param absentFor the same for absence and for failures
 */
public record ResolverOptions(
    int mostNames,
    int atOnce,
    double perSecond,
    int burst,
    Duration timeout,
    Duration foundFor,
    Duration absentFor) {

  /**
   * 10,000 names in a group, 64 lookups at a time, 50 a second and 1,000 at once by one node, 3 s
   * until clients are answered, results used for 5 minutes, absence for 30 s.
   */
  public static final ResolverOptions DEFAULTS =
      new ResolverOptions(
          10_000,
          64,
          50,
          1_000,
          Duration.ofSeconds(3),
          Duration.ofMinutes(5),
          Duration.ofSeconds(30));

  public ResolverOptions {
    requirePositive("mostNames", mostNames);
    requirePositive("atOnce", atOnce);
    requirePositive("perSecond", perSecond);
    requirePositive("burst", burst);
    requirePositive("timeout", requireNonNull(timeout, "timeout").toNanos());
    requirePositive("foundFor", requireNonNull(foundFor, "foundFor").toNanos());
    requirePositive("absentFor", requireNonNull(absentFor, "absentFor").toNanos());
  }

  private static void requirePositive(String what, Number value) {
    if (!(value.doubleValue() > 0)) {
      throw new IllegalArgumentException(what + " must be positive, and is " + value);
    }
  }

  /** These options with other bounds on names. */
  public ResolverOptions withNames(int most, int lookedUpAtOnce) {
    return new ResolverOptions(
        most, lookedUpAtOnce, perSecond, burst, timeout, foundFor, absentFor);
  }

  /** These options with another rate for one node. */
  public ResolverOptions withRate(double lookupsPerSecond, int lookupsAtOnce) {
    return new ResolverOptions(
        mostNames, atOnce, lookupsPerSecond, lookupsAtOnce, timeout, foundFor, absentFor);
  }

  /** These options with another time until clients are answered without a result. */
  public ResolverOptions withTimeout(Duration time) {
    return new ResolverOptions(mostNames, atOnce, perSecond, burst, time, foundFor, absentFor);
  }

  /** These options with other times for which results are used. */
  public ResolverOptions withTimesToLive(Duration found, Duration absent) {
    return new ResolverOptions(mostNames, atOnce, perSecond, burst, timeout, found, absent);
  }
}
