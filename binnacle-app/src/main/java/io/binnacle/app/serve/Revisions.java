package io.binnacle.app.serve;

import io.binnacle.app.problem.ExitCode;
import io.binnacle.app.problem.Problem;
import io.binnacle.sources.SourceListener;
import io.binnacle.sources.files.RawFile;
import io.binnacle.sources.revision.Revision;
import io.binnacle.sources.revision.RevisionStore;
import io.binnacle.sources.revision.RevisionWriter;
import io.binnacle.store.git.GitRevisionStore;
import io.binnacle.text.types.TypeCatalog;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The revisions of a control plane (G-6): its directory begins with the newest one, and what is
 * accepted of it becomes the next.
 *
 * <p>Used by the thread that starts and closes the control plane.
 */
final class Revisions implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Revisions.class);

  private final RevisionStore store;
  private final RevisionWriter writer;

  /** The revision that was the newest when the process began. */
  private final @Nullable Revision first;

  private Revisions(RevisionStore store, TypeCatalog types) {
    this.store = store;
    this.first = store.newest();
    this.writer = new RevisionWriter(store, types, Clock.systemUTC());
  }

  /**
   * Opens those of a data directory.
   *
   * @return null when the disk does not let it, which is logged: serving goes on without
   * @throws Problem when another process has the directory
   */
  static @Nullable Revisions open(Path data, TypeCatalog types) {
    try {
      return new Revisions(GitRevisionStore.open(data), types);
    } catch (IllegalStateException e) {
      throw new Problem(ExitCode.FAILED, "--data: " + e.getMessage(), e);
    } catch (IOException e) {
      LOG.error("{}: no revisions can be read or kept: {}", data, String.valueOf(e.getMessage()));
      return null;
    }
  }

  /** What a source begins with. */
  List<RawFile> newestFiles(Path directory) {
    return RevisionWriter.newestFiles(store, directory);
  }

  /** Says what is served, after a first look at the source that found errors. */
  void servedInstead(Path directory) {
    Revision revision = first;
    if (revision != null) {
      LOG.atWarn()
          .addKeyValue("event", "revision-served")
          .addKeyValue("revision", revision.number())
          .log(
              "{}: what cannot be read of it is served as in revision {} of {}",
              directory,
              revision.number(),
              revision.at());
    }
  }

  /** Is to be notified of what becomes of the source. */
  SourceListener listener() {
    return writer;
  }

  /** After the source. */
  @Override
  public void close() {
    writer.close();
    store.close();
  }
}
