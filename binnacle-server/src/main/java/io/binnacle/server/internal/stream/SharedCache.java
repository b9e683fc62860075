package io.binnacle.server.internal.stream;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Scheduler;
import io.binnacle.core.server.ResponseBody;
import io.binnacle.core.server.Shared;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Work that all streams of a server share (B-2), kept for a few seconds: streams that get the same
 * change get it at about the same time. Safe from any thread.
 *
 * <p>A thousand streams ask for the same two or three results one after the other, and the
 * bookkeeping of the cache's reads cost as much as a tenth of a push. So what was asked for last is
 * found in a small table before it; what leaves the cache leaves the table.
 */
final class SharedCache implements Shared {

  private record Recent(Object key, Object result) {}

  private static final long MOST_BYTES = 256L << 20;
  private static final int BYTES_PER_ENTRY = 64;
  private static final Duration KEPT = Duration.ofSeconds(5);

  /** A power of two. */
  private static final int RECENT = 64;

  private final Cache<Object, Object> results =
      Caffeine.newBuilder()
          .maximumWeight(MOST_BYTES)
          .weigher(SharedCache::weight)
          .expireAfterWrite(KEPT)
          .scheduler(Scheduler.systemScheduler())
          .evictionListener((key, result, cause) -> forget(key))
          .build();

  private final AtomicReferenceArray<@Nullable Recent> recent = new AtomicReferenceArray<>(RECENT);

  /** Whether this thread is doing shared work. */
  private final ThreadLocal<Boolean> working = new ThreadLocal<>();

  @Override
  @SuppressWarnings("unchecked") // a key stands for one kind of work, and so for one type of result
  public <T> T once(Object key, Supplier<T> work) {
    if (working.get() != null) {
      // the cache holds a lock meanwhile, and would refuse it now and then only
      throw new IllegalStateException(
          "work that is shared must not ask for other such work: " + key);
    }
    int slot = slot(key);
    Recent last = recent.get(slot);
    if (last != null && last.key().equals(key)) {
      return (T) last.result();
    }
    Object result = results.get(key, k -> done(work));
    Recent now = new Recent(key, result);
    recent.set(slot, now);
    if (!results.asMap().containsKey(key)) {
      recent.compareAndSet(slot, now, null); // it left meanwhile
    }
    return (T) result;
  }

  private Object done(Supplier<?> work) {
    working.set(true);
    try {
      return work.get();
    } finally {
      working.remove();
    }
  }

  private void forget(@Nullable Object key) {
    if (key != null) {
      int slot = slot(key);
      Recent last = recent.get(slot);
      if (last != null && last.key().equals(key)) {
        recent.compareAndSet(slot, last, null);
      }
    }
  }

  private static int slot(Object key) {
    int hash = key.hashCode();
    return (hash ^ hash >>> 16) & (RECENT - 1);
  }

  private static int weight(Object key, Object result) {
    if (result instanceof ResponseBody body) {
      return body.size() + BYTES_PER_ENTRY;
    }
    return result instanceof Collection<?> list
        ? (list.size() + 1) * BYTES_PER_ENTRY
        : BYTES_PER_ENTRY;
  }
}
