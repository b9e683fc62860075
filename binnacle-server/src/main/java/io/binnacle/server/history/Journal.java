package io.binnacle.server.history;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * A file of records, written at its end only. Each record stands in a frame of its own: a mark, its
 * length, and a checksum of both length and content. So a record that was cut off by a crash, or
 * damaged, is told from whole ones, and the next whole one is found behind it.
 *
 * <p>A record is in the hands of the operating system when {@link #append} returns: it outlives the
 * process, though not a loss of power. Used by one thread at a time.
 */
final class Journal implements AutoCloseable {

  /** Stands in front of each record; no text and no small number looks like it. */
  private static final int MARK = 0xb1_9a_c1_e7;

  /** The part of the heap that a file can take while it is read. */
  private static final int READABLE_PART = 4;

  private static final int HEADER = 3 * Integer.BYTES;
  private static final FileAttribute<?>[] PRIVATE = {
    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
  };

  /**
   * What is in a file.
   *
   * @param records that are whole, in the order in which they were written
   * @param damaged bytes that belong to no whole record, and have whole ones behind them
   * @param torn bytes at the end that belong to no whole record, as a crash leaves them
   */
  record Content(List<ByteBuffer> records, long damaged, long torn) {}

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
  static Content read(Path file) throws IOException {
    if (Files.size(file) > Runtime.getRuntime().maxMemory() / READABLE_PART) {
      throw new IOException("its " + Files.size(file) + " bytes are too many for this heap");
    }
    ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file));
    List<ByteBuffer> records = new ArrayList<>();
    long damaged = 0;
    int wholeUpTo = 0;
    int at = 0;
    while (at < bytes.limit()) {
      ByteBuffer record = recordAt(bytes, at);
      if (record == null) {
        at++;
      } else {
        damaged += at - wholeUpTo;
        records.add(record);
        at += HEADER + record.remaining();
        wholeUpTo = at;
      }
    }
    return new Content(records, damaged, at - wholeUpTo);
  }

  /** The whole record that begins at a place; null when none does. */
  private static @Nullable ByteBuffer recordAt(ByteBuffer bytes, int at) {
    int rest = bytes.limit() - at - HEADER;
    if (rest < 0 || bytes.getInt(at) != MARK) {
      return null;
    }
    int length = bytes.getInt(at + Integer.BYTES);
    if (length < 0 || length > rest) {
      return null;
    }
    ByteBuffer record = bytes.slice(at + HEADER, length);
    return bytes.getInt(at + 2 * Integer.BYTES) == checksum(record.duplicate()) ? record : null;
  }

  private static int checksum(ByteBuffer record) {
    CRC32C checksum = new CRC32C();
    checksum.update(ByteBuffer.allocate(Integer.BYTES).putInt(record.remaining()).flip());
    checksum.update(record);
    return (int) checksum.getValue();
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
    ByteBuffer frame = ByteBuffer.allocate(HEADER + record.length);
    frame.putInt(MARK).putInt(record.length).putInt(checksum(ByteBuffer.wrap(record)));
    frame.put(record).flip();
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

  /** Waits until everything is on the disk. */
  void force() throws IOException {
    channel.force(true);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
