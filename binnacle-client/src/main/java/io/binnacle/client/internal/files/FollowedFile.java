package io.binnacle.client.internal.files;

import io.binnacle.client.config.FileSource;
import io.binnacle.text.watch.Change;
import io.binnacle.text.watch.Change.Kind;
import io.binnacle.text.watch.DirectoryWatch;
import io.binnacle.text.watch.Watched;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Follows a file on a thread of its own. It is read when it is there at first, and when another
 * file was moved there or a link on the way to it leads elsewhere. What was written in place is not
 * read, since it may be half written, and what is gone changes nothing (F-3); both are told.
 */
final class FollowedFile implements AutoCloseable {

  /** What is reported as written so soon after it came was not moved there. */
  private static final Duration SETTLING = Duration.ofMillis(50);

  /** Without a report we look again after this time: a file system may report nothing. */
  private static final Duration LOOK = Duration.ofSeconds(5);

  /** Hears of a file, on the thread that follows it. */
  interface Reader {

    void onContent(byte[] bytes);

    /** Something that the user should know; what was read last stays. */
    void onProblem(String message);
  }

  /** What tells one file from another one in its place. */
  private record Identity(Path real, @Nullable Object key, FileTime modified, long size) {

    boolean isOtherFile(@Nullable Identity before) {
      return before == null || !real.equals(before.real) || !Objects.equals(key, before.key);
    }
  }

  private final FileSource source;
  private final Reader reader;
  private final DirectoryWatch watch;
  private final Thread thread;

  /** Of the file that was read or told of last; null when there was none. */
  private @Nullable Identity known;

  private boolean goneIsTold;
  private boolean atFirst = true;

  FollowedFile(FileSource source, Reader reader) {
    this.source = source;
    this.reader = reader;
    try {
      this.watch = new DirectoryWatch();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot watch " + source.path(), e);
    }
    thread = new Thread(this::run, "binnacle-client-files");
    thread.setDaemon(true);
    thread.start();
  }

  private void run() {
    List<Change> changes = List.of();
    try {
      while (true) {
        // Watched before it is looked at: what happens in between is reported.
        boolean fresh = watch.watch(watched());
        look(changes);
        changes = fresh ? watch.await(Duration.ZERO) : watch.await(LOOK);
      }
    } catch (InterruptedException | ClosedWatchServiceException e) {
      // closed
    }
  }

  private Watched watched() {
    Watched watched = new Watched();
    try {
      watched.way(source.path());
      if (source.watchedDirectory() != null) {
        watched.directory(source.watchedDirectory().toRealPath());
      }
    } catch (IOException e) {
      // A part of the way is missing: what is there is watched, and we look again.
    }
    return watched;
  }

  private void look(List<Change> reported) throws InterruptedException {
    try {
      Identity now = identity();
      if (now.equals(known) && !arrived(reported, now)) {
        return;
      }
      boolean moved = now.isOtherFile(known) || arrived(reported, now);
      List<Change> changes = new ArrayList<>(reported);
      byte[] bytes = moved ? Files.readAllBytes(now.real()) : new byte[0];
      if (moved && !atFirst) {
        changes.addAll(watch.await(SETTLING));
        moved = !written(changes, now) && now.equals(identity());
      }
      known = identity();
      goneIsTold = false;
      if (moved) {
        reader.onContent(bytes);
      } else {
        reader.onProblem(
            source.path()
                + " was written in place and is not read, since it may be half written; move a"
                + " finished file there");
      }
    } catch (NoSuchFileException e) {
      known = null;
      tellGone();
    } catch (IOException e) {
      reader.onProblem("cannot read " + source.path() + ": " + e);
    } finally {
      atFirst = false;
    }
  }

  private void tellGone() {
    if (!goneIsTold) {
      goneIsTold = true;
      reader.onProblem("there is no file " + source.path());
    }
  }

  /** Whether something came, and was not written after that. */
  private boolean arrived(List<Change> changes, Identity now) {
    return lastArrival(changes) >= 0 && !written(changes, now);
  }

  /** Whether the file was written after the last thing came; before that it was another file. */
  private boolean written(List<Change> changes, Identity now) {
    return changes.subList(lastArrival(changes) + 1, changes.size()).stream()
        .anyMatch(change -> change.kind() == Kind.WRITTEN && change.entry().equals(now.real()));
  }

  private static int lastArrival(List<Change> changes) {
    int last = changes.size() - 1;
    while (last >= 0 && changes.get(last).kind() != Kind.ARRIVED) {
      last--;
    }
    return last;
  }

  private Identity identity() throws IOException {
    Path real = source.path().toRealPath();
    BasicFileAttributes attributes = Files.readAttributes(real, BasicFileAttributes.class);
    return new Identity(
        real, attributes.fileKey(), attributes.lastModifiedTime(), attributes.size());
  }

  @Override
  public void close() {
    try {
      watch.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
