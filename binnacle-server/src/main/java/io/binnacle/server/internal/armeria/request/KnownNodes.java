package io.binnacle.server.internal.armeria.request;

import com.google.protobuf.InvalidProtocolBufferException;
import io.envoyproxy.envoy.config.core.v3.Node;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Nodes by their bytes, so that the streams of one client share one (an Envoy without ADS has a
 * stream for each type, ED-50, and comes back with the same node). Bounded in number and size: a
 * node that comes takes the place of another one. Safe from any thread.
 */
final class KnownNodes {

  private record Known(byte[] bytes, Node node) {}

  /** A power of two. */
  private static final int PLACES = 1 << 10;

  /** Without its extensions an Envoy's is smaller. */
  private static final int MOST_BYTES = 2 << 10;

  private static final AtomicReferenceArray<@Nullable Known> NODES =
      new AtomicReferenceArray<>(PLACES);

  private KnownNodes() {}

  /** The node that these bytes are. */
  static Node of(byte[] bytes, int from, int to) throws InvalidProtocolBufferException {
    if (to - from > MOST_BYTES) {
      return Node.parser().parseFrom(bytes, from, to - from);
    }
    int hash = 0;
    for (int i = from; i < to; i++) {
      hash = 31 * hash + bytes[i];
    }
    int place = (hash ^ hash >>> 15) & PLACES - 1;
    Known known = NODES.get(place);
    if (known == null || !Arrays.equals(known.bytes(), 0, known.bytes().length, bytes, from, to)) {
      Node node = Node.parser().parseFrom(bytes, from, to - from);
      known = new Known(Arrays.copyOfRange(bytes, from, to), node);
      NODES.set(place, known);
    }
    return known.node();
  }
}
