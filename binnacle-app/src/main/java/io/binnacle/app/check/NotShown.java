package io.binnacle.app.check;

/** Nothing can be said about the rule; the message says why. */
final class NotShown extends Exception {

  private static final long serialVersionUID = 1;

  NotShown(String why) {
    super(why);
  }
}
