package io.binnacle.client.event;

import com.google.protobuf.Message;
import io.binnacle.core.client.ResponseFacts;
import io.binnacle.core.resource.ResourceType;
import org.jspecify.annotations.Nullable;

/** Something that happened between a client and one of its servers. */
public sealed interface ClientEvent {

  /** The server, by the name of its source: an address or a path. */
  String server();

  /**
   * A stream is there.
   *
   * @param type what it is for; null on ADS
   */
  record Opened(String server, @Nullable ResourceType type) implements ClientEvent {}

  /**
   * A stream is over, could not be opened, or a poll failed.
   *
   * @param type what it was for; null on ADS
   * @param answered whether a response had come on it: then its end is no failure of the server
   * @param reason for people
   */
  record Closed(String server, @Nullable ResourceType type, boolean answered, String reason)
      implements ClientEvent {}

  /** A request was sent: a DiscoveryRequest or a DeltaDiscoveryRequest. */
  record Requested(String server, Message request) implements ClientEvent {}

  /**
   * A response came, and this was made of it.
   *
   * @param response a DiscoveryResponse or a DeltaDiscoveryResponse
   */
  record Responded(String server, Message response, ResponseFacts facts) implements ClientEvent {}

  /**
   * Content was refused before it was taken for a response: a file or an answer over REST that
   * cannot be read.
   */
  record Unreadable(String server, @Nullable ResourceType type, String reason)
      implements ClientEvent {}
}
