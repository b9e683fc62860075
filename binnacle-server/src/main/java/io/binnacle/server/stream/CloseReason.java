package io.binnacle.server.stream;

import io.grpc.Status;

/**
 * Why the server ends a stream.
 *
 * @param code the gRPC status that the client sees
 * @param kind short word for metrics, such as {@code bad-request} or {@code drain}
 * @param message for the client: what is wrong, and what would be right
 */
public record CloseReason(Status.Code code, String kind, String message) {

  /** The stream is old enough: its client is to connect anew, maybe elsewhere (B-7). */
  public static CloseReason age() {
    return new CloseReason(
        Status.Code.UNAVAILABLE, "age", "this stream has reached its maximum age; reconnect");
  }

  /** The server goes away: clients reconnect elsewhere (B-5). */
  public static CloseReason drain() {
    return new CloseReason(
        Status.Code.UNAVAILABLE, "drain", "the control plane is shutting down; reconnect");
  }
}
