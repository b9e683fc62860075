package io.binnacle.server.internal.stream;

import io.binnacle.core.server.Variant;
import io.binnacle.rules.Delivery;
import io.binnacle.rules.Evidence;
import io.binnacle.server.stream.StreamEvent;
import io.binnacle.server.stream.StreamInfo;
import io.binnacle.server.stream.StreamListener;

/**
 * Writes what a server sent, and in which ways, into the evidence of the test that started it. Made
 * on the thread of the test, called on the server's loops.
 */
public final class SeenStreams implements StreamListener {

  private final Evidence evidence = Evidence.ofThisTest();

  @Override
  public void onEvent(StreamEvent event) {
    Delivery how = wayOf(event.stream());
    if (event instanceof StreamEvent.Requested) {
      evidence.served(how);
    } else if (event instanceof StreamEvent.Sent sent
        && !sent.response().heartbeat()
        && !sent.response().resources().isEmpty()) {
      evidence.delivered(how, sent.response().type().shortName());
    }
  }

  /** This, and another listener behind it. */
  public StreamListener and(StreamListener other) {
    return event -> {
      onEvent(event);
      other.onEvent(event);
    };
  }

  private static Delivery wayOf(StreamInfo stream) {
    return switch (stream.variant()) {
      case REST -> Delivery.REST;
      case FETCH -> Delivery.FETCH;
      case SOTW, DELTA -> Delivery.ofStream(stream.variant() == Variant.DELTA, stream.isAds());
    };
  }
}
