package io.binnacle.core.server;

import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.view.TypeView;
import org.jspecify.annotations.Nullable;

/**
 * The views of full-state types that clients were shown, by version. A SotW client that comes back
 * says a version only; with the view of that version its return is a transition like any other, and
 * without it what it holds is replaced at once (O-10).
 *
 * <p>Versions are functions of content, so a history may be kept over restarts and shared between
 * instances. Called from the threads of all sessions; an implementation is bounded and may forget.
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

  /** A client was shown this view as a whole, under {@link TypeView#version}. */
  void shown(TypeView view);

  /** The view that was shown under a version, or null when it is not known. */
  @Nullable TypeView find(ResourceType type, String version);
}
