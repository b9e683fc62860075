package io.binnacle.server.internal.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.OneofDescriptor;
import com.google.protobuf.ListValue;
import com.google.protobuf.Message;
import com.google.protobuf.NullValue;
import com.google.protobuf.Struct;
import com.google.protobuf.Value;
import java.io.IOException;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads messages from a stream of JSON tokens, by their descriptors. Fields are known by both their
 * names; others, and types of {@code google.protobuf} that requests have no use for, are skipped
 * and counted. A field, or a key of a map, that is there twice is bad: readers would differ in
 * which they take. What is skipped is not looked into. Used by one thread.
 */
final class JsonReader {

  /** Of no use to a server, and most of what an Envoy sends (ED-1). */
  private static final String SKIPPED = "envoy.config.core.v3.Node.extensions";

  private static final Map<Descriptor, Map<String, FieldDescriptor>> FIELDS =
      new ConcurrentHashMap<>();

  private final JsonParser parser;
  private final JsonScalars scalars;
  private int unknownFields;

  JsonReader(JsonParser parser) {
    this.parser = parser;
    this.scalars = new JsonScalars(parser);
  }

  int unknownFields() {
    return unknownFields;
  }

  /** The object that the parser stands at. */
  void message(Message.Builder into) throws IOException, BadJsonException {
    scalars.expect(JsonToken.START_OBJECT, "an object");
    Map<String, FieldDescriptor> fields =
        FIELDS.computeIfAbsent(into.getDescriptorForType(), JsonReader::fieldsOf);
    BitSet seen = new BitSet(fields.size());
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      FieldDescriptor field = fields.get(parser.currentName());
      if (field != null) {
        once(seen.get(field.getIndex()));
        seen.set(field.getIndex());
      }
      boolean isNull = parser.nextToken() == JsonToken.VALUE_NULL;
      if (field == null) {
        unknownFields++;
        parser.skipChildren();
      } else if (field.getFullName().equals(SKIPPED)) {
        parser.skipChildren();
      } else if (!isNull || isJsonValue(field)) {
        onlyOneOf(into, field);
        field(into, field);
      }
    }
  }

  private void once(boolean isThere) throws IOException, BadJsonException {
    if (isThere) {
      throw bad("'" + parser.currentName() + "' is there twice");
    }
  }

  private void onlyOneOf(Message.Builder into, FieldDescriptor field) throws BadJsonException {
    OneofDescriptor oneof = field.getRealContainingOneof();
    if (oneof != null && into.hasOneof(oneof)) {
      FieldDescriptor other = into.getOneofFieldDescriptor(oneof);
      throw bad(
          "only one of '"
              + (other == null ? "" : other.getName())
              + "' and '"
              + field.getName()
              + "' may be there");
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
      scalars.expect(JsonToken.START_ARRAY, "a list");
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
    scalars.expect(JsonToken.START_OBJECT, "an object");
    FieldDescriptor keyField = field.getMessageType().findFieldByNumber(1);
    FieldDescriptor valueField = field.getMessageType().findFieldByNumber(2);
    Set<String> seen = new HashSet<>();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      Message.Builder entry = into.newBuilderForField(field);
      String key = parser.currentName();
      once(!seen.add(key));
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
      case STRING -> scalars.text();
      case BOOLEAN -> scalars.bool();
      case INT -> scalars.integer(field);
      case LONG -> scalars.longInteger(field);
      case FLOAT -> scalars.single();
      case DOUBLE -> scalars.number();
      case BYTE_STRING -> scalars.bytes();
      case ENUM -> {
        Object value = scalars.enumValue(field);
        unknownFields += value == null ? 1 : 0;
        yield value;
      }
      case MESSAGE -> messageValue(parent, field);
    };
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
    scalars.expect(JsonToken.START_OBJECT, "an object");
    Struct.Builder struct = Struct.newBuilder();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String key = parser.currentName();
      once(struct.containsFields(key));
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
      value.setStringValue(scalars.text());
    } else if (token == JsonToken.VALUE_NULL) {
      value.setNullValue(NullValue.NULL_VALUE);
    } else if (token.isBoolean()) {
      value.setBoolValue(scalars.bool());
    } else {
      value.setNumberValue(scalars.number());
    }
    return value.build();
  }

  /** A finding at the token that the parser stands at. */
  BadJsonException bad(String problem) {
    return scalars.bad(problem);
  }
}
