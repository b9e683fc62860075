package io.binnacle.core.client;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Reads the name inside a message without decoding the message: it is field 1 of every resource
 * type that has a name. So a response that repeats thousands of known resources costs a comparison
 * of bytes for each.
 */
final class MessageName {

  private static final int NAME_TAG = WireFormat.FieldType.STRING.getWireType() | 1 << 3;

  private MessageName() {}

  /** The name; null when there is none before the bytes stop to be a message. */
  static @Nullable String of(ByteString message) {
    CodedInputStream in = message.newCodedInput();
    String name = null;
    try {
      for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
        if (tag == NAME_TAG) {
          name = text(in.readBytes()); // of several the last one counts
        } else if (!in.skipField(tag)) {
          return null;
        }
      }
    } catch (CharacterCodingException e) {
      return null;
    } catch (IOException e) {
      // what stands before the fault tells at least which resource is bad
    }
    return name == null || name.isEmpty() ? null : name;
  }

  private static String text(ByteString bytes) throws CharacterCodingException {
    return StandardCharsets.UTF_8.newDecoder().decode(bytes.asReadOnlyByteBuffer()).toString();
  }
}
