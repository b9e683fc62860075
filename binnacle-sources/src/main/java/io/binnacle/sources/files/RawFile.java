package io.binnacle.sources.files;

import com.google.protobuf.ByteString;
import org.jspecify.annotations.Nullable;

/**
 * A file of a source with its bytes. Equal when path and bytes are.
 *
 * @param path within the directory, with {@code /}
 * @param name as the user knows it, for findings
 * @param bytes empty when there is a problem
 * @param problem why it could not be read; null when it could
 */
public record RawFile(String path, String name, ByteString bytes, @Nullable String problem) {

  /** A file that was read. */
  public static RawFile of(String path, String name, byte[] bytes) {
    return new RawFile(path, name, ByteString.copyFrom(bytes), null);
  }

  /** A file that is there but cannot be read. */
  public static RawFile unreadable(String path, String name, String problem) {
    return new RawFile(path, name, ByteString.EMPTY, problem);
  }
}
