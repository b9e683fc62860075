package io.binnacle.app.verdicts;

/**
 * What was said of one mutant.
 *
 * @param ours our first error; empty when we take it
 * @param envoys Envoy's refusal; empty when it takes it
 * @param warned whether we take it with a warning of a reference that leads nowhere, which is all
 *     that can be said of a group: the rest of its clients' configuration is elsewhere
 */
record Verdict(String document, String edit, String ours, String envoys, boolean warned) {

  /** How the two stand to one another. */
  enum Kind {
    BOTH_TAKE("both take it"),
    BOTH_REFUSE("both refuse it"),
    WARNED("Envoy refuses it, we warn of a reference"),
    FALSE_ACCEPT("false accept: Envoy refuses it, we take it"),
    FALSE_REFUSAL("false refusal: Envoy takes it, we refuse it");

    private final String text;

    Kind(String text) {
      this.text = text;
    }

    String text() {
      return text;
    }
  }

  Kind kind() {
    if (ours.isEmpty() && !envoys.isEmpty()) {
      return warned ? Kind.WARNED : Kind.FALSE_ACCEPT;
    }
    if (!ours.isEmpty() && envoys.isEmpty()) {
      return Kind.FALSE_REFUSAL;
    }
    return ours.isEmpty() ? Kind.BOTH_TAKE : Kind.BOTH_REFUSE;
  }
}
