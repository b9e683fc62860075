package io.binnacle.server.json;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.ListValue;
import com.google.protobuf.Message;
import com.google.protobuf.NullValue;
import com.google.protobuf.Struct;
import com.google.protobuf.Value;
import java.io.IOException;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads messages from a stream of JSON tokens, by their descriptors. Fields are known by both their
 * names; others, and types of {@code google.protobuf} that requests have no use for, are skipped
 * and counted. Used by one thread.
 */
final class JsonReader {

  /** Of no use to a server, and most of what an Envoy sends (ED-1). */
  private static final String SKIPPED = "envoy.config.core.v3.Node.extensions";

  private static final Map<Descriptor, Map<String, FieldDescriptor>> FIELDS =
      new ConcurrentHashMap<>();

  private final JsonParser parser;
  private int unknownFields;

  JsonReader(JsonParser parser) {
    this.parser = parser;
  }

  int unknownFields() {
    return unknownFields;
  }

  /** The object that the parser stands at. */
  void message(Message.Builder into) throws IOException, BadJsonException {
    expect(JsonToken.START_OBJECT, "an object");
    Map<String, FieldDescriptor> fields =
        FIELDS.computeIfAbsent(into.getDescriptorForType(), JsonReader::fieldsOf);
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      FieldDescriptor field = fields.get(parser.currentName());
      boolean isNull = parser.nextToken() == JsonToken.VALUE_NULL;
      if (field == null) {
        unknownFields++;
        parser.skipChildren();
      } else if (field.getFullName().equals(SKIPPED)) {
        parser.skipChildren();
      } else if (!isNull || isJsonValue(field)) {
        field(into, field);
      }
    }
  }

  private static boolean isJsonValue(FieldDescriptor field) {
    return field.getJavaType() == FieldDescriptor.JavaType.MESSAGE
        && field.getMessageType().getFullName().equals(Value.getDescriptor().getFullName());
  }

  private static Map<String, FieldDescriptor> fieldsOf(Descriptor type) {
    Map<String, FieldDescriptor> fields = new HashMap<>();
    for (FieldDescriptor field : type.getFields()) {
      fields.put(field.getName(), field);
      fields.put(field.getJsonName(), field);
    }
    return fields;
  }

  private void field(Message.Builder into, FieldDescriptor field)
      throws IOException, BadJsonException {
    if (field.isMapField()) {
      map(into, field);
    } else if (field.isRepeated()) {
      expect(JsonToken.START_ARRAY, "a list");
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        Object item = value(into, field);
        if (item != null) {
          into.addRepeatedField(field, item);
        }
      }
    } else {
      Object value = value(into, field);
      if (value != null) {
        into.setField(field, value);
      }
    }
  }

  private void map(Message.Builder into, FieldDescriptor field)
      throws IOException, BadJsonException {
    expect(JsonToken.START_OBJECT, "an object");
    FieldDescriptor keyField = field.getMessageType().findFieldByNumber(1);
    FieldDescriptor valueField = field.getMessageType().findFieldByNumber(2);
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      Message.Builder entry = into.newBuilderForField(field);
      String key = parser.currentName();
      parser.nextToken();
      Object value = value(entry, valueField);
      if (value != null && keyField.getType() == FieldDescriptor.Type.STRING) {
        into.addRepeatedField(
            field, entry.setField(keyField, key).setField(valueField, value).build());
      }
    }
  }

  /** One value; null where it was skipped. */
  private @Nullable Object value(Message.Builder parent, FieldDescriptor field)
      throws IOException, BadJsonException {
    return switch (field.getJavaType()) {
      case STRING -> text();
      case BOOLEAN -> bool();
      case INT -> (int) integer(field, Integer.MIN_VALUE, unsigned(field, 0xffffffffL));
      case LONG -> integer(field, Long.MIN_VALUE, Long.MAX_VALUE);
      case FLOAT -> (float) number();
      case DOUBLE -> number();
      case BYTE_STRING -> bytes();
      case ENUM -> enumValue(field);
      case MESSAGE -> messageValue(parent, field);
    };
  }

  private static long unsigned(FieldDescriptor field, long most) {
    boolean isUnsigned =
        field.getType() == FieldDescriptor.Type.UINT32
            || field.getType() == FieldDescriptor.Type.FIXED32;
    return isUnsigned ? most : Integer.MAX_VALUE;
  }

  private @Nullable Object messageValue(Message.Builder parent, FieldDescriptor field)
      throws IOException, BadJsonException {
    String type = field.getMessageType().getFullName();
    if (type.equals("google.protobuf.Struct")) {
      return struct();
    }
    if (type.equals("google.protobuf.Value")) {
      return jsonValue();
    }
    if (type.startsWith("google.protobuf.")) {
      unknownFields++;
      parser.skipChildren();
      return null;
    }
    Message.Builder inner = parent.newBuilderForField(field);
    message(inner);
    return inner.build();
  }

  private Struct struct() throws IOException, BadJsonException {
    expect(JsonToken.START_OBJECT, "an object");
    Struct.Builder struct = Struct.newBuilder();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String key = parser.currentName();
      parser.nextToken();
      struct.putFields(key, jsonValue());
    }
    return struct.build();
  }

  private Value jsonValue() throws IOException, BadJsonException {
    Value.Builder value = Value.newBuilder();
    JsonToken token = parser.currentToken();
    if (token == JsonToken.START_OBJECT) {
      value.setStructValue(struct());
    } else if (token == JsonToken.START_ARRAY) {
      ListValue.Builder list = ListValue.newBuilder();
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        list.addValues(jsonValue());
      }
      value.setListValue(list);
    } else if (token == JsonToken.VALUE_STRING) {
      value.setStringValue(text());
    } else if (token == JsonToken.VALUE_NULL) {
      value.setNullValue(NullValue.NULL_VALUE);
    } else if (token.isBoolean()) {
      value.setBoolValue(bool());
    } else {
      value.setNumberValue(number());
    }
    return value.build();
  }

  private String text() throws IOException, BadJsonException {
    expect(JsonToken.VALUE_STRING, "a string");
    return parser.getText();
  }

  private boolean bool() throws IOException, BadJsonException {
    if (!parser.currentToken().isBoolean()) {
      throw unexpected("true or false");
    }
    return parser.getBooleanValue();
  }

  /** Numbers may stand in quotes too. */
  private double number() throws IOException, BadJsonException {
    try {
      if (parser.currentToken() == JsonToken.VALUE_STRING) {
        return Double.parseDouble(parser.getText());
      }
      if (parser.currentToken().isNumeric()) {
        return parser.getDoubleValue();
      }
    } catch (NumberFormatException e) {
      throw bad("'" + parser.getText() + "' is no number");
    }
    throw unexpected("a number");
  }

  private long integer(FieldDescriptor field, long least, long most)
      throws IOException, BadJsonException {
    long number;
    try {
      if (parser.currentToken() == JsonToken.VALUE_STRING) {
        number = Long.parseLong(parser.getText());
      } else if (parser.currentToken() == JsonToken.VALUE_NUMBER_INT) {
        number = parser.getLongValue();
      } else {
        throw unexpected("a whole number");
      }
    } catch (NumberFormatException e) {
      throw bad("'" + parser.getText() + "' is no whole number");
    }
    if (number < least || number > most || (number < 0 && most == 0xffffffffL)) {
      throw bad(number + " is outside of " + field.getName());
    }
    return number;
  }

  private ByteString bytes() throws IOException, BadJsonException {
    try {
      return ByteString.copyFrom(Base64.getDecoder().decode(text()));
    } catch (IllegalArgumentException e) {
      throw bad("not base64: " + e.getMessage());
    }
  }

  /** One of a name that is not known is left out, as an unknown field is. */
  private @Nullable EnumValueDescriptor enumValue(FieldDescriptor field)
      throws IOException, BadJsonException {
    EnumValueDescriptor value =
        parser.currentToken() == JsonToken.VALUE_STRING
            ? field.getEnumType().findValueByName(parser.getText())
            : field.getEnumType().findValueByNumber((int) integer(field, 0, Integer.MAX_VALUE));
    unknownFields += value == null ? 1 : 0;
    return value;
  }

  private void expect(JsonToken token, String what) throws IOException, BadJsonException {
    if (parser.currentToken() != token) {
      throw unexpected(what);
    }
  }

  private BadJsonException unexpected(String wanted) throws IOException {
    JsonToken token = parser.currentToken();
    String found =
        switch (token) {
          case START_OBJECT -> "an object";
          case START_ARRAY -> "a list";
          case VALUE_STRING -> "a string";
          case VALUE_NULL -> "null";
          default -> token.isNumeric() ? "the number " + parser.getText() : parser.getText();
        };
    return bad(wanted + " is expected here, not " + found);
  }

  /** A finding at the token that the parser stands at. */
  BadJsonException bad(String problem) {
    String field = parser.getParsingContext().pathAsPointer().toString();
    return new BadJsonException(
        place(parser.currentTokenLocation())
            + (field.isEmpty() ? "" : ", at " + field)
            + ": "
            + problem);
  }

  static String place(JsonLocation at) {
    return "line " + at.getLineNr() + ", column " + at.getColumnNr();
  }
}
