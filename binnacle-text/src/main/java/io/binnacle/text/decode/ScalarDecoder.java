package io.binnacle.text.decode;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.EnumDescriptor;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import io.binnacle.core.message.FieldPath;
import io.binnacle.core.message.NearestName;
import io.binnacle.core.validate.IssueKind;
import io.binnacle.text.tree.YamlScalar;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decodes one scalar by the type of its field. Messages never repeat a bytes value: it may be a
 * secret.
 */
final class ScalarDecoder {

  private ScalarDecoder() {}

  /**
   * The value as {@code Message.Builder.setField} takes it; null when it was wrong, which was
   * reported.
   */
  static @Nullable Object decode(
      YamlScalar scalar, FieldDescriptor field, FieldPath path, Reading reading) {
    try {
      Object value =
          switch (field.getType()) {
            case STRING -> string(scalar);
            case BYTES -> bytes(scalar);
            case BOOL -> bool(scalar);
            case ENUM -> enumValue(scalar, field.getEnumType());
            case FLOAT -> NumberText.toFloat(scalar);
            case DOUBLE -> NumberText.toDouble(scalar);
            case INT32, SINT32, SFIXED32 ->
                (int) NumberText.integer(scalar, Integer.MIN_VALUE, Integer.MAX_VALUE);
            case UINT32, FIXED32 -> (int) NumberText.integer(scalar, 0, 0xFFFF_FFFFL);
            case INT64, SINT64, SFIXED64 ->
                NumberText.integer(scalar, Long.MIN_VALUE, Long.MAX_VALUE);
            case UINT64, FIXED64 -> NumberText.unsignedLong(scalar);
            case MESSAGE, GROUP -> throw new IllegalArgumentException(field.getFullName());
          };
      String doubt = doubt(scalar, field, value);
      if (doubt != null) {
        reading.warning(IssueKind.DECODE, scalar, path, doubt);
      }
      if (value instanceof EnumValueDescriptor named && isDeprecated(named)) {
        reading.warning(
            IssueKind.DEPRECATED, scalar, path, NumberText.quote(scalar) + " is deprecated");
      }
      return value;
    } catch (BadValueException e) {
      reading.error(scalar, path, String.valueOf(e.getMessage()));
      return null;
    }
  }

  /** What a field takes, for a message to a user. */
  static String expectation(FieldDescriptor field) {
    return switch (field.getType()) {
      case STRING -> "a string";
      case BYTES -> "bytes in base64";
      case BOOL -> "true or false";
      case ENUM -> "one of the names of " + field.getEnumType().getName();
      case FLOAT, DOUBLE -> "a number";
      default -> "a whole number";
    };
  }

  private static boolean isDeprecated(EnumValueDescriptor value) {
    return value.getOptions().getDeprecated();
  }

  /** What to write of a value that Envoy reads, but that people may read otherwise. */
  private static @Nullable String doubt(YamlScalar scalar, FieldDescriptor field, Object value) {
    return switch (field.getJavaType()) {
      case INT, LONG, FLOAT, DOUBLE -> doubtfulNumber(scalar, value);
      case BOOLEAN ->
          BooleanText.isDoubtful(scalar)
              ? NumberText.quote(scalar) + " is read as " + value + ", as by Envoy; write " + value
              : null;
      default -> null;
    };
  }

  private static @Nullable String doubtfulNumber(YamlScalar scalar, Object value) {
    if (NumberText.isOctal(scalar)) {
      return "the leading zero makes this the octal number "
          + value
          + ", as for Envoy; write it in decimal";
    }
    if (NumberText.hasLeadingZero(scalar)) {
      return "read as " + value + ", as by Envoy; remove the zero, which makes others octal";
    }
    return NumberText.isQuotedHexadecimal(scalar)
        ? "read as " + value + ", as by Envoy; no other reader takes it, write it in decimal"
        : null;
  }

  static boolean isNullValue(EnumDescriptor type) {
    return type.getFullName().equals("google.protobuf.NullValue");
  }

  private static String string(YamlScalar scalar) throws BadValueException {
    String text = scalar.text();
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        int codePoint = text.codePointAt(i++);
        if (Character.charCount(codePoint) == 1) {
          throw new BadValueException("not valid Unicode: half of a surrogate pair");
        }
      }
    }
    return text;
  }

  /** Standard or URL-safe alphabet, mixed or not, padded or not. */
  private static ByteString bytes(YamlScalar scalar) throws BadValueException {
    String text = scalar.text().replace('-', '+').replace('_', '/');
    try {
      return ByteString.copyFrom(Base64.getDecoder().decode(text));
    } catch (IllegalArgumentException e) {
      throw new BadValueException(
          "not base64: bytes are written in base64 on one line (for readable text use inline_string"
              + " where there is one)");
    }
  }

  private static boolean bool(YamlScalar scalar) throws BadValueException {
    Boolean value = BooleanText.of(scalar);
    if (value == null) {
      throw new BadValueException("expected true or false, got " + NumberText.quote(scalar));
    }
    return value;
  }

  private static EnumValueDescriptor enumValue(YamlScalar scalar, EnumDescriptor type)
      throws BadValueException {
    if (scalar.isNull() && isNullValue(type)) {
      return type.getValues().get(0);
    }
    EnumValueDescriptor named = named(scalar.text(), type);
    if (named != null) {
      return named;
    }
    YamlScalar stripped = new YamlScalar(scalar.position(), scalar.text().strip(), scalar.quoted());
    if (NumberText.isNumber(stripped)) {
      int number = (int) NumberText.integer(stripped, Integer.MIN_VALUE, Integer.MAX_VALUE);
      EnumValueDescriptor numbered = type.findValueByNumber(number);
      if (numbered == null && type.isClosed()) {
        throw new BadValueException(number + " is no value of " + type.getName());
      }
      // An open enum keeps numbers of a newer API.
      return numbered == null ? type.findValueByNumberCreatingIfUnknown(number) : numbered;
    }
    List<String> names = type.getValues().stream().map(EnumValueDescriptor::getName).toList();
    String hint = NearestName.hint(names, scalar.text());
    if (hint.isEmpty() && names.size() <= 12) {
      hint = ", it is one of " + String.join(", ", names);
    }
    throw new BadValueException(
        NumberText.quote(scalar) + " is no value of " + type.getName() + hint);
  }

  /** Case does not count, as for Envoy. */
  private static @Nullable EnumValueDescriptor named(String name, EnumDescriptor type) {
    EnumValueDescriptor exact = type.findValueByName(name);
    if (exact != null) {
      return exact;
    }
    for (EnumValueDescriptor value : type.getValues()) {
      if (value.getName().equalsIgnoreCase(name)) {
        return value;
      }
    }
    return null;
  }
}
