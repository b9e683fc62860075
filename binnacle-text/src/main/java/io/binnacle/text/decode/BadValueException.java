package io.binnacle.text.decode;

/** A value does not fit its field; the message says what would. Never leaves this package. */
final class BadValueException extends Exception {

  private static final long serialVersionUID = 1;

  BadValueException(String message) {
    super(message, null, false, false);
  }
}
