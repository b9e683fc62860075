package io.binnacle.app.check;

/**
 * One rule, or a part of one, as a script.
 *
 * @param rule its identifier in docs/protocol.md
 * @param title what the server does when it keeps the rule, a sentence
 * @param where the variants in which it can be seen
 * @param needsChange whether the server's content must change for it
 * @param strict whether it is stricter than the text of the protocol: servers may differ, and
 *     clients live with it
 */
record Case(
    String rule, String title, Where where, boolean needsChange, boolean strict, Script script) {

  /** In which variants. */
  enum Where {
    ALL,
    SOTW,
    DELTA,
    /** On ADS, in both. */
    ADS,
    /** On streams for one type, in both. */
    TYPED
  }

  /** What is said and expected. */
  @FunctionalInterface
  interface Script {

    void run(Stage stage) throws Broken, NotShown;
  }

  static Case of(String rule, String title, Where where, Script script) {
    return new Case(rule, title, where, false, false, script);
  }

  /** The same, stricter than the text of the protocol. */
  Case stricter() {
    return new Case(rule, title, where, needsChange, true, script);
  }

  /** The same, for which the content changes. */
  Case changing() {
    return new Case(rule, title, where, true, strict, script);
  }

  boolean isIn(boolean delta, boolean aggregated) {
    return switch (where) {
      case ALL -> true;
      case SOTW -> !delta;
      case DELTA -> delta;
      case ADS -> aggregated;
      case TYPED -> !aggregated;
    };
  }
}
