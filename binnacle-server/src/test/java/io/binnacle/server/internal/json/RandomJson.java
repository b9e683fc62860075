package io.binnacle.server.internal.json;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.OneofDescriptor;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * Random JSON that is nearly always a message of a type, in the spellings that proto3 JSON allows
 * and in some that it does not. Without what the reader skips: {@code Any}s and a node's
 * extensions.
 */
final class RandomJson {

  private static final List<String> NUMBERS =
      List.of(
          "0",
          "1",
          "-1",
          "1.0",
          "1e1",
          "1E+1",
          "10e-1",
          "-0",
          "0.0",
          "2147483647",
          "2147483648",
          "-2147483648",
          "4294967295",
          "\"1\"",
          "\"1.0\"",
          "\"1e1\"",
          "\"-1\"",
          "65535");
  private static final List<String> BAD_NUMBERS =
      List.of(
          "1.5",
          "1e30",
          "\"x\"",
          "\"\"",
          "\" 1\"",
          "\"0x10\"",
          "true",
          "{}",
          "[]",
          "99999999999999999999",
          "1e-1",
          "4294967296",
          "\"1.5\"");
  private static final List<String> TEXTS =
      List.of(
          "\"\"",
          "\"a\"",
          "\"1\"",
          "\"null\"",
          "\"\\u00e9\\n\\/\\ud83d\\ude00\"",
          "\"é😀\"",
          "\"a.b\"");
  private static final List<String> VALUES =
      List.of(
          "null",
          "true",
          "false",
          "1",
          "-1.5e3",
          "\"x\"",
          "[]",
          "{}",
          "[1, [null, {\"a\": 2}]]",
          "{\"a\": {\"b\": null}}");

  private final Random random;

  RandomJson(long seed) {
    this.random = new Random(seed);
  }

  String message(Descriptor type, int depth) {
    List<String> entries = new ArrayList<>();
    Set<OneofDescriptor> taken = new HashSet<>();
    for (FieldDescriptor field : type.getFields()) {
      boolean isLeftOut =
          isSkipped(field)
              || random.nextInt(3) > 0
              || (depth == 0 && isMessage(field))
              || (field.getRealContainingOneof() != null
                  && !taken.add(field.getRealContainingOneof())
                  && random.nextInt(50) > 0);
      if (!isLeftOut) {
        String name = random.nextBoolean() ? field.getName() : field.getJsonName();
        entries.add("\"" + name + "\": " + field(field, depth));
      }
    }
    if (random.nextInt(20) == 0) {
      entries.add("\"not_a_field\": " + pick(VALUES));
    }
    return "{" + String.join(random.nextBoolean() ? ", " : ",\n\t", entries) + "}";
  }

  private static boolean isMessage(FieldDescriptor field) {
    return field.getJavaType() == FieldDescriptor.JavaType.MESSAGE;
  }

  private static boolean isSkipped(FieldDescriptor field) {
    return field.getFullName().equals("envoy.config.core.v3.Node.extensions")
        || (isMessage(field) && field.getMessageType().getFullName().equals("google.protobuf.Any"));
  }

  private String field(FieldDescriptor field, int depth) {
    if (random.nextInt(30) == 0) {
      return "null";
    }
    if (field.isMapField()) {
      FieldDescriptor value = field.getMessageType().findFieldByName("value");
      List<String> entries = new ArrayList<>();
      for (int i = random.nextInt(3); i > 0; i--) {
        entries.add("\"k" + i + "\": " + value(value, depth));
      }
      return "{" + String.join(", ", entries) + "}";
    }
    if (field.isRepeated()) {
      List<String> items = new ArrayList<>();
      for (int i = random.nextInt(3); i > 0; i--) {
        items.add(random.nextInt(60) == 0 ? "null" : value(field, depth));
      }
      return "[" + String.join(", ", items) + "]";
    }
    return value(field, depth);
  }

  private String value(FieldDescriptor field, int depth) {
    return switch (field.getJavaType()) {
      case STRING -> pick(TEXTS);
      case BOOLEAN -> pick(List.of("true", "false", "\"true\"", "\"false\""));
      case ENUM -> enumValue(field);
      case BYTE_STRING -> pick(List.of("\"aGk=\"", "\"aGk\"", "\"_-8\"", "\"/+8=\""));
      case MESSAGE -> messageValue(field, depth);
      default -> random.nextInt(15) == 0 ? pick(BAD_NUMBERS) : pick(NUMBERS);
    };
  }

  private String enumValue(FieldDescriptor field) {
    List<EnumValueDescriptor> values = field.getEnumType().getValues();
    EnumValueDescriptor value = values.get(random.nextInt(values.size()));
    return pick(List.of("\"" + value.getName() + "\"", "" + value.getNumber(), "77", "1.0", "-3"));
  }

  private String messageValue(FieldDescriptor field, int depth) {
    return switch (field.getMessageType().getFullName()) {
      case "google.protobuf.Struct" -> "{\"s\": " + pick(VALUES) + ", \"t\": " + pick(VALUES) + "}";
      case "google.protobuf.Value" -> pick(VALUES);
      default -> message(field.getMessageType(), Math.max(0, depth - 1));
    };
  }

  private String pick(List<String> from) {
    return from.get(random.nextInt(from.size()));
  }
}
