package io.binnacle.core.server;

import static java.util.Objects.requireNonNull;

/**
 * What an operator can set for sessions. The defaults are those of the rules.
 *
 * @param controlPlaneIdentifier {@code control_plane.identifier} of every response (T-4)
 * @param responseSizeBudget bytes above which a response is split (D-11)
 * @param maxNamesPerSubscription names of one type on one stream (B-3)
 * @param maxTypesPerStream types on one ADS stream (B-3)
 * @param fullSetOfPartialTypes SotW responses of partial types hold all that is subscribed, not
 *     only what changed (S-10)
 * @param announceAbsenceToEnvoy restores D-4 and D-5 where D-18 keeps silent
 * @param ttlToEnvoyInSotw sends TTLs to Envoy in SotW although it crashes (L-2)
 * @param isolation parts what an Envoy refused, so that one bad resource blocks no other (S-19)
 * @param order how long make before break may hold something back (O-4)
 */
public record SessionOptions(
    String controlPlaneIdentifier,
    int responseSizeBudget,
    int maxNamesPerSubscription,
    int maxTypesPerStream,
    boolean fullSetOfPartialTypes,
    boolean announceAbsenceToEnvoy,
    boolean ttlToEnvoyInSotw,
    boolean isolation,
    OrderOptions order) {

  private static final int TWO_MEBIBYTES = 2 << 20;

  public SessionOptions {
    requireNonNull(controlPlaneIdentifier, "controlPlaneIdentifier");
    requireNonNull(order, "order");
    requirePositive("responseSizeBudget", responseSizeBudget);
    requirePositive("maxNamesPerSubscription", maxNamesPerSubscription);
    requirePositive("maxTypesPerStream", maxTypesPerStream);
  }

  private static void requirePositive(String what, int value) {
    if (value <= 0) {
      throw new IllegalArgumentException(what + " must be positive, and is " + value);
    }
  }

  /** The defaults, with the identifier of this server instance. */
  public static SessionOptions defaults(String controlPlaneIdentifier) {
    return new SessionOptions(
        controlPlaneIdentifier,
        TWO_MEBIBYTES,
        100_000,
        64,
        false,
        false,
        false,
        true,
        OrderOptions.DEFAULTS);
  }

  /** These options with another budget for one response, in bytes. */
  public SessionOptions withResponseSizeBudget(int bytes) {
    return new SessionOptions(
        controlPlaneIdentifier,
        bytes,
        maxNamesPerSubscription,
        maxTypesPerStream,
        fullSetOfPartialTypes,
        announceAbsenceToEnvoy,
        ttlToEnvoyInSotw,
        isolation,
        order);
  }

  /** These options with other limits for one stream. */
  public SessionOptions withLimits(int namesPerSubscription, int typesPerStream) {
    return new SessionOptions(
        controlPlaneIdentifier,
        responseSizeBudget,
        namesPerSubscription,
        typesPerStream,
        fullSetOfPartialTypes,
        announceAbsenceToEnvoy,
        ttlToEnvoyInSotw,
        isolation,
        order);
  }

  /** These options with S-10's full sets on or off. */
  public SessionOptions withFullSetOfPartialTypes(boolean fullSet) {
    return new SessionOptions(
        controlPlaneIdentifier,
        responseSizeBudget,
        maxNamesPerSubscription,
        maxTypesPerStream,
        fullSet,
        announceAbsenceToEnvoy,
        ttlToEnvoyInSotw,
        isolation,
        order);
  }

  /** These options with the exceptions for Envoy (D-18, L-2) lifted or not. */
  public SessionOptions withEnvoyExceptions(boolean announceAbsence, boolean ttlInSotw) {
    return new SessionOptions(
        controlPlaneIdentifier,
        responseSizeBudget,
        maxNamesPerSubscription,
        maxTypesPerStream,
        fullSetOfPartialTypes,
        announceAbsence,
        ttlInSotw,
        isolation,
        order);
  }

  /** These options with other bounds of make before break. */
  public SessionOptions withOrder(OrderOptions newOrder) {
    return new SessionOptions(
        controlPlaneIdentifier,
        responseSizeBudget,
        maxNamesPerSubscription,
        maxTypesPerStream,
        fullSetOfPartialTypes,
        announceAbsenceToEnvoy,
        ttlToEnvoyInSotw,
        isolation,
        newOrder);
  }

  /** These options with S-19 on or off. */
  public SessionOptions withIsolation(boolean isolated) {
    return new SessionOptions(
        controlPlaneIdentifier,
        responseSizeBudget,
        maxNamesPerSubscription,
        maxTypesPerStream,
        fullSetOfPartialTypes,
        announceAbsenceToEnvoy,
        ttlToEnvoyInSotw,
        isolated,
        order);
  }
}
