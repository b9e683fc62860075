package io.binnacle.core.server;

import java.util.function.Supplier;

/**
 * Work that is done once for all streams: differences between views, and encoded bodies (B-2).
 *
 * <p>Keys are records that compare views by identity. An implementation may forget at any time, and
 * is called from the threads of all sessions that it serves.
 */
public interface Shared {

  /** Shares nothing. */
  Shared NOTHING =
      new Shared() {
        @Override
        public <T> T once(Object key, Supplier<T> work) {
          return work.get();
        }
      };

  /** The result of this work under this key, done now when it is not there. */
  <T> T once(Object key, Supplier<T> work);
}
