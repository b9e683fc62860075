package io.binnacle.text.watch;

import io.binnacle.text.watch.Change.Kind;
import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Waits for something to happen in a set of directories. It may wake for nothing, and what it
 * misses (a network file system, too many watches) a rescan finds; but a file that is reported as
 * {@link Kind#ARRIVED} and not as {@link Kind#WRITTEN} after that came there whole.
 *
 * <p>The system watches directories, not their paths: one that was moved is still watched where it
 * is now, and what stands in its place is not. Each {@link #watch} therefore asks the system again.
 *
 * <p>One thread watches; {@link #close} may come from another one and ends the wait.
 */
public final class DirectoryWatch implements AutoCloseable {

  private static final WatchEvent.Kind<?>[] ALL = {
    StandardWatchEventKinds.ENTRY_CREATE,
    StandardWatchEventKinds.ENTRY_MODIFY,
    StandardWatchEventKinds.ENTRY_DELETE
  };

  /** Elsewhere the JDK looks now and then, and cannot tell a move from the begin of a write. */
  private static final boolean TELLS_MOVES =
      System.getProperty("os.name", "").toLowerCase(Locale.ROOT).contains("linux");

  private final WatchService service;
  private Map<Path, WatchKey> keys = new HashMap<>();
  private Watched watched = new Watched();

  /**
   * Watches nothing yet.
   *
   * @throws IOException when the system has no watches to give
   */
  public DirectoryWatch() throws IOException {
    this.service = FileSystems.getDefault().newWatchService();
  }

  /**
   * Watches this from now on, and nothing else.
   *
   * @return whether there are new directories, in which something may have happened before
   */
  public boolean watch(Watched wanted) {
    watched = wanted;
    Map<Path, WatchKey> before = keys;
    keys = new HashMap<>();
    boolean added = false;
    for (Path directory : wanted.directories()) {
      WatchKey key = register(directory);
      if (key != null) {
        keys.put(directory, key);
        added |= key != before.get(directory);
      }
    }
    before.values().stream().filter(key -> !keys.containsValue(key)).forEach(WatchKey::cancel);
    return added;
  }

  private @Nullable WatchKey register(Path directory) {
    try {
      WatchKey key = directory.register(service, ALL);
      if (!key.watchable().equals(directory)) {
        // It was moved here from another place that is watched, and reports would name that.
        key.cancel();
        key = directory.register(service, ALL);
      }
      return key;
    } catch (IOException e) {
      // Gone meanwhile, or no watch left: the rescan sees what happens there.
      return null;
    }
  }

  /**
   * Waits until something happens, at most so long.
   *
   * @return what happened, in its order; empty when nothing did
   * @throws InterruptedException when the thread is to end, also by {@link #close}
   */
  public List<Change> await(Duration longest) throws InterruptedException {
    List<Change> changes = new ArrayList<>();
    try {
      WatchKey key = service.poll(Math.max(0, longest.toNanos()), TimeUnit.NANOSECONDS);
      while (key != null) {
        read(key, changes);
        key = service.poll();
      }
    } catch (ClosedWatchServiceException e) {
      throw new InterruptedException("closed");
    }
    return changes;
  }

  private void read(WatchKey key, List<Change> changes) {
    Path directory = (Path) key.watchable();
    for (WatchEvent<?> event : key.pollEvents()) {
      if (event.context() instanceof Path name) {
        Path entry = directory.resolve(name);
        if (watched.concerns(directory, entry)) {
          changes.add(new Change(entry, kind(event)));
        }
      } else {
        changes.add(new Change(directory, Kind.UNKNOWN));
      }
    }
    if (!key.reset() && keys.containsValue(key)) {
      // The directory itself is gone.
      changes.add(new Change(directory, Kind.UNKNOWN));
    }
  }

  private static Kind kind(WatchEvent<?> event) {
    if (event.kind() == StandardWatchEventKinds.ENTRY_DELETE) {
      return Kind.GONE;
    }
    return TELLS_MOVES && event.kind() == StandardWatchEventKinds.ENTRY_CREATE
        ? Kind.ARRIVED
        : Kind.WRITTEN;
  }

  @Override
  public void close() throws IOException {
    service.close();
  }
}
