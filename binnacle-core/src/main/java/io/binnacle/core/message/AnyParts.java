package io.binnacle.core.message;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Message;

/**
 * The two fields of a {@code google.protobuf.Any}, which may be of the generated class or a dynamic
 * message.
 *
 * @param typeUrl empty when the Any holds nothing
 * @param value the bytes of the message that it holds
 */
public record AnyParts(String typeUrl, ByteString value) {

  /** Reads the fields of a message that is known to be an Any. */
  public static AnyParts of(Message message) {
    if (message instanceof Any any) {
      return new AnyParts(any.getTypeUrl(), any.getValue());
    }
    Descriptor type = message.getDescriptorForType();
    return new AnyParts(
        (String) message.getField(type.findFieldByNumber(Any.TYPE_URL_FIELD_NUMBER)),
        (ByteString) message.getField(type.findFieldByNumber(Any.VALUE_FIELD_NUMBER)));
  }
}
