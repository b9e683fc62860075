package io.binnacle.sources;

import io.binnacle.core.validate.IssueKind;
import io.binnacle.core.validate.Severity;
import io.binnacle.sources.files.DirectoryScanner;
import io.binnacle.sources.files.RawFile;
import io.binnacle.sources.files.Scan;
import io.binnacle.sources.load.ConfigurationLoader;
import io.binnacle.sources.load.LoadedConfiguration;
import io.binnacle.text.Finding;
import io.binnacle.text.Position;
import io.binnacle.text.watch.Change;
import io.binnacle.text.watch.DirectoryWatch;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A directory of groups that is published, and watched for changes (G-5).
 *
 * <p>It has one daemon thread, which reads and publishes; the first load is done by the thread that
 * opens it. What was published stays when it is closed.
 */
public final class DirectorySource implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(DirectorySource.class);
  private static final int TRIES = 20;
  private static final Duration LATE_REPORTS = Duration.ofMillis(5);

  private final DirectoryScanner scanner;
  private final DirectoryWatch watch;
  private final Looking looking;
  private final Reloader reloader;
  private final Thread thread;
  private final String name;
  private final SourceListener listener;
  private List<Finding> waiting = List.of();

  private DirectorySource(
      Path directory, SourceOptions options, GroupSink sink, SourceListener listener)
      throws IOException {
    this.scanner = new DirectoryScanner(directory);
    this.watch = new DirectoryWatch();
    this.looking = new Looking(options, System.nanoTime());
    this.name = directory.toString();
    this.listener = listener;
    this.reloader =
        new Reloader(
            name,
            new ConfigurationLoader(options.types(), options.environment(), options.validator()),
            sink,
            listener);
    this.thread = new Thread(this::run, "source " + directory);
    thread.setDaemon(true);
  }

  /**
   * Loads a directory, publishes what is good of it, and goes on watching it. Whether anything
   * could be loaded, {@link #configuration} shows; the source is watched in either case.
   *
   * @param directory may be a single file too
   * @throws IOException when the system cannot watch files
   */
  public static DirectorySource open(
      Path directory, SourceOptions options, GroupSink sink, SourceListener listener)
      throws IOException {
    return open(directory, options, sink, listener, List.of());
  }

  /**
   * The same, beginning with the files of a revision (G-6): they are in force until something good
   * is read, and what is bad keeps their state.
   *
   * @param restored the files; empty for none
   */
  public static DirectorySource open(
      Path directory,
      SourceOptions options,
      GroupSink sink,
      SourceListener listener,
      List<RawFile> restored)
      throws IOException {
    DirectorySource source = new DirectorySource(directory, options, sink, listener);
    if (!restored.isEmpty()) {
      source.reloader.restore(restored);
    }
    try {
      source.look();
      while (source.isWaitingToBegin()) {
        source.next();
      }
    } catch (InterruptedException e) {
      source.watch.close();
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while " + directory + " was read");
    }
    source.thread.start();
    return source;
  }

  /** A file that is young and looks half written may be so: a start waits for it, but not long. */
  private boolean isWaitingToBegin() {
    return looking.isWaitingToBegin() && !reloader.configuration().hasErrors();
  }

  /**
   * Loads a directory once, for looking at it: no publishing, no watching.
   *
   * @param directory may be a single file too
   */
  public static LoadedConfiguration read(Path directory, SourceOptions options) {
    DirectoryScanner scanner = new DirectoryScanner(directory);
    Scan scan = scanner.settled(TRIES);
    if (scan instanceof Scan.Content content && content.stable() && !content.files().isEmpty()) {
      List<RawFile> files = content.files();
      return new ConfigurationLoader(options.types(), options.environment(), options.validator())
          .load(files, LoadedConfiguration.EMPTY);
    }
    String reason =
        scan instanceof Scan.Content content && !content.stable()
            ? "changes all the time while it is read"
            : scan instanceof Scan.Failed failed
                ? failed.reason()
                : "holds no configuration (" + DirectoryScanner.endings() + ")";
    return LoadedConfiguration.EMPTY.failed(
        new Finding(
            Position.whole(directory.toString()),
            "",
            "",
            reason,
            Severity.ERROR,
            IssueKind.SOURCE.id()));
  }

  /** What is in force, and what is wrong with the files. From any thread. */
  public LoadedConfiguration configuration() {
    return reloader.configuration();
  }

  private void run() {
    try {
      while (!Thread.currentThread().isInterrupted()) {
        next();
      }
    } catch (InterruptedException e) {
      LOG.debug("{} is watched no more", thread.getName());
    }
  }

  /** Waits for changes, and looks when that is due. */
  private void next() throws InterruptedException {
    awaitChanges(looking.untilDue(System.nanoTime()));
    if (looking.isDue(System.nanoTime())) {
      look();
    }
  }

  private void awaitChanges(Duration longest) throws InterruptedException {
    List<Change> changes = watch.await(longest);
    looking.onChanges(changes, System.nanoTime());
  }

  private void look() throws InterruptedException {
    try {
      looking.begin(System.nanoTime());
      Scan scan = scanner.scan();
      if (watch.watch(scanner.watched())) {
        // Something may have happened there between the look and the watch.
        scan = scanner.scan();
      }
      awaitChanges(looking.wantsLateReports() ? LATE_REPORTS : Duration.ZERO);
      act(looking.finish(scan, System.nanoTime()));
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      // Our own fault, or too much; the thread goes on, so that the next change has its chance.
      looking.fail(System.nanoTime());
      LOG.error("{} could not be reloaded, what is in force stays", thread.getName(), e);
    }
  }

  private void act(Looking.@Nullable Result result) {
    if (result != null) {
      reloader.onScan(result.scan(), result.hinted());
    }
    List<Finding> now = looking.waiting(System.nanoTime());
    if (!now.equals(waiting)) {
      FindingChanges changes = FindingChanges.between(waiting, now);
      waiting = now;
      listener.on(new SourceEvent.Waiting(name, now, changes));
    }
  }

  /** Ends the watching; waits until a reload that is under way is done. */
  @Override
  public void close() throws IOException {
    watch.close();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
