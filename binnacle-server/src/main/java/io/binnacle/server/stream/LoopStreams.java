package io.binnacle.server.stream;

import io.binnacle.server.catalog.Catalog;
import io.binnacle.server.catalog.PublicationProgress;
import io.binnacle.server.catalog.ViewKey;
import io.binnacle.server.catalog.ViewLookup;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The streams of one event loop, by group. A publish posts one task to each loop, which then walks
 * the streams that the change concerns. Touched by its loop only.
 */
final class LoopStreams {

  private final StreamHub hub;
  private final Map<String, StreamList> byGroup = new HashMap<>();

  /** Those whose node is served no group, or not known yet. */
  private final StreamList withoutGroup = new StreamList();

  private boolean walking;

  /** What was looked up last in the walk that goes on; null outside of one. */
  private @Nullable ViewKey lastKey;

  private @Nullable ViewLookup lastLookup;

  LoopStreams(StreamHub hub) {
    this.hub = hub;
  }

  void opened(StreamDriver stream) {
    withoutGroup.add(stream);
  }

  /** A stream without a group ended. */
  void closed(StreamDriver stream) {
    withoutGroup.remove(stream);
    hub.streamClosed();
  }

  void joined(StreamDriver stream, String group) {
    withoutGroup.remove(stream);
    byGroup.computeIfAbsent(group, g -> new StreamList()).add(stream);
  }

  void left(StreamDriver stream, String group) {
    StreamList streams = byGroup.get(group);
    if (streams == null) {
      throw new IllegalStateException("group " + group + " has no stream on this loop");
    }
    streams.remove(stream);
    if (streams.isEmpty()) {
      byGroup.remove(group);
    }
    withoutGroup.add(stream);
  }

  void published(PublicationProgress publication) {
    try {
      walk(publication.group(), stream -> stream.onPublish(publication));
    } finally {
      publication.looked();
    }
  }

  void rendered(String group) {
    walk(group, StreamDriver::onRendered);
  }

  private void walk(String group, Consumer<StreamDriver> step) {
    StreamList streams = byGroup.get(group);
    if (streams != null) {
      walking = true;
      try {
        streams.now().forEach(step);
      } finally {
        walking = false;
        lastKey = null;
        lastLookup = null;
      }
    }
  }

  /**
   * What a key is to be served. All streams of one walk that have the same key are given the same:
   * a later publish sends its own task.
   */
  ViewLookup lookup(Catalog catalog, ViewKey key) {
    ViewLookup last = lastLookup;
    if (last != null && key.equals(lastKey)) {
      return last;
    }
    ViewLookup lookup = catalog.lookup(key);
    if (walking && lookup instanceof ViewLookup.Ready) {
      lastKey = key;
      lastLookup = lookup;
    }
    return lookup;
  }

  void assignerChanged() {
    all().forEach(StreamDriver::onAssignerChanged);
  }

  void closeAll(CloseReason reason) {
    all().forEach(stream -> stream.close(reason));
  }

  List<StreamSnapshot> snapshots() {
    return all().stream().map(StreamDriver::snapshot).toList();
  }

  private List<StreamDriver> all() {
    List<StreamDriver> all = new ArrayList<>(withoutGroup.now());
    byGroup.values().forEach(streams -> all.addAll(streams.now()));
    return all;
  }
}
