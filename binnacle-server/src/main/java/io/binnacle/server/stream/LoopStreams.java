package io.binnacle.server.stream;

import io.binnacle.server.catalog.PublicationProgress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The streams of one event loop, by group. A publish posts one task to each loop, which then walks
 * the streams that the change concerns. Touched by its loop only.
 */
final class LoopStreams {

  private final StreamHub hub;
  private final Set<StreamDriver> all = new LinkedHashSet<>();
  private final Map<String, Set<StreamDriver>> byGroup = new HashMap<>();

  LoopStreams(StreamHub hub) {
    this.hub = hub;
  }

  void opened(StreamDriver stream) {
    all.add(stream);
  }

  void closed(StreamDriver stream) {
    if (all.remove(stream)) {
      hub.streamClosed();
    }
  }

  void joined(StreamDriver stream, String group) {
    byGroup.computeIfAbsent(group, g -> new LinkedHashSet<>()).add(stream);
  }

  void left(StreamDriver stream, String group) {
    Set<StreamDriver> streams = byGroup.get(group);
    if (streams != null && streams.remove(stream) && streams.isEmpty()) {
      byGroup.remove(group);
    }
  }

  void published(PublicationProgress publication) {
    try {
      // a copy: a stream may end while it is served
      for (StreamDriver stream : List.copyOf(streamsOf(publication.group()))) {
        stream.onPublish(publication);
      }
    } finally {
      publication.looked();
    }
  }

  void rendered(String group) {
    List.copyOf(streamsOf(group)).forEach(StreamDriver::onRendered);
  }

  private Set<StreamDriver> streamsOf(String group) {
    return byGroup.getOrDefault(group, Set.of());
  }

  void assignerChanged() {
    List.copyOf(all).forEach(StreamDriver::onAssignerChanged);
  }

  void closeAll(CloseReason reason) {
    List.copyOf(all).forEach(stream -> stream.close(reason));
  }

  List<StreamSnapshot> snapshots() {
    List<StreamSnapshot> snapshots = new ArrayList<>(all.size());
    all.forEach(stream -> snapshots.add(stream.snapshot()));
    return snapshots;
  }
}
