package io.binnacle.core.validate.constraint;

import static java.util.Objects.requireNonNull;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.UnknownFieldSet;
import io.binnacle.core.message.GeneratedTypes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An annotation, or a part of one, read by names.
 *
 * <p>Out of the bytes of the options: whether a descriptor knows the extensions, and by which
 * class, depends on how it was made.
 *
 * @param message such as {@code validate.StringRules}
 */
record RuleText(Message message) {

  private static final int NUMBER = 1071;
  private static final String FILE = "validate/validate.proto";

  /** The annotation of a field; null when it has none. */
  static @Nullable RuleText ofField(FieldDescriptor field) {
    ByteString bytes = extension(field.getOptions());
    if (bytes == null || bytes.isEmpty()) {
      return null;
    }
    Descriptor type =
        requireNonNull(GeneratedTypes.INSTANCE.commonFiles().get(FILE), FILE)
            .findMessageTypeByName("FieldRules");
    try {
      return new RuleText(DynamicMessage.parseFrom(type, bytes));
    } catch (InvalidProtocolBufferException e) {
      // an annotation of a later kind: nothing that this program could check
      return null;
    }
  }

  /** Whether a message or oneof has the annotation of which the value is a bool. */
  static boolean isSet(Message options) {
    return fieldOf(options).getVarintList().contains(1L);
  }

  private static @Nullable ByteString extension(Message options) {
    List<ByteString> parts = fieldOf(options).getLengthDelimitedList();
    return parts.isEmpty() ? null : ByteString.copyFrom(parts);
  }

  private static UnknownFieldSet.Field fieldOf(Message options) {
    try {
      return UnknownFieldSet.parseFrom(options.toByteString()).getField(NUMBER);
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalStateException("what was serialized can be parsed", e);
    }
  }

  /** The part that is set of the oneof {@code type}: its name; null when there is none. */
  @Nullable FieldDescriptor kind() {
    return message.getOneofFieldDescriptor(message.getDescriptorForType().getOneofs().get(0));
  }

  boolean has(String name) {
    FieldDescriptor field = message.getDescriptorForType().findFieldByName(name);
    return field != null && message.hasField(field);
  }

  boolean isTrue(String name) {
    return value(name) instanceof Boolean set && set;
  }

  /** The value of a field that is set; null when it is not. */
  @Nullable Object value(String name) {
    FieldDescriptor field = message.getDescriptorForType().findFieldByName(name);
    return field != null && message.hasField(field) ? message.getField(field) : null;
  }

  /** The number in a field; null when it is not set. */
  @Nullable Long number(String name) {
    return value(name) instanceof Number number ? (Long) number.longValue() : null;
  }

  /** A part; null when it is not set. */
  @Nullable RuleText part(String name) {
    return value(name) instanceof Message part ? new RuleText(part) : null;
  }

  List<?> list(String name) {
    FieldDescriptor field = message.getDescriptorForType().findFieldByName(name);
    return field == null ? List.of() : (List<?>) message.getField(field);
  }
}
