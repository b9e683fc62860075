package io.binnacle.server.history;

import io.binnacle.core.message.InlineSecrets;
import io.binnacle.core.message.MessageTypes;
import io.binnacle.core.resource.ReferenceFinder;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.ViewHistory;
import io.binnacle.core.view.TypeView;
import io.binnacle.server.history.RememberedViews.Known;
import io.binnacle.server.history.ViewFile.Replacement;
import io.binnacle.server.internal.threads.OwnThreads;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The views that clients may hold, in memory and in a directory: so a change that is made while the
 * server is down is a transition for clients too that come back over SotW (O-10).
 *
 * <p>A view is in the file before the first client is shown it, so that nothing is lost however the
 * process ends. It is brought to the disk in the background, since no event loop may wait for that:
 * what came while the disk was busy goes together, so a loss of power costs what was written since
 * the disk began with its last piece. What cannot be written or read is warned of and costs no more
 * than what it would have told. Contents with a secret in them (a private key inline) are not
 * written: a view that had one is known again as soon as the same content is published.
 *
 * <p>Safe from any thread. One process at a time may have a directory. Close it after the servers
 * that use it.
 */
public final class StoredViewHistory implements ViewHistory, AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(StoredViewHistory.class);

  private final Path directory;
  private final RememberedViews memory;
  private final ViewFile file;
  private final @Nullable DirectoryLock mine;
  private final Executor rewriter;
  private final Executor syncer;

  /** Guards all below, and the file. */
  private final ReentrantLock lock = new ReentrantLock();

  /** Views that were read and lack contents that were not written. */
  private final Map<ViewVersion, RestoredView> incomplete = new HashMap<>();

  private boolean failing;

  /** Whether it is asked for already that all goes to the disk. */
  private boolean syncing;

  private boolean closed;

  private StoredViewHistory(
      Path directory,
      RememberedViews memory,
      ViewFile file,
      @Nullable DirectoryLock mine,
      Executor rewriter,
      Executor syncer) {
    this.directory = directory;
    this.memory = memory;
    this.file = file;
    this.mine = mine;
    this.rewriter = rewriter;
    this.syncer = syncer;
  }

  /**
   * Opens the history of a directory, which is made when it is not there. A directory that cannot
   * be read or written is warned of, and the history is then in memory only.
   *
   * @param types what resources may hold, for what they refer to and for secrets in them
   * @throws IllegalStateException when another process, or another history of this one, has it
   */
  public static StoredViewHistory open(Path directory, MessageTypes types) {
    Executor own = OwnThreads.named("binnacle-history");
    return open(directory, types, RememberedViews.defaultBytes(), own, own);
  }

  static StoredViewHistory open(
      Path directory, MessageTypes types, long mostBytes, Executor rewriter, Executor syncer) {
    DirectoryLock mine = null;
    IOException failure = null;
    try {
      mine = DirectoryLock.take(directory, "lock");
    } catch (IOException e) {
      failure = e;
    }
    InlineSecrets secrets = new InlineSecrets(types);
    StoredViewHistory history =
        new StoredViewHistory(
            directory,
            new RememberedViews(mostBytes),
            new ViewFile(directory.resolve("views"), resource -> secrets.isIn(resource.packed())),
            mine,
            rewriter,
            syncer);
    history.restore(new ReferenceFinder(types));
    if (failure != null) {
      history.failed(failure);
    }
    return history;
  }

  private void restore(ReferenceFinder references) {
    try {
      ViewFile.Content content = file.read(references);
      content
          .views()
          .forEach(
              (version, view) -> {
                if (view.isWhole()) {
                  memory.restored(version, view.view(), content.follows().get(version));
                } else {
                  incomplete.put(version, view);
                }
              });
      log.info("{}: {} views of former runs are known", directory, content.views().size());
      if (content.damaged() > 0 || content.lost() > 0) {
        log.warn(
            "{}: {} bytes are damaged, and {} views that stand behind them are lost; SotW"
                + " clients that hold one of them get the present state at once instead of in"
                + " order",
            directory.resolve("views"),
            content.damaged(),
            content.lost());
      }
      if (content.torn() > 0) {
        log.warn(
            "{}: the last {} bytes are no whole record, as after a crash; they are cut off",
            directory.resolve("views"),
            content.torn());
      }
    } catch (IOException | RuntimeException e) {
      log.warn(
          "{}: cannot be read, so nothing of former runs is known: {}",
          directory.resolve("views"),
          reason(e));
    }
  }

  @Override
  public void published(@Nullable TypeView before, TypeView view) {
    memory.published(before, view);
    lock.lock();
    try {
      complete(view);
      write(view, before);
      if (!failing && file.isTooLarge()) {
        file.replacing();
        List<Known> all = memory.all();
        rewriter.execute(() -> replace(all));
      }
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void shown(TypeView view) {
    memory.shown(view);
    if (file.holds(ViewVersion.of(view))) {
      return;
    }
    lock.lock();
    try {
      if (!failing) { // else the next publish tries again, which holds up no event loop
        write(view, view.base() == view ? null : view.base());
      }
    } finally {
      lock.unlock();
    }
  }

  @Override
  public @Nullable TypeView find(ResourceType type, String version) {
    return memory.find(new ViewVersion(type, version));
  }

  private void write(TypeView view, @Nullable TypeView base) {
    if (closed || mine == null || file.holds(ViewVersion.of(view))) {
      return;
    }
    try {
      file.write(view, base);
      sync();
      if (failing) {
        log.info("{}: views are kept again", directory);
      }
      failing = false;
    } catch (IOException e) {
      failed(e);
    }
  }

  /** Asks for all that was written to go to the disk; one that was asked for stands for all. */
  private void sync() {
    if (!syncing) {
      syncing = true;
      syncer.execute(this::syncNow);
    }
  }

  private void syncNow() {
    Journal written;
    lock.lock();
    try {
      syncing = false; // what is written from now on may come too late for this one
      written = closed ? null : file.written();
    } finally {
      lock.unlock();
    }
    try {
      if (written != null) {
        written.force();
      }
    } catch (ClosedChannelException replaced) {
      // by a file that is on the disk
    } catch (IOException e) {
      lock.lock();
      try {
        failed(e);
      } finally {
        lock.unlock();
      }
    }
  }

  /** What is published now may be what was not written of former views. */
  private void complete(TypeView view) {
    for (Iterator<Map.Entry<ViewVersion, RestoredView>> all = incomplete.entrySet().iterator();
        all.hasNext(); ) {
      Map.Entry<ViewVersion, RestoredView> entry = all.next();
      if (entry.getKey().type().equals(view.type())) {
        RestoredView filled = entry.getValue().filledFrom(view);
        entry.setValue(filled);
        if (filled.isWhole()) {
          memory.restored(entry.getKey(), filled.view(), null);
          all.remove();
        }
      }
    }
  }

  private void replace(List<Known> views) {
    Replacement next = null;
    IOException failure = null;
    try {
      next = file.replacement(views);
    } catch (IOException e) {
      failure = e;
    }
    lock.lock();
    try {
      if (next != null && !closed) {
        file.replaceWith(next);
        sync(); // what came meanwhile
      } else {
        file.notReplaced();
      }
    } catch (IOException e) {
      file.notReplaced();
      failure = e;
    } finally {
      lock.unlock();
    }
    if (failure != null) {
      log.warn("{}: cannot be made smaller: {}", directory.resolve("views"), reason(failure));
    }
  }

  private void failed(IOException failure) {
    if (!failing) {
      log.warn(
          "{}: views cannot be kept: {}; all goes on, but SotW clients that come back after a"
              + " restart of this server may lose at once what was removed meanwhile",
          directory,
          reason(failure));
    }
    failing = true;
  }

  private static String reason(Exception failure) {
    return failure.getClass().getSimpleName() + ": " + failure.getMessage();
  }

  /** Writes nothing more, and gives the directory free. */
  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      Journal written = file.written();
      if (written != null) {
        written.force();
      }
      file.close();
      if (mine != null) {
        mine.close();
      }
    } catch (IOException e) {
      log.warn("{}: {}", directory, reason(e));
    } finally {
      lock.unlock();
    }
  }
}
