package io.binnacle.client.internal.transport;

import com.google.protobuf.Message;

/** One stream of discovery. Used by one thread. */
public interface DiscoveryCall {

  /** Whether a request would go out, and not only wait in memory. */
  boolean isReady();

  /** Sends a DiscoveryRequest or a DeltaDiscoveryRequest. */
  void send(Message request);

  /** Lets one more response come (C-11). */
  void readNext();

  /** Ends the stream; the listener is told. */
  void cancel(String why);
}
