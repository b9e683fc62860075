package io.binnacle.app.cli;

import io.binnacle.app.problem.Problem;
import io.binnacle.core.view.Snapshot;
import io.binnacle.server.catalog.NodeAssigner;
import io.binnacle.server.catalog.SnapshotTemplate;
import io.binnacle.sources.DirectorySource;
import io.binnacle.sources.GroupSink;
import io.binnacle.sources.SourceEvent;
import io.binnacle.sources.SourceListener;
import io.binnacle.sources.load.LoadedConfiguration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes each state that a watched directory comes to. A state that cannot be written is reported,
 * and the files stay. The first is written by {@link #begin}, later ones on the source's thread.
 */
final class WatchedExport implements SourceListener {

  /** The files are all there is: nothing is served. */
  static final GroupSink NO_SINK =
      new GroupSink() {
        @Override
        public void publish(String group, Snapshot snapshot) {}

        @Override
        public void publish(String group, SnapshotTemplate template) {}

        @Override
        public void remove(String group) {}

        @Override
        public void assigner(NodeAssigner assigner) {}
      };

  private final Consumer<LoadedConfiguration> writer;
  private final Consumer<String> problems;
  private final ReentrantLock lock = new ReentrantLock();
  private @Nullable DirectorySource source;

  /**
   * @param writer writes one state; throws a {@link Problem} when it cannot
   * @param problems is notified of what is wrong
   */
  WatchedExport(Consumer<LoadedConfiguration> writer, Consumer<String> problems) {
    this.writer = writer;
    this.problems = problems;
  }

  /**
   * Writes what is in force, and from now on what comes.
   *
   * @throws Problem when the first state cannot be written
   */
  void begin(DirectorySource watched) {
    lock.lock();
    try {
      source = watched;
      writer.accept(watched.configuration());
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void on(SourceEvent event) {
    lock.lock();
    try {
      DirectorySource watched = source;
      if (watched == null) {
        return; // begin writes the newest
      }
      if (event instanceof SourceEvent.Failed failed) {
        failed.changes().appeared().forEach(finding -> problems.accept(finding.toString()));
      }
      if (event instanceof SourceEvent.Waiting waiting) {
        waiting.changes().appeared().forEach(finding -> problems.accept(finding.toString()));
      }
      if (event instanceof SourceEvent.Loaded || event instanceof SourceEvent.Failed) {
        writer.accept(watched.configuration());
      }
    } catch (Problem e) {
      problems.accept(e.forPeople() + "\nthe files stay as they are");
    } finally {
      lock.unlock();
    }
  }
}
