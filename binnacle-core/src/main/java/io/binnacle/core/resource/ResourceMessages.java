package io.binnacle.core.resource;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/**
 * What the core reads out of resource messages: the name, and the bytes. By descriptors, so that a
 * message of another API version or of a descriptor set serves as well.
 */
final class ResourceMessages {

  private ResourceMessages() {}

  /** The name inside the message, or null when its type has none. */
  static @Nullable String nameOf(Message message) {
    Descriptor descriptor = message.getDescriptorForType();
    FieldDescriptor field = descriptor.findFieldByName("name");
    if (field == null) {
      field = descriptor.findFieldByName("cluster_name");
    }
    boolean isText =
        field != null
            && !field.isRepeated()
            && field.getJavaType() == FieldDescriptor.JavaType.STRING;
    return isText ? (String) message.getField(field) : null;
  }

  /** Bytes that depend on the content only: maps are written in the order of their keys. */
  static ByteString deterministicBytes(Message message) {
    ByteString.Output bytes = ByteString.newOutput(message.getSerializedSize());
    CodedOutputStream out = CodedOutputStream.newInstance(bytes);
    out.useDeterministicSerialization();
    try {
      message.writeTo(out);
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory cannot fail", e);
    }
    return bytes.toByteString();
  }
}
