package io.binnacle.text.decode;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.Message;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Deterministic serialisation: equal messages give equal bytes, so versions that hash them are
 * equal too.
 */
final class PackedBytes {

  private PackedBytes() {}

  static ByteString of(Message message) {
    byte[] bytes = new byte[message.getSerializedSize()];
    CodedOutputStream out = CodedOutputStream.newInstance(bytes);
    out.useDeterministicSerialization();
    try {
      message.writeTo(out);
    } catch (IOException e) {
      throw new UncheckedIOException("the size that the message gave was wrong", e);
    }
    return com.google.protobuf.UnsafeByteOperations.unsafeWrap(bytes);
  }
}
