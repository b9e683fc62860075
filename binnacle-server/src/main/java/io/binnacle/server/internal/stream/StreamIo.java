package io.binnacle.server.internal.stream;

import io.binnacle.core.server.Response;
import io.binnacle.server.stream.CloseReason;

/**
 * The transport's end of one stream, as the driver uses it. All methods are called on the stream's
 * loop.
 */
public interface StreamIo {

  /**
   * Whether the transport can take a response now without queueing it behind others (B-1). When it
   * was not ready and becomes so, the transport calls {@link StreamDriver#onReady}.
   */
  boolean isReady();

  /** Writes a response; called only when ready. */
  void send(Response response);

  /**
   * What of a response is kept until its client has read it, once for all streams that write it:
   * its body, or where the transport copies that, something of this stream alone.
   */
  default Object kept(Response response) {
    return response.body();
  }

  /** Ends the stream with a status; nothing is sent after it, and a second call has no effect. */
  void close(CloseReason reason);

  /**
   * Asks the client, before the stream is closed, to open no further one on the same connection
   * (B-7). A transport that cannot do that does nothing.
   */
  default void retireConnection() {}

  /**
   * Whether nobody else can read what is sent: TLS, a Unix socket, the same process, or loopback
   * (SDS-1). Does not change.
   */
  default boolean isPrivate() {
    return true;
  }

  /**
   * As whom the stream counts where each peer has a share (B-3): the identity of its certificate,
   * else its address; empty for nobody, who has none. Does not change.
   */
  default String peer() {
    return "";
  }

  /** Whether the transport is to deliver further requests (B-3: request rate). */
  void readRequests(boolean reading);
}
