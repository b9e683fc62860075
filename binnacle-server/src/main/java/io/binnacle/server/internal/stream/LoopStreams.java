package io.binnacle.server.internal.stream;

import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.view.View;
import io.binnacle.server.catalog.CatalogViews;
import io.binnacle.server.catalog.Concerned;
import io.binnacle.server.catalog.PublicationProgress;
import io.binnacle.server.catalog.ViewKey;
import io.binnacle.server.catalog.ViewLookup;
import io.binnacle.server.internal.threads.Loop;
import io.binnacle.server.internal.threads.LoopInbox;
import io.binnacle.server.stream.CloseReason;
import io.binnacle.server.stream.StreamSnapshot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The streams of one event loop, by group. A publish is put into the inbox of each loop, which then
 * walks the streams that the change concerns. Publishes of a group that wait together are one step
 * for its streams. Touched by its loop only, but for the inboxes.
 */
final class LoopStreams {

  private final Map<String, StreamList> byGroup = new HashMap<>();

  /** Those whose node is served no group, or not known yet. */
  private final StreamList withoutGroup = new StreamList();

  private final LoopInbox<PublicationProgress> published;

  private final LoopInbox<String> rendered;

  private boolean walking;

  /** What was looked up last in the walk that goes on; null outside of one. */
  private @Nullable ViewKey lastKey;

  private @Nullable ViewLookup lastLookup;

  private final ChangedTypes changed = new ChangedTypes();

  LoopStreams(Loop loop) {
    this.published = new LoopInbox<>(loop, this::takePublished);
    this.rendered =
        new LoopInbox<>(
            loop, groups -> groups.forEach(group -> walk(group, StreamDriver::onRendered)));
  }

  void opened(StreamDriver stream) {
    withoutGroup.add(stream);
  }

  /** A stream without a group ended. */
  void closed(StreamDriver stream) {
    withoutGroup.remove(stream);
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

  /** A group was published; from any thread. */
  void published(PublicationProgress publication) {
    publication.expect();
    published.put(publication);
  }

  /** A view of a group was rendered; from any thread. */
  void rendered(String group) {
    rendered.put(group);
  }

  private void takePublished(List<PublicationProgress> publications) {
    Map<String, List<PublicationProgress>> all = new LinkedHashMap<>();
    for (PublicationProgress publication : publications) {
      all.computeIfAbsent(publication.group(), group -> new ArrayList<>(1)).add(publication);
    }
    all.forEach(this::takePublished);
  }

  private void takePublished(String group, List<PublicationProgress> publications) {
    List<Concerned> concerned = new ArrayList<>();
    try {
      walk(
          group,
          stream -> {
            Concerned by = stream.onPublish();
            if (by != null) {
              concerned.add(by);
            }
          });
    } finally {
      publications.forEach(publication -> publication.looked(concerned));
    }
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
        changed.forget();
      }
    }
  }

  /** The types in which two views differ; looked for once where the streams of a walk ask. */
  List<ResourceType> changed(View before, View after) {
    return changed.between(before, after);
  }

  /**
   * What a key is to be served. All streams of one walk that have the same key are given the same:
   * a later publish has a walk of its own.
   */
  ViewLookup lookup(CatalogViews views, ViewKey key) {
    ViewLookup last = lastLookup;
    if (last != null && key.equals(lastKey)) {
      return last;
    }
    ViewLookup lookup = views.lookup(key);
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
