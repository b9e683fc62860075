package io.binnacle.text.decode;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;

/** What stands where a list or map must hold a value and the text has none. Stateless. */
final class EmptyValue {

  private EmptyValue() {}

  /** The value, as {@code Message.Builder.addRepeatedField} takes it. */
  static Object of(FieldDescriptor field, Message.Builder parent) {
    return switch (field.getJavaType()) {
      case INT -> 0;
      case LONG -> 0L;
      case FLOAT -> 0f;
      case DOUBLE -> 0d;
      case BOOLEAN -> false;
      case STRING -> "";
      case BYTE_STRING -> ByteString.EMPTY;
      case ENUM -> field.getEnumType().getValues().get(0);
      case MESSAGE -> parent.newBuilderForField(field).buildPartial();
    };
  }

  /** What to call it in a message to a user. */
  static String name(FieldDescriptor field) {
    return switch (field.getJavaType()) {
      case MESSAGE -> "an empty " + field.getMessageType().getName();
      case STRING, BYTE_STRING -> "''";
      case BOOLEAN -> "false";
      case ENUM -> field.getEnumType().getValues().get(0).getName();
      default -> "0";
    };
  }
}
