package io.binnacle.client.internal.store;

import io.binnacle.client.internal.drive.ContentsKeeper;
import io.binnacle.client.internal.drive.Loop;
import io.binnacle.core.client.CacheContents;
import io.binnacle.core.client.internal.cache.ResourceCache;
import io.binnacle.core.resource.ResourceType;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.Executor;

/**
 * Writes what a cache holds to disk, a second after it changed, so that a burst is one write; and
 * reads it when a type is watched first. Owned by the loop; writes on an executor with one thread.
 */
public final class DiskKeeper implements ContentsKeeper {

  private static final long DELAY = Duration.ofSeconds(1).toNanos();

  private final DiskCache disk;
  private final String space;
  private final ResourceCache cache;
  private final Loop loop;
  private final Executor writer;
  private final Set<ResourceType> known = new HashSet<>();
  private final Set<ResourceType> unwritten = new HashSet<>();
  private boolean waiting;

  public DiskKeeper(DiskCache disk, String space, ResourceCache cache, Loop loop, Executor writer) {
    this.disk = disk;
    this.space = space;
    this.cache = cache;
    this.loop = loop;
    this.writer = writer;
  }

  @Override
  public void watched(ResourceType type) {
    if (known.add(type)) {
      CacheContents contents = disk.read(space, type);
      if (contents != null) {
        cache.restore(contents, loop.now());
      }
    }
  }

  @Override
  public void changed(ResourceType type) {
    unwritten.add(type);
    if (!waiting) {
      waiting = true;
      loop.schedule(
          () -> {
            waiting = false;
            write();
          },
          DELAY);
    }
  }

  private void write() {
    for (ResourceType type : unwritten) {
      CacheContents contents = cache.contents(type);
      writer.execute(() -> disk.write(space, contents));
    }
    unwritten.clear();
  }

  @Override
  public void close() {
    write();
  }
}
