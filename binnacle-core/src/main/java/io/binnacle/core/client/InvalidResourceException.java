package io.binnacle.core.client;

/** A resource that the application cannot use; the message says why and goes to the server. */
public final class InvalidResourceException extends Exception {

  private static final long serialVersionUID = 1L;

  public InvalidResourceException(String message) {
    super(message);
  }

  public InvalidResourceException(String message, Throwable cause) {
    super(message, cause);
  }
}
