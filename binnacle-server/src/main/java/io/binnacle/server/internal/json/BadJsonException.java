package io.binnacle.server.internal.json;

/** A text is not the message that it should be; the message says where and what (P-4). */
public final class BadJsonException extends Exception {

  private static final long serialVersionUID = 1;

  BadJsonException(String message, Throwable cause) {
    super(message, cause);
  }

  BadJsonException(String message) {
    super(message);
  }
}
