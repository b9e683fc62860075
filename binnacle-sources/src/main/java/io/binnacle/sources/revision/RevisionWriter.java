package io.binnacle.sources.revision;

import io.binnacle.sources.SourceEvent;
import io.binnacle.sources.SourceListener;
import io.binnacle.sources.files.RawFile;
import io.binnacle.text.types.TypeCatalog;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes every state of a source that is accepted a revision (G-6), on a thread of its own: serving
 * never waits for a disk. What is accepted while a revision is being written is one revision
 * together, so what waits is bounded. What cannot be written is logged, and tried again; serving
 * goes on.
 */
public final class RevisionWriter implements SourceListener, AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(RevisionWriter.class);
  private static final Duration TRY_AGAIN = Duration.ofSeconds(10);
  private static final Duration LONGEST_END = Duration.ofSeconds(5);

  private final RevisionStore store;
  private final RevisionContent content;
  private final Clock clock;
  private final Thread thread;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private SourceEvent.@Nullable Accepted waiting;
  private boolean isBusy;
  private boolean closed;
  private String problem = "";

  /**
   * A writer, which begins at once.
   *
   * @param types what resources may be made of
   * @param clock for the time of revisions
   */
  public RevisionWriter(RevisionStore store, TypeCatalog types, Clock clock) {
    this.store = store;
    this.content = new RevisionContent(types);
    this.clock = clock;
    this.thread = new Thread(this::run, "binnacle-revisions");
    thread.setDaemon(true);
    thread.start();
  }

  /**
   * The files of the newest revision, to begin with where the source cannot be read.
   *
   * @param directory of the source: files are named as if they were there
   * @return empty when there is no revision, or its files cannot be read, which is logged
   */
  public static List<RawFile> newestFiles(RevisionStore store, Path directory) {
    Revision newest = store.newest();
    List<RawFile> files = new ArrayList<>();
    if (newest == null) {
      return files;
    }
    try {
      RevisionFiles kept = store.files(newest.number(), RevisionPaths.SOURCE);
      kept.sorted()
          .forEach(
              (path, bytes) -> {
                String original = RevisionPaths.inSource(path);
                files.add(new RawFile(original, name(directory, original), bytes, null));
              });
      kept.damaged()
          .forEach(
              (path, reason) -> {
                String original = RevisionPaths.inSource(path);
                String problem = "is damaged in revision " + newest.number() + ": " + reason;
                files.add(RawFile.unreadable(original, name(directory, original), problem));
              });
    } catch (IOException e) {
      log.error(
          "revision {} cannot be read, and is not begun with: {}", newest.number(), e.getMessage());
    }
    return files;
  }

  private static String name(Path directory, String path) {
    return directory.resolve(path).toString();
  }

  @Override
  public void on(SourceEvent event) {
    if (event instanceof SourceEvent.Accepted accepted) {
      lock.lock();
      try {
        waiting = accepted;
        changed.signalAll();
      } finally {
        lock.unlock();
      }
    }
  }

  private void run() {
    try {
      for (SourceEvent.Accepted next = take(); next != null; next = take()) {
        done(next, write(next));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void done(SourceEvent.Accepted accepted, boolean written) throws InterruptedException {
    lock.lock();
    try {
      isBusy = false;
      changed.signalAll();
      if (!written && waiting == null && !closed) {
        // Until then, or something new comes; await counts it as done.
        changed.awaitNanos(TRY_AGAIN.toNanos());
        waiting = waiting == null ? accepted : waiting;
      }
    } finally {
      lock.unlock();
    }
  }

  private SourceEvent.@Nullable Accepted take() throws InterruptedException {
    lock.lock();
    try {
      while (waiting == null && !closed) {
        changed.await();
      }
      SourceEvent.Accepted next = waiting;
      waiting = null;
      isBusy = next != null;
      return next;
    } finally {
      lock.unlock();
    }
  }

  private boolean write(SourceEvent.Accepted accepted) {
    try {
      RevisionDraft draft = content.draft(accepted.groups(), clock.instant(), accepted.source());
      Revision revision = store.append(draft);
      content.kept();
      problem = "";
      if (revision != null) {
        log.info("revision {}: {}", revision.number(), revision.message());
      }
      return true;
    } catch (IOException | RuntimeException e) {
      String now = String.valueOf(e.getMessage());
      if (!now.equals(problem)) {
        problem = now;
        log.error(
            "no revision could be written: {}; serving goes on, and it is tried again", now, e);
      }
      return false;
    }
  }

  /** Waits until what was accepted so far is written, or could not be. */
  void await() throws InterruptedException {
    lock.lock();
    try {
      while (waiting != null || isBusy) {
        changed.await();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Writes what waits, unless that takes too long, and ends. The store stays open. */
  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    try {
      thread.join(LONGEST_END.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
