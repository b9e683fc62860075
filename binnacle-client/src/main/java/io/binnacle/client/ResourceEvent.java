package io.binnacle.client;

import io.binnacle.core.client.WatchError;
import io.binnacle.core.client.WatchEvent;

/**
 * What a watcher is told, in the order in which it happened (C-1). For each name the newest event
 * that is {@link Updated}, {@link Absent} or {@link Failed} says what to use; {@link AmbientError}
 * and {@link Recovered} do not change that.
 *
 * @param <T> what the kind's parser makes of a resource
 */
public sealed interface ResourceEvent<T> {

  /**
   * The resource that it is about; the name that is watched where it is about the watch as a whole.
   */
  String name();

  /**
   * Use this from now on; it ends every error of the name.
   *
   * @param version as the server calls it; for people
   * @param restored whether it comes from the cache on disk, and no server has confirmed it yet
   *     (C-15)
   */
  record Updated<T>(String name, T value, String version, boolean restored)
      implements ResourceEvent<T> {}

  /** There is no such resource: stop using what there was. It is told if it comes later. */
  record Absent<T>(String name, WatchEvent.Reason reason) implements ResourceEvent<T> {}

  /** Nothing usable is there, and this is why: stop using what there was, if anything. */
  record Failed<T>(String name, WatchError error) implements ResourceEvent<T> {}

  /** Something is wrong, but what was told last stays good: keep using it. */
  record AmbientError<T>(String name, WatchError error) implements ResourceEvent<T> {}

  /** The last {@link AmbientError} is over, and what was told last is still good. */
  record Recovered<T>(String name) implements ResourceEvent<T> {}

  /** The typed form of an event. */
  static <T> ResourceEvent<T> of(WatchEvent event, ResourceKind<T> kind) {
    if (event instanceof WatchEvent.Updated updated) {
      return new Updated<>(
          updated.name(),
          kind.cast(updated.resource().value()),
          updated.resource().version(),
          updated.resource().restored());
    }
    if (event instanceof WatchEvent.Absent absent) {
      return new Absent<>(absent.name(), absent.reason());
    }
    if (event instanceof WatchEvent.Failed failed) {
      return new Failed<>(failed.name(), failed.error());
    }
    if (event instanceof WatchEvent.AmbientError ambient) {
      return new AmbientError<>(ambient.name(), ambient.error());
    }
    return new Recovered<>(event.name());
  }
}
