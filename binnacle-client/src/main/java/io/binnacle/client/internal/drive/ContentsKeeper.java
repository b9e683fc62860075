package io.binnacle.client.internal.drive;

import io.binnacle.core.resource.ResourceType;

/** Keeps what a space holds for the next run (C-15). Owned by the loop. */
public interface ContentsKeeper {

  /** Keeps nothing. */
  ContentsKeeper NONE =
      new ContentsKeeper() {
        @Override
        public void watched(ResourceType type) {}

        @Override
        public void changed(ResourceType type) {}

        @Override
        public void close() {}
      };

  /** Something of a type is about to be watched: puts back what the last run held of it. */
  void watched(ResourceType type);

  /** What is held of a type is another now. */
  void changed(ResourceType type);

  /** Writes what is not written yet. */
  void close();
}
