package io.binnacle.core.server.harness;

import io.binnacle.core.server.Shared;
import java.util.function.Supplier;

/**
 * Shares nothing, and refuses what the cache of a server refuses: work that asks for other shared
 * work. For one thread.
 */
public final class NotShared implements Shared {

  private boolean working;

  @Override
  public <T> T once(Object key, Supplier<T> work) {
    if (working) {
      throw new IllegalStateException("shared work asks for other shared work: " + key);
    }
    working = true;
    try {
      return work.get();
    } finally {
      working = false;
    }
  }
}
