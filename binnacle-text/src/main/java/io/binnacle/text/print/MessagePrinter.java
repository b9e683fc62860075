package io.binnacle.text.print;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import io.binnacle.text.Position;
import io.binnacle.text.tree.JsonWriter;
import io.binnacle.text.tree.YamlList;
import io.binnacle.text.tree.YamlMap;
import io.binnacle.text.tree.YamlNode;
import io.binnacle.text.tree.YamlScalar;
import io.binnacle.text.tree.YamlWriter;
import io.binnacle.text.types.TypeCatalog;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Prints messages in their proto3 JSON form, with field names as the .proto files spell them. The
 * order is that of the field numbers, and of the keys within a map, so equal messages give equal
 * text. An Any whose type is unknown or whose content is broken is printed with its bytes: printing
 * never fails. Safe for all threads.
 */
public final class MessagePrinter {

  private static final Position NOWHERE = Position.startOf("");

  private final TypeCatalog catalog;
  private final WellKnownForms wellKnown = new WellKnownForms(this);
  private final @Nullable Redaction redaction;

  /**
   * Prints everything, secrets too: for what goes to a proxy.
   *
   * @param catalog the types that an Any may hold
   */
  public MessagePrinter(TypeCatalog catalog) {
    this(catalog, null);
  }

  private MessagePrinter(TypeCatalog catalog, @Nullable Redaction redaction) {
    this.catalog = catalog;
    this.redaction = redaction;
  }

  /** A printer that prints {@code [redacted]} for secrets (Z-4): for what people look at. */
  public static MessagePrinter redacting(TypeCatalog catalog) {
    return new MessagePrinter(catalog, new Redaction());
  }

  /** The message as a YAML document in block style, ending in a line feed. */
  public String toYaml(Message message) {
    return YamlWriter.write(toTree(message));
  }

  /** The message as JSON, indented, ending in a line feed. */
  public String toJson(Message message) {
    return JsonWriter.write(toTree(message));
  }

  /** The message as a tree; its positions mean nothing. */
  public YamlNode toTree(Message message) {
    YamlNode special = wellKnown.print(message);
    return special != null ? special : new YamlMap(NOWHERE, fields(message));
  }

  private List<YamlMap.Entry> fields(Message message) {
    List<YamlMap.Entry> entries = new ArrayList<>();
    message
        .getAllFields()
        .forEach((field, value) -> entries.add(entry(field.getName(), field(field, value))));
    return entries;
  }

  private YamlNode field(FieldDescriptor field, Object value) {
    YamlNode printed = printed(field, value);
    return redaction != null && redaction.isSensitive(field) ? Redaction.apply(printed) : printed;
  }

  private YamlNode printed(FieldDescriptor field, Object value) {
    if (field.isMapField()) {
      return map(field, (List<?>) value);
    }
    if (field.isRepeated()) {
      List<YamlNode> items = new ArrayList<>();
      ((List<?>) value).forEach(item -> items.add(value(field, item)));
      return new YamlList(NOWHERE, items);
    }
    return value(field, value);
  }

  private YamlNode map(FieldDescriptor field, List<?> pairs) {
    Descriptor pair = field.getMessageType();
    List<YamlMap.Entry> entries = new ArrayList<>();
    for (Object item : pairs) {
      Message message = (Message) item;
      FieldDescriptor keyField = pair.findFieldByNumber(1);
      String key = ((YamlScalar) value(keyField, message.getField(keyField))).text();
      FieldDescriptor valueField = pair.findFieldByNumber(2);
      entries.add(entry(key, value(valueField, message.getField(valueField))));
    }
    entries.sort(Comparator.comparing(entry -> entry.key().text()));
    return new YamlMap(NOWHERE, entries);
  }

  /** One value of a field. */
  YamlNode value(FieldDescriptor field, Object value) {
    return switch (field.getType()) {
      case MESSAGE, GROUP -> toTree((Message) value);
      case ENUM -> enumValue((EnumValueDescriptor) value);
      case BYTES -> string(Base64.getEncoder().encodeToString(((ByteString) value).toByteArray()));
      case STRING -> string((String) value);
      case BOOL, INT32, SINT32, SFIXED32 -> plain(value.toString());
      case UINT32, FIXED32 -> plain(Integer.toUnsignedString((Integer) value));
      case INT64, SINT64, SFIXED64 -> string(value.toString());
      case UINT64, FIXED64 -> string(Long.toUnsignedString((Long) value));
      case FLOAT, DOUBLE ->
          Double.isFinite(((Number) value).doubleValue())
              ? plain(value.toString())
              : string(value.toString());
    };
  }

  private static YamlNode enumValue(EnumValueDescriptor value) {
    if (value.getType().getFullName().equals("google.protobuf.NullValue")) {
      return plain("null");
    }
    boolean known = value.getType().findValueByNumber(value.getNumber()) != null;
    return known ? string(value.getName()) : plain(Integer.toString(value.getNumber()));
  }

  /** An Any: its type, then what it holds. */
  YamlNode any(String typeUrl, ByteString bytes) {
    if (typeUrl.isEmpty() && bytes.isEmpty()) {
      return new YamlMap(NOWHERE, List.of());
    }
    List<YamlMap.Entry> entries = new ArrayList<>();
    entries.add(entry("@type", string(typeUrl)));
    Message prototype = catalog.find(typeUrl);
    try {
      if (prototype != null) {
        Message content = prototype.newBuilderForType().mergeFrom(bytes).buildPartial();
        YamlNode special = wellKnown.print(content);
        entries.addAll(special == null ? fields(content) : List.of(entry("value", special)));
        return new YamlMap(NOWHERE, entries);
      }
    } catch (InvalidProtocolBufferException e) {
      // Falls through to the bytes, which is all that is known of it.
    }
    entries.add(entry("value", string(Base64.getEncoder().encodeToString(bytes.toByteArray()))));
    return new YamlMap(NOWHERE, entries);
  }

  /** A map whose keys are sorted. */
  static YamlNode sortedMap(Map<String, YamlNode> content) {
    List<YamlMap.Entry> entries = new ArrayList<>();
    content.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(item -> entries.add(entry(item.getKey(), item.getValue())));
    return new YamlMap(NOWHERE, entries);
  }

  static YamlNode listOf(List<YamlNode> items) {
    return new YamlList(NOWHERE, items);
  }

  static YamlMap.Entry entry(String key, YamlNode value) {
    return new YamlMap.Entry(string(key), value);
  }

  static YamlScalar string(String text) {
    return new YamlScalar(NOWHERE, text, true);
  }

  static YamlScalar plain(String text) {
    return new YamlScalar(NOWHERE, text, false);
  }
}
