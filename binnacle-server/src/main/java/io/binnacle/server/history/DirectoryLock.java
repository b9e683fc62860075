package io.binnacle.server.history;

import io.binnacle.server.internal.Internal;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import org.jspecify.annotations.Nullable;

/** A directory that no other process may write to; the system gives it free when this one ends. */
@Internal
public final class DirectoryLock implements AutoCloseable {

  private final FileChannel channel;

  private DirectoryLock(FileChannel channel) {
    this.channel = channel;
  }

  /**
   * Takes a directory, which is made when it is not there.
   *
   * @param file which one in it stands for the directory, or for a part of it
   * @throws IllegalStateException when somebody has it
   * @throws IOException when it cannot be made or written to
   */
  public static DirectoryLock take(Path directory, String file) throws IOException {
    if (!Files.isDirectory(directory)) {
      boolean posix = directory.getFileSystem().supportedFileAttributeViews().contains("posix");
      Files.createDirectories(directory);
      if (posix) {
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
      }
    }
    FileChannel channel =
        FileChannel.open(
            directory.resolve(file), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    boolean taken = false;
    try {
      taken = lock(channel) != null;
      if (!taken) {
        throw new IllegalStateException(
            directory + " is in use by another server; each needs a directory of its own");
      }
      return new DirectoryLock(channel);
    } finally {
      if (!taken) {
        channel.close();
      }
    }
  }

  private static @Nullable FileLock lock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException e) {
      return null;
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
