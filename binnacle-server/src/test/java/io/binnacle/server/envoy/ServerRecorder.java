package io.binnacle.server.envoy;

import io.binnacle.core.resource.Resource;
import io.binnacle.core.server.Response;
import io.binnacle.server.internal.stream.SeenStreams;
import io.binnacle.server.stream.StreamEvent;
import io.binnacle.server.stream.StreamListener;

/** Writes the feed of a server into a {@link ServerLog}. Called on the server's loops. */
final class ServerRecorder implements StreamListener {

  private final ServerLog log;
  private final SeenStreams seen = new SeenStreams();

  ServerRecorder(ServerLog log) {
    this.log = log;
  }

  @Override
  public void onEvent(StreamEvent event) {
    seen.onEvent(event);
    if (event instanceof StreamEvent.Requested requested) {
      log.requested(requested.facts().type(), requested.facts().added());
    } else if (event instanceof StreamEvent.Nacked nacked) {
      log.nacked(nacked.type(), nacked.nack().message());
    } else if (event instanceof StreamEvent.Sent sent) {
      record(sent.response());
    }
  }

  private void record(Response response) {
    if (response.heartbeat()) {
      log.heartbeat(response.type());
    } else {
      log.sent(
          response.type(),
          response.resources().stream().map(Resource::name).toList(),
          response.removed());
    }
  }
}
