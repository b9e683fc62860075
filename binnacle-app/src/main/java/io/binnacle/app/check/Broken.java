package io.binnacle.app.check;

/** The server broke the rule; the message says how. */
final class Broken extends Exception {

  private static final long serialVersionUID = 1;

  Broken(String how) {
    super(how);
  }
}
