package io.binnacle.core.message;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Remembers what was worked out once, for keys of which there are few (descriptors, type names):
 * each new one copies the map. Safe for all threads, and blocks none: a race forgets something,
 * which is then worked out again.
 *
 * @param <K> compared by equality
 * @param <V> immutable
 */
public final class Memo<K, V> {

  private volatile Map<K, V> known = Map.of();

  /** What was remembered; null when nothing was. */
  public @Nullable V get(K key) {
    return known.get(key);
  }

  /** Remembers all of these. */
  public void putAll(Map<K, V> more) {
    Map<K, V> all = new HashMap<>(known);
    all.putAll(more);
    known = all;
  }
}
