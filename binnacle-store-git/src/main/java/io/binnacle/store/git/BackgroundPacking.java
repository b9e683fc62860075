package io.binnacle.store.git;

import io.binnacle.sources.revision.Revision;
import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.eclipse.jgit.internal.storage.file.FileRepository;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.revwalk.RevWalk;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Packs on a thread of its own, whenever so many revisions have come. What goes wrong there is
 * logged and costs space only. Its owner uses it from one thread at a time.
 */
final class BackgroundPacking implements AutoCloseable {

  /** Revisions that are packed together. */
  static final int USUAL = 512;

  private static final Logger log = LoggerFactory.getLogger(BackgroundPacking.class);
  private static final long LONGEST_END_SECONDS = 10;

  private final FileRepository repository;
  private final Packing packing;
  private final int together;
  private final ThreadPoolExecutor thread;
  private volatile boolean closed;
  private long packed;
  private @Nullable Future<?> last;

  /**
   * @param newest number of the newest revision
   */
  BackgroundPacking(FileRepository repository, int together, long newest) throws IOException {
    this.repository = repository;
    this.packing = new Packing(repository);
    this.together = together;
    this.packed = Math.min(newest, packedSoFar());
    this.thread =
        new ThreadPoolExecutor(
            0, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), BackgroundPacking::thread);
  }

  private static Thread thread(Runnable task) {
    Thread thread = new Thread(task, "binnacle-packing");
    thread.setDaemon(true);
    thread.setPriority(Thread.MIN_PRIORITY);
    return thread;
  }

  private long packedSoFar() throws IOException {
    ObjectId commit = packing.packed();
    if (commit == null) {
      return 0;
    }
    try (RevWalk walk = new RevWalk(repository)) {
      Revision revision = RevisionText.read(walk.parseCommit(commit));
      return revision == null ? 0 : revision.number();
    }
  }

  /** A revision was appended. */
  void appended(ObjectId commit, long number) {
    Future<?> running = last;
    if (number - packed >= together && (running == null || running.isDone())) {
      packed = number;
      last = thread.submit(() -> pack(commit, number));
    }
  }

  private void pack(ObjectId commit, long number) {
    long began = System.nanoTime();
    try {
      packing.pack(commit);
      long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began);
      log.debug("revisions up to {} are packed, in {} ms", number, millis);
    } catch (IOException | RuntimeException e) {
      if (!closed) {
        log.warn("revisions up to {} could not be packed: {}", number, String.valueOf(e));
      }
    }
  }

  /** Waits until nothing is being packed. */
  void await() throws InterruptedException {
    Future<?> running = last;
    try {
      if (running != null) {
        running.get();
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
  }

  @Override
  public void close() {
    closed = true;
    thread.shutdown();
    try {
      if (!thread.awaitTermination(LONGEST_END_SECONDS, TimeUnit.SECONDS)) {
        log.info("packing of revisions is broken off; it begins anew at the next start");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
