package io.binnacle.client.internal.transport;

import com.google.protobuf.Message;
import io.binnacle.core.method.DiscoveryMethod;

/** Opens streams to one server. Safe for all threads. */
public interface StreamTransport {

  /** Opens a stream; what happens on it is told to the listener, on threads of the transport. */
  DiscoveryCall open(DiscoveryMethod method, Listener listener);

  /** Ends all streams and connections. */
  void close();

  /** Hears of one stream, one call at a time. */
  interface Listener {

    /** Requests can be sent now, for the first time or again. */
    void onReady();

    /** The response that was asked for by {@link DiscoveryCall#readNext}. */
    void onResponse(Message response);

    /**
     * The stream is over; nothing follows.
     *
     * @param reason for people: the status of the server, or what is wrong with the connection
     */
    void onClosed(String reason);
  }
}
