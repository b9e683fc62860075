package io.binnacle.server.armeria.guard;

/** Why a guard closed a connection (B-9). */
public enum GuardReason {
  /** The peer made us answer again and again, and read no answer. */
  UNREAD_ANSWERS("unread-answers", "it forces answers and does not read them"),

  /** The peer opened streams to reset them. */
  RESETS("resets", "it resets more streams than any client needs to"),

  /** The peer began something and did not finish it. */
  SLOW_REQUEST("slow-request", "a request or a handshake was not complete in time");

  private final String word;
  private final String text;

  GuardReason(String word, String text) {
    this.word = word;
    this.text = text;
  }

  /** For metrics. */
  public String word() {
    return word;
  }

  /** For people. */
  public String text() {
    return text;
  }
}
