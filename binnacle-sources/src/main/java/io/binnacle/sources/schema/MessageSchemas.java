package io.binnacle.sources.schema;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Definitions of messages and enums in a JSON Schema, each with all that it refers to. Filled by
 * one thread.
 *
 * <p>Our own reader takes more than proto3 JSON: a {@code ${...}} in the place of every value, a
 * quoted number, and null for an absent field.
 */
final class MessageSchemas {

  /** A string in the place of another value must be a variable. */
  private static final String VARIABLE = "\"pattern\":\"\\\\$\\\\{\"";

  private static final String TEXT = "{\"type\":[\"string\",\"number\",\"boolean\",\"null\"]}";
  private static final String NUMBER =
      "{\"type\":[\"number\",\"string\",\"null\"],\"pattern\":\"^-?[0-9]|^-?Infinity$|^NaN$|\\\\$\\\\{\"}";
  private static final String BOOL =
      "{\"type\":[\"boolean\",\"string\",\"null\"]," + VARIABLE + "}";
  private static final String OBJECT =
      "{\"type\":[\"object\",\"string\",\"null\"]," + VARIABLE + "}";
  private static final String ANY =
      "{\"type\":[\"object\",\"string\",\"null\"],"
          + VARIABLE
          + ",\"properties\":{\"@type\":{\"type\":\"string\"}}}";

  private final SortedMap<String, String> definitions = new TreeMap<>();
  private final Deque<Descriptor> waiting = new ArrayDeque<>();

  /** Name to definition, of everything that was referred to. */
  SortedMap<String, String> definitions() {
    while (!waiting.isEmpty()) {
      Descriptor message = waiting.remove();
      definitions.put(message.getFullName(), definition(message));
    }
    return definitions;
  }

  /** The schema of a message's JSON form. */
  String of(Descriptor message) {
    return switch (message.getFullName()) {
      case "google.protobuf.Any" -> ANY;
      case "google.protobuf.Struct", "google.protobuf.Empty" -> OBJECT;
      case "google.protobuf.Value" -> "{}";
      case "google.protobuf.ListValue" -> list("{}");
      case "google.protobuf.BoolValue" -> BOOL;
      case "google.protobuf.Duration",
          "google.protobuf.Timestamp",
          "google.protobuf.FieldMask",
          "google.protobuf.StringValue",
          "google.protobuf.BytesValue" ->
          TEXT;
      case "google.protobuf.DoubleValue",
          "google.protobuf.FloatValue",
          "google.protobuf.Int32Value",
          "google.protobuf.Int64Value",
          "google.protobuf.UInt32Value",
          "google.protobuf.UInt64Value" ->
          NUMBER;
      default -> reference(message);
    };
  }

  private String reference(Descriptor message) {
    if (!definitions.containsKey(message.getFullName())) {
      // A place first: messages refer to themselves.
      definitions.put(message.getFullName(), "{}");
      waiting.add(message);
    }
    return reference(message.getFullName());
  }

  private static String reference(String name) {
    return "{\"$ref\":\"#/definitions/" + name + "\"}";
  }

  static String list(String items) {
    return "{\"type\":[\"array\",\"string\",\"null\"]," + VARIABLE + ",\"items\":" + items + "}";
  }

  /**
   * A map with these fields. Keys with a capital, as in camelCase, are let through unchecked, and
   * so is {@code @type}: the alternative is a schema of twice the size.
   */
  static String object(String properties) {
    return "{\"type\":[\"object\",\"string\",\"null\"],"
        + VARIABLE
        + ",\"properties\":{"
        + properties
        + "},\"patternProperties\":{\"[A-Z]|^@type$\":{}},\"additionalProperties\":false}";
  }

  private String definition(Descriptor message) {
    return object(
        message.getFields().stream()
            .map(field -> "\"" + field.getName() + "\":" + of(field))
            .collect(Collectors.joining(",")));
  }

  private String of(FieldDescriptor field) {
    if (field.isMapField()) {
      FieldDescriptor value = field.getMessageType().findFieldByName("value");
      return "{\"type\":[\"object\",\"string\",\"null\"],"
          + VARIABLE
          + ",\"additionalProperties\":"
          + single(value)
          + "}";
    }
    return field.isRepeated() ? list(single(field)) : single(field);
  }

  private String single(FieldDescriptor field) {
    return switch (field.getJavaType()) {
      case STRING, BYTE_STRING -> TEXT;
      case INT, LONG, FLOAT, DOUBLE -> NUMBER;
      case BOOLEAN -> BOOL;
      case ENUM -> enumeration(field.getEnumType());
      case MESSAGE -> of(field.getMessageType());
    };
  }

  private String enumeration(EnumDescriptor type) {
    String names =
        type.getValues().stream()
            .map(value -> "\"" + value.getName() + "\"")
            .collect(Collectors.joining(","));
    definitions.put(
        type.getFullName(),
        "{\"anyOf\":[{\"enum\":["
            + names
            + "]},{\"type\":[\"integer\",\"null\"]},{\"type\":\"string\","
            + VARIABLE
            + "}]}");
    return reference(type.getFullName());
  }
}
