package io.binnacle.core.client.internal.cache;

import io.binnacle.core.client.ResourceStatus.Rejected;
import io.binnacle.core.client.WatchError;
import io.binnacle.core.client.internal.response.Identity;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The resources of one type whose newest content could not be used, held or not, each until good
 * content comes, it is removed, or nobody watches it. Owned by the thread of the cache.
 */
final class Failures {

  /** Of what wildcards bring; more are rejected all the same, and not remembered. */
  private static final int MOST = 10_000;

  /** What could not be used. */
  record Failure(Identity id, WatchError error, Rejected rejected) {}

  private final Map<String, Failure> byKey = new LinkedHashMap<>();

  Collection<Failure> all() {
    return byKey.values();
  }

  @Nullable Failure get(String key) {
    return byKey.get(key);
  }

  /** Whether there was room for it: not for more names than the bound, whoever sends them. */
  boolean add(Failure failure) {
    String key = failure.id().key();
    if (byKey.size() >= MOST && !byKey.containsKey(key)) {
      return false;
    }
    byKey.put(key, failure);
    return true;
  }

  @Nullable Failure remove(String key) {
    return byKey.remove(key);
  }

  /** Forgets what nobody watches. */
  void keep(Predicate<Identity> watched) {
    byKey.values().removeIf(failure -> !watched.test(failure.id()));
  }

  /** All but those with these keys. */
  List<Identity> except(Set<String> keys) {
    return byKey.values().stream().map(Failure::id).filter(id -> !keys.contains(id.key())).toList();
  }
}
