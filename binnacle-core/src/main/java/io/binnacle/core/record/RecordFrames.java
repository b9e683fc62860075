package io.binnacle.core.record;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Each record stands in a frame of its own: a mark, its length, and a checksum of both length and
 * content. So a record that was cut off by a crash, or damaged, is recognized, and the next whole
 * one is found behind it. Stateless.
 */
public final class RecordFrames {

  /** Stands in front of each record; no text and no small number looks like it. */
  private static final int MARK = 0xb1_9a_c1_e7;

  private static final int HEADER = 3 * Integer.BYTES;

  private RecordFrames() {}

  /**
   * What was read.
   *
   * @param records that are whole, in the order in which they were written
   * @param damaged bytes that belong to no whole record, and have whole ones behind them
   * @param torn bytes at the end that belong to no whole record, as a crash leaves them
   */
  public record Content(List<ByteBuffer> records, long damaged, long torn) {

    /** Whether everything that was written is there. */
    public boolean isWhole() {
      return damaged == 0 && torn == 0;
    }
  }

  /** A record in its frame, ready to be read from the buffer. */
  public static ByteBuffer frame(byte[] record) {
    ByteBuffer frame = ByteBuffer.allocate(HEADER + record.length);
    frame.putInt(MARK).putInt(record.length).putInt(checksum(ByteBuffer.wrap(record)));
    return frame.put(record).flip();
  }

  /** Reads what is whole; damage costs no more than the records that it is in. */
  public static Content read(ByteBuffer bytes) {
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
}
