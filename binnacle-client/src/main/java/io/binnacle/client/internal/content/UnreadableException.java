package io.binnacle.client.internal.content;

/** Content is no DiscoveryResponse; the message says where and why. */
public final class UnreadableException extends Exception {

  private static final long serialVersionUID = 1;

  private final String reason;

  UnreadableException(String reason) {
    super(reason);
    this.reason = reason;
  }

  /** The message. */
  public String reason() {
    return reason;
  }
}
