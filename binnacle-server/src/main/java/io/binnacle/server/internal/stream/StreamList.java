package io.binnacle.server.internal.stream;

import java.util.ArrayList;
import java.util.List;

/**
 * Streams in no order; adding and removing one costs the same for any number, since each stream
 * knows its place. A stream is in one list at a time. Touched by the streams' loop only.
 */
final class StreamList {

  private final List<StreamDriver> streams = new ArrayList<>();

  void add(StreamDriver stream) {
    stream.place = streams.size();
    streams.add(stream);
  }

  void remove(StreamDriver stream) {
    StreamDriver last = streams.remove(streams.size() - 1);
    if (last != stream) {
      last.place = stream.place;
      streams.set(last.place, last);
    }
  }

  boolean isEmpty() {
    return streams.isEmpty();
  }

  /** Those of this moment: a stream may end while one is looked at. */
  List<StreamDriver> now() {
    return List.copyOf(streams);
  }
}
