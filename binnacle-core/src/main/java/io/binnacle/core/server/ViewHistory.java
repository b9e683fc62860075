package io.binnacle.core.server;

import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.view.TypeView;
import org.jspecify.annotations.Nullable;

/**
 * The views of full-state types that clients may hold, by version. A SotW client that comes back
 * gives a version only: with the view of that version its return is a transition like any other
 * (O-10), and what it refuses can be told apart (S-19); without it what it holds is replaced at
 * once.
 *
 * <p>Versions are functions of content (S-14), so a history may be kept over restarts and shared
 * between instances, and a view that this process only published counts as well: another one may
 * have shown the same. Called from the threads of all sessions and of publishers; an implementation
 * is bounded and may forget.
 */
public interface ViewHistory {

  /** Remembers nothing. */
  ViewHistory NONE =
      new ViewHistory() {
        @Override
        public void shown(TypeView view) {}

        @Override
        public @Nullable TypeView find(ResourceType type, String version) {
          return null;
        }
      };

  /**
   * Clients are going to be shown this view, now or later. Called on the publisher's thread before
   * any of them is, so that this may take a while; {@link #shown} is called all the same.
   *
   * @param before the view that it follows upon, which clients hold until then; null when this is
   *     the first of its group
   */
  default void published(@Nullable TypeView before, TypeView view) {
    shown(view);
  }

  /**
   * A client is about to be shown this view as a whole, under {@link TypeView#version}: one that
   * was published, or a phase of a transition. Called on event loops for each response of such a
   * type, just before it is written; a client may hold it as soon as this returns.
   */
  void shown(TypeView view);

  /** The view of a version, or null when it is not known. Called on event loops. */
  @Nullable TypeView find(ResourceType type, String version);
}
