package io.binnacle.server.stream;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Scheduler;
import io.binnacle.core.server.ResponseBody;
import io.binnacle.core.server.Shared;
import java.time.Duration;
import java.util.Collection;
import java.util.function.Supplier;

/**
 * Work that all streams of a server share (B-2), kept for a few seconds: streams that get the same
 * change get it at about the same time.
 */
final class SharedCache implements Shared {

  private static final long MOST_BYTES = 256L << 20;
  private static final int BYTES_PER_ENTRY = 64;
  private static final Duration KEPT = Duration.ofSeconds(5);

  private final Cache<Object, Object> results =
      Caffeine.newBuilder()
          .maximumWeight(MOST_BYTES)
          .weigher(SharedCache::weight)
          .expireAfterAccess(KEPT)
          .scheduler(Scheduler.systemScheduler())
          .build();

  @Override
  @SuppressWarnings("unchecked") // a key stands for one kind of work, and so for one type of result
  public <T> T once(Object key, Supplier<T> work) {
    return (T) results.get(key, k -> work.get());
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
