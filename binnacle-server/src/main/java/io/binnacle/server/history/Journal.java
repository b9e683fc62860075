package io.binnacle.server.history;

import io.binnacle.core.record.RecordFrames;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * A file of records, written at its end only, each in a frame ({@link RecordFrames}): one that was
 * cut off by a crash, or damaged, is recognized.
 *
 * <p>A record is in the hands of the operating system when {@link #append} returns: it outlives the
 * process. It outlives a loss of power when {@link #force} has returned since. Used by one thread
 * at a time, but for {@link #force}, which any thread may call meanwhile.
 */
final class Journal implements AutoCloseable {

  /** The part of the heap that a file can take while it is read. */
  private static final int READABLE_PART = 4;

  private static final FileAttribute<?>[] PRIVATE = {
    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
  };

  private final FileChannel channel;
  private long size;

  private Journal(FileChannel channel, long size) {
    this.channel = channel;
    this.size = size;
  }

  /** An empty file in place of whatever was there; only its owner may read it. */
  static Journal create(Path file) throws IOException {
    Files.deleteIfExists(file);
    boolean posix = file.getFileSystem().supportedFileAttributeViews().contains("posix");
    Files.createFile(file, posix ? PRIVATE : new FileAttribute<?>[0]);
    forceEntry(file);
    return new Journal(FileChannel.open(file, StandardOpenOption.WRITE), 0);
  }

  /** A file that is there, to be written on after so many of its bytes; the others are cut off. */
  static Journal after(Path file, long size) throws IOException {
    FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
    try {
      channel.truncate(size);
      channel.position(size);
      return new Journal(channel, size);
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  /** Reads what is whole; damage costs no more than the records that it is in. */
  static RecordFrames.Content read(Path file) throws IOException {
    if (Files.size(file) > Runtime.getRuntime().maxMemory() / READABLE_PART) {
      throw new IOException("its " + Files.size(file) + " bytes are too many for this heap");
    }
    return RecordFrames.read(ByteBuffer.wrap(Files.readAllBytes(file)));
  }

  /** Number of bytes. */
  long size() {
    return size;
  }

  /**
   * Writes a record at the end.
   *
   * @throws IOException when it cannot be written; of it nothing is there then, as far as that is
   *     possible
   */
  void append(byte[] record) throws IOException {
    ByteBuffer frame = RecordFrames.frame(record);
    try {
      while (frame.hasRemaining()) {
        channel.write(frame);
      }
      size = channel.position();
    } catch (IOException e) {
      takeBack(e);
      throw e;
    }
  }

  private void takeBack(IOException cause) {
    try {
      channel.truncate(size);
      channel.position(size);
    } catch (IOException e) {
      cause.addSuppressed(e); // what is left is read as damage
    }
  }

  /**
   * Waits until everything that was appended before is on the disk.
   *
   * @throws java.nio.channels.ClosedChannelException when it was closed, even while it waits
   */
  void force() throws IOException {
    channel.force(true);
  }

  /** Waits until the name of a file is on the disk, where the system knows that of directories. */
  static void forceEntry(Path file) {
    Path directory = file.toAbsolutePath().getParent();
    try (FileChannel entries = FileChannel.open(directory, StandardOpenOption.READ)) {
      entries.force(true);
    } catch (IOException e) {
      // Windows opens no directory; it brings names to the disk by itself
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
