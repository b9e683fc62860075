package io.binnacle.server.internal.poll;

/** A resource cannot be given in the form that is asked for; the message is for the client. */
public final class UnwritableException extends Exception {

  private static final long serialVersionUID = 1;

  public UnwritableException(String message) {
    super(message);
  }

  public UnwritableException(String message, Throwable cause) {
    super(message, cause);
  }
}
