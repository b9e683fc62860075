package io.binnacle.server.stream;

import io.binnacle.server.limit.Shortage;
import io.grpc.Status;
import java.time.Duration;

/**
 * Why the server ends a stream.
 *
 * @param code the gRPC status that the client sees
 * @param kind short word for metrics, such as {@code bad-request} or {@code drain}
 * @param message for the client: what is wrong, and what would be right
 */
public record CloseReason(Status.Code code, String kind, String message) {

  /** B-3: no more is kept for this client. */
  public static CloseReason of(Shortage shortage) {
    return new CloseReason(Status.Code.RESOURCE_EXHAUSTED, shortage.kind(), shortage.message());
  }

  /** B-3: a stream that never asks for anything does not stay. */
  public static CloseReason silent(Duration within) {
    String message =
        "no request came within " + within.toMillis() + " ms; open a stream when there is one";
    return new CloseReason(Status.Code.DEADLINE_EXCEEDED, "no-request", message);
  }

  /** B-3: what was written for a client is not kept for ever. */
  public static CloseReason unread(Duration within, long bytes) {
    String message =
        "a response of %d bytes was not read within %d ms".formatted(bytes, within.toMillis());
    return new CloseReason(Status.Code.DEADLINE_EXCEEDED, "not-read", message);
  }

  /** The stream is old enough: its client is to reconnect, maybe elsewhere (B-7). */
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
