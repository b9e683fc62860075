package io.binnacle.server.stream;

import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.Answer;
import io.binnacle.core.server.HoldEvent;
import io.binnacle.core.server.RequestFacts;
import io.binnacle.core.server.Response;
import io.binnacle.core.server.TypeStatus;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What happens on streams, in the order of each stream. Logs, metrics, status and audit derive from
 * this one feed.
 */
public sealed interface StreamEvent {

  /** The stream as it stands after the event. */
  StreamInfo stream();

  /** A stream was opened; its node is not known yet. */
  record Opened(StreamInfo stream) implements StreamEvent {}

  /**
   * What the stream's node is served was decided, at its first request or since the rules changed.
   *
   * @param group empty when the node is unmatched or held
   * @param reason why it is served nothing; empty when it is served
   */
  record Assigned(StreamInfo stream, String group, String reason) implements StreamEvent {}

  /** A request was taken; comes before the event of its answer to a response. */
  record Requested(StreamInfo stream, RequestFacts facts) implements StreamEvent {}

  /**
   * The client asked for Secrets over a connection that others could read, and is shown none
   * (SDS-1); once for a stream.
   */
  record SecretsWithheld(StreamInfo stream) implements StreamEvent {}

  /**
   * A request in JSON had fields that its message does not have; they were left out (P-1).
   *
   * @param count how many
   */
  record UnknownFields(StreamInfo stream, int count) implements StreamEvent {}

  /** A response was given to the transport. */
  record Sent(StreamInfo stream, Response response) implements StreamEvent {}

  /**
   * The client accepted a response.
   *
   * @param afterNanos from sending to this answer; -1 when that is not known any more
   */
  record Acked(StreamInfo stream, ResourceType type, Answer.Ack ack, long afterNanos)
      implements StreamEvent {}

  /** The client refused a response (S-4). */
  record Nacked(StreamInfo stream, ResourceType type, Answer.Nack nack) implements StreamEvent {}

  /** A request's nonce was not that of an answerable response (S-2, D-2). */
  record Stale(StreamInfo stream, ResourceType type, String nonce) implements StreamEvent {}

  /** A change or a removal began to wait on the stream, or waits no more (O). */
  record HeldBack(StreamInfo stream, HoldEvent event) implements StreamEvent {}

  /**
   * The stream ended.
   *
   * @param reason why the server ended it; null when the client or the network did
   * @param status how its types stood at the end
   * @param openNanos how long it was open
   */
  record Closed(
      StreamInfo stream, @Nullable CloseReason reason, List<TypeStatus> status, long openNanos)
      implements StreamEvent {}
}
