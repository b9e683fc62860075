package io.binnacle.sources.files;

import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Waits for something to happen in a set of directories. A hint only: it may wake for nothing, and
 * what it misses (a network file system, too many watches) a rescan finds.
 *
 * <p>One thread watches; {@link #close} may come from another one and ends the wait.
 */
public final class DirectoryWatch implements AutoCloseable {

  private static final WatchEvent.Kind<?>[] ALL = {
    StandardWatchEventKinds.ENTRY_CREATE,
    StandardWatchEventKinds.ENTRY_MODIFY,
    StandardWatchEventKinds.ENTRY_DELETE
  };

  private final Path root;
  private final WatchService service;
  private final Map<Path, WatchKey> keys = new HashMap<>();
  private Set<Path> contents = Set.of();

  /**
   * @param root a directory or file; its parent is watched too, in which it may be swapped
   * @throws IOException when the system has no watches to give
   */
  public DirectoryWatch(Path root) throws IOException {
    this.root = root.toAbsolutePath();
    this.service = this.root.getFileSystem().newWatchService();
  }

  /**
   * Watches these directories from now on, and no other ones.
   *
   * @return whether there are new ones, in which something may have happened before
   */
  public boolean watch(Set<Path> directories) {
    contents = Set.copyOf(directories);
    Set<Path> wanted = new HashSet<>(directories);
    Path parent = root.getParent();
    if (parent != null) {
      wanted.add(parent);
    }
    keys.entrySet()
        .removeIf(
            entry -> {
              boolean isStale = !wanted.contains(entry.getKey()) || !entry.getValue().isValid();
              if (isStale) {
                entry.getValue().cancel();
              }
              return isStale;
            });
    boolean added = false;
    for (Path directory : wanted) {
      added |= !keys.containsKey(directory) && register(directory);
    }
    return added;
  }

  private boolean register(Path directory) {
    try {
      keys.put(directory, directory.register(service, ALL));
      return true;
    } catch (IOException e) {
      // Gone meanwhile, or no watch left: the rescan sees what happens there.
      return false;
    }
  }

  /**
   * Waits until something happens, at most so long.
   *
   * @return whether something happened
   * @throws InterruptedException when the thread is to end, also by {@link #close}
   */
  public boolean await(Duration longest) throws InterruptedException {
    try {
      WatchKey key = service.poll(Math.max(0, longest.toNanos()), TimeUnit.NANOSECONDS);
      boolean isOurs = false;
      while (key != null) {
        isOurs |= concernsUs(key);
        key.reset();
        key = service.poll();
      }
      return isOurs;
    } catch (ClosedWatchServiceException e) {
      throw new InterruptedException("closed");
    }
  }

  private boolean concernsUs(WatchKey key) {
    boolean isParent = isParent(key.watchable());
    boolean concerns = false;
    for (WatchEvent<?> event : key.pollEvents()) {
      // In the parent only we ourselves matter.
      concerns |=
          !isParent || event.context() == null || event.context().equals(root.getFileName());
    }
    return concerns;
  }

  private boolean isParent(Object directory) {
    return directory instanceof Path path
        && path.equals(root.getParent())
        && !contents.contains(path);
  }

  @Override
  public void close() throws IOException {
    service.close();
  }
}
