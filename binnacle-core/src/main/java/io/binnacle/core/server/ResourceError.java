package io.binnacle.core.server;

import static java.util.Objects.requireNonNull;

/**
 * Why a source does not give a resource, as clients are told it (D-17).
 *
 * @param code a code of gRPC: NOT_FOUND (5) and PERMISSION_DENIED (7) say that the client is not to
 *     have the resource, all others that nobody knows for now
 * @param message for people; clients show it
 */
public record ResourceError(int code, String message) {

  /** More would be a burden to each client that is told. */
  private static final int LONGEST_MESSAGE = 1_000;

  public ResourceError {
    if (requireNonNull(message, "message").length() > LONGEST_MESSAGE) {
      message = message.substring(0, LONGEST_MESSAGE);
    }
  }
}
