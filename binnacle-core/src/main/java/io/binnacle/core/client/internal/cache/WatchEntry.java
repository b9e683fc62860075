package io.binnacle.core.client.internal.cache;

import io.binnacle.core.client.Watch;
import io.binnacle.core.client.WatchEvent;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A watch, and what its watcher was told. Owned by the thread of the cache. */
final class WatchEntry {

  /** What the application knows, by the newest event that says what to use. */
  enum Standing {
    /** Nothing yet. */
    REQUESTED,
    USING,
    ABSENT,
    FAILED
  }

  final Watch watch;

  Standing standing = Standing.REQUESTED;

  /** Why there is nothing, where it is absent. */
  WatchEvent.Reason absence = WatchEvent.Reason.REMOVED;

  /** What is used, of a watch of one name. */
  @Nullable Held current;

  /** How many resources are used, of a collection. */
  int members;

  /** Whether it was told that no server can be reached, and nothing since. */
  boolean cutOff;

  WatchEntry(Watch watch) {
    this.watch = watch;
  }

  String name() {
    return watch.name();
  }

  String key() {
    return watch.key();
  }

  Map<String, String> parameters() {
    return watch.parameters();
  }

  boolean isCollection() {
    return watch.isCollection();
  }

  /** Whether something is used under it. */
  boolean isUsing() {
    return standing == Standing.USING;
  }

  /** Whether nothing is known of it, neither content nor that there is none (C-14). */
  boolean isOpen() {
    return standing == Standing.REQUESTED || (standing == Standing.FAILED && cutOff);
  }
}
