package io.binnacle.server.grpc;

import com.google.protobuf.Message;

/** A request message as it came. */
sealed interface Incoming {

  /** It could be decoded: a DiscoveryRequest or a DeltaDiscoveryRequest. */
  record Request(Message message) implements Incoming {}

  /**
   * It could not.
   *
   * @param problem why
   */
  record Undecodable(String problem) implements Incoming {}
}
