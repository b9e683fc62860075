package io.binnacle.sources;

import io.binnacle.core.validate.IssueKind;
import io.binnacle.core.validate.Severity;
import io.binnacle.sources.files.DirectoryScanner;
import io.binnacle.sources.files.DirectoryWatch;
import io.binnacle.sources.files.RawFile;
import io.binnacle.sources.files.Scan;
import io.binnacle.sources.load.ConfigurationLoader;
import io.binnacle.sources.load.LoadedConfiguration;
import io.binnacle.text.Finding;
import io.binnacle.text.Position;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
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

  private final DirectoryScanner scanner;
  private final DirectoryWatch watch;
  private final ReloadSchedule schedule;
  private final Reloader reloader;
  private final Thread thread;

  private DirectorySource(
      Path directory, SourceOptions options, GroupSink sink, SourceListener listener)
      throws IOException {
    this.scanner = new DirectoryScanner(directory);
    this.watch = new DirectoryWatch(directory);
    this.schedule = new ReloadSchedule(options.quietTime(), options.rescan(), System.nanoTime());
    this.reloader =
        new Reloader(
            directory.toString(),
            new ConfigurationLoader(options.types(), options.environment(), options.validator()),
            sink,
            listener);
    this.thread = new Thread(this::run, "source " + directory);
    thread.setDaemon(true);
  }

  /**
   * Loads a directory, publishes what is good of it, and goes on watching it. Whether anything
   * could be loaded says {@link #configuration}; the source is watched in either case.
   *
   * @param directory may be a single file too
   * @throws IOException when the system cannot watch files
   */
  public static DirectorySource open(
      Path directory, SourceOptions options, GroupSink sink, SourceListener listener)
      throws IOException {
    DirectorySource source = new DirectorySource(directory, options, sink, listener);
    source.look(true);
    source.thread.start();
    return source;
  }

  /**
   * Loads a directory once, for looking at it: no publishing, no watching.
   *
   * @param directory may be a single file too
   */
  public static LoadedConfiguration read(Path directory, SourceOptions options) {
    DirectoryScanner scanner = new DirectoryScanner(directory);
    Scan scan = scanner.settled(TRIES);
    if (scan instanceof Scan.Content content && !content.files().isEmpty()) {
      List<RawFile> files = content.files();
      return new ConfigurationLoader(options.types(), options.environment(), options.validator())
          .load(files, LoadedConfiguration.EMPTY);
    }
    String reason =
        scan instanceof Scan.Failed failed
            ? failed.reason()
            : scan instanceof Scan.Changing
                ? "changes all the time while it is read"
                : "holds no configuration (" + DirectoryScanner.endings() + ")";
    return LoadedConfiguration.EMPTY.failed(
        new Finding(
            Position.startOf(directory.toString()),
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
        if (watch.await(schedule.untilDue(System.nanoTime()))) {
          schedule.onChange(System.nanoTime());
        }
        if (schedule.isDue(System.nanoTime())) {
          look(schedule.hasChange());
        }
      }
    } catch (InterruptedException e) {
      LOG.debug("{} is watched no more", thread.getName());
    }
  }

  private void look(boolean hinted) {
    try {
      Scan scan = scanner.settled(TRIES);
      if (watch.watch(scanner.directories())) {
        // Something may have happened there between the look and the watch.
        scan = scanner.settled(TRIES);
      }
      schedule.onScan(System.nanoTime());
      if (scan instanceof Scan.Changing) {
        schedule.onChange(System.nanoTime());
      } else {
        reloader.onScan(scan, hinted);
      }
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      // Our own fault, or too much; the thread goes on, so that the next change has its chance.
      LOG.error("{} could not be reloaded, what is in force stays", thread.getName(), e);
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
