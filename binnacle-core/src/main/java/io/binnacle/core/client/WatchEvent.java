package io.binnacle.core.client;

/**
 * What a watcher is told, in the order in which it happened (C-1). For each name that a watch
 * covers, the newest event that is {@link Updated}, {@link Absent} or {@link Failed} says what to
 * use; {@link AmbientError} and {@link Recovered} do not change that.
 */
public sealed interface WatchEvent {

  /** The watch that is told. */
  Watch watch();

  /**
   * The resource that it is about, by canonical name; the name of the watch where it is about the
   * watch as a whole.
   */
  String name();

  /** Use this content from now on; it ends every error of the name. */
  record Updated(Watch watch, ClientResource resource) implements WatchEvent {
    @Override
    public String name() {
      return resource.name();
    }
  }

  /**
   * There is no such resource: stop using what there was. It is delivered if it comes later. With
   * the name of a wildcard or a collection: it has no member.
   */
  record Absent(Watch watch, String name, Reason reason) implements WatchEvent {}

  /** Nothing usable is there, and this is why: stop using what there was, if anything. */
  record Failed(Watch watch, String name, WatchError error) implements WatchEvent {}

  /** Something is wrong, but what was delivered last stays good: keep using it. */
  record AmbientError(Watch watch, String name, WatchError error) implements WatchEvent {}

  /** The last {@link AmbientError} is over, and what was delivered last is still good. */
  record Recovered(Watch watch, String name) implements WatchEvent {}

  /** Why a resource is absent. */
  enum Reason {
    /** The server said that it does not exist: by a removal, or by leaving it out (C-6, C-7). */
    REMOVED,
    /** It was asked for, and nothing came in time (C-7). */
    TIMED_OUT,
    /** Its TTL ended without a heartbeat (C-10). */
    EXPIRED
  }
}
