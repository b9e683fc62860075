package io.binnacle.core.server.harness;

import io.binnacle.core.server.Shared;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/** Keeps all shared work, so that a key that is not sharp enough shows. For one thread. */
public final class KeepingShared implements Shared {

  private final Map<Object, Object> kept = new HashMap<>();

  @Override
  @SuppressWarnings("unchecked")
  public <T> T once(Object key, Supplier<T> work) {
    Object value = kept.get(key);
    if (value == null) {
      value = work.get();
      kept.put(key, value);
    }
    return (T) value;
  }

  /** Forgets all work. */
  public void clear() {
    kept.clear();
  }
}
