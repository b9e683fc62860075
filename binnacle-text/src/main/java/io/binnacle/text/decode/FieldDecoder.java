package io.binnacle.text.decode;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.OneofDescriptor;
import com.google.protobuf.Message;
import io.binnacle.core.message.FieldPath;
import io.binnacle.core.validate.IssueKind;
import io.binnacle.text.tree.YamlList;
import io.binnacle.text.tree.YamlMap;
import io.binnacle.text.tree.YamlNode;
import io.binnacle.text.tree.YamlScalar;
import io.binnacle.text.types.TypeCatalog;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Decodes messages field by field; a wrong field does not keep its siblings from being checked.
 * Safe for all threads.
 */
final class FieldDecoder {

  private final Map<Descriptor, FieldTable> tables = new ConcurrentHashMap<>();
  private final AnyDecoder anys;
  private final String apiName;
  private final WellKnownTypes wellKnown;

  FieldDecoder(TypeCatalog catalog) {
    this.anys = new AnyDecoder(catalog, this);
    this.apiName = catalog.apiName();
    this.wellKnown = new WellKnownTypes(anys);
  }

  AnyDecoder anys() {
    return anys;
  }

  /** Decodes into the builder; which, if that gave errors, holds less than the text. */
  void message(YamlNode node, Message.Builder builder, FieldPath path, Reading reading) {
    if (wellKnown.decode(node, builder, path, reading)) {
      return;
    }
    if (node instanceof YamlMap map) {
      fields(map, Set.of(), builder, path, reading);
      if (!WellKnownTypes.isInRange(builder)) {
        reading.error(node, path, "seconds or nanos are out of range");
      }
    } else {
      reading.error(node, path, "expected a map of fields, got " + node.kind());
    }
  }

  /** Decodes the entries of a map, but for some keys, into the fields that they name. */
  void fields(
      YamlMap map, Set<String> except, Message.Builder builder, FieldPath path, Reading reading) {
    Descriptor type = builder.getDescriptorForType();
    FieldTable table = tables.computeIfAbsent(type, FieldTable::new);
    Map<Object, String> taken = new HashMap<>();
    for (YamlMap.Entry entry : map.entries()) {
      YamlScalar key = entry.key();
      if (except.contains(key.text())) {
        continue;
      }
      FieldDescriptor field = table.find(key.text());
      if (field == null) {
        reading.error(
            key, path, "unknown field " + NumberText.quote(key) + hint(table, type, key.text()));
        continue;
      }
      FieldPath fieldPath = path.field(field.getName());
      if (isAbsent(entry.value(), field) || isTaken(key, field, taken, fieldPath, reading)) {
        continue;
      }
      if (field.getOptions().getDeprecated()) {
        reading.warning(IssueKind.DEPRECATED, key, fieldPath, "this field is deprecated");
      }
      field(entry.value(), field, builder, fieldPath, reading);
    }
    if (reading.isClean() && !builder.isInitialized()) {
      reading.error(map, path, "missing: " + String.join(", ", builder.findInitializationErrors()));
    }
  }

  /** A field of Envoy's that is not merely misspelt may be of another version (G-7). */
  private String hint(FieldTable table, Descriptor type, String wrong) {
    boolean newer = type.getFullName().startsWith("envoy.") && !table.isMisspelt(wrong);
    return table.hint(wrong) + (newer ? " (" + apiName + "; --descriptors reads another)" : "");
  }

  /** A null is an absent field, but where null itself is a value. */
  private static boolean isAbsent(YamlNode value, FieldDescriptor field) {
    return value.isNull() && (field.isRepeated() || !takesNull(field));
  }

  private static boolean takesNull(FieldDescriptor field) {
    return switch (field.getJavaType()) {
      case MESSAGE -> field.getMessageType().getFullName().equals("google.protobuf.Value");
      case ENUM -> ScalarDecoder.isNullValue(field.getEnumType());
      default -> false;
    };
  }

  private static boolean isTaken(
      YamlScalar key,
      FieldDescriptor field,
      Map<Object, String> taken,
      FieldPath path,
      Reading reading) {
    String twin = taken.put(field, key.text());
    if (twin != null) {
      reading.error(
          key, path, "'" + twin + "' and '" + key.text() + "' are the same field, keep one");
      return true;
    }
    OneofDescriptor oneof = field.getRealContainingOneof();
    String other = oneof == null ? null : taken.putIfAbsent(oneof, key.text());
    if (oneof != null && other != null) {
      reading.error(
          key,
          path,
          "'" + other + "' is set already, and only one field of '" + oneof.getName() + "' may be");
      return true;
    }
    return false;
  }

  private void field(
      YamlNode node,
      FieldDescriptor field,
      Message.Builder builder,
      FieldPath path,
      Reading reading) {
    if (field.isMapField()) {
      map(node, field, builder, path, reading);
    } else if (field.isRepeated()) {
      list(node, field, builder, path, reading);
    } else {
      Object value = value(node, field, builder, path, reading);
      if (value != null) {
        builder.setField(field, value);
      }
    }
  }

  /** One value stands for a list of one, as for Envoy. */
  private void list(
      YamlNode node,
      FieldDescriptor field,
      Message.Builder builder,
      FieldPath path,
      Reading reading) {
    if (node instanceof YamlList list) {
      items(list, field, builder, path, reading);
      return;
    }
    if (node instanceof YamlMap map && map.entries().isEmpty()) {
      reading.warning(
          IssueKind.DECODE, node, path, "'{}' is read as a list of one item; none at all is '[]'");
    }
    add(node, field, builder, path.item(0), reading);
  }

  private void items(
      YamlList list,
      FieldDescriptor field,
      Message.Builder builder,
      FieldPath path,
      Reading reading) {
    for (YamlNode item : list.items()) {
      FieldPath itemPath = path.item(builder.getRepeatedFieldCount(field));
      if (item.isNull() && !takesNull(field)) {
        reading.warning(
            IssueKind.DECODE,
            item,
            itemPath,
            "an empty item is read as " + EmptyValue.name(field) + ", as by Envoy; remove it");
        builder.addRepeatedField(field, EmptyValue.of(field, builder));
      } else if (item instanceof YamlList inner && !takesList(field)) {
        reading.warning(
            IssueKind.DECODE,
            item,
            itemPath,
            "the items of a list in a list are read as items of the outer one, as by Envoy");
        items(inner, field, builder, path, reading);
      } else {
        add(item, field, builder, itemPath, reading);
      }
    }
  }

  private static boolean takesList(FieldDescriptor field) {
    return field.getJavaType() == FieldDescriptor.JavaType.MESSAGE
        && WellKnownTypes.takesList(field.getMessageType());
  }

  private void add(
      YamlNode item,
      FieldDescriptor field,
      Message.Builder builder,
      FieldPath path,
      Reading reading) {
    Object value = value(item, field, builder, path, reading);
    // A wrong item keeps its place, so that those behind it are called by their own.
    builder.addRepeatedField(field, value == null ? EmptyValue.of(field, builder) : value);
  }

  private void map(
      YamlNode node,
      FieldDescriptor field,
      Message.Builder builder,
      FieldPath path,
      Reading reading) {
    if (!(node instanceof YamlMap map)) {
      reading.error(node, path, "expected a map, got " + node.kind());
      return;
    }
    FieldDescriptor keyField = field.getMessageType().findFieldByNumber(1);
    FieldDescriptor valueField = field.getMessageType().findFieldByNumber(2);
    // Sorted, because deterministic serialisation sorts the maps of generated classes only.
    SortedMap<Object, Message> pairs = new TreeMap<>();
    for (YamlMap.Entry entry : map.entries()) {
      FieldPath entryPath = path.key(entry.key().text());
      Message.Builder pair = builder.newBuilderForField(field);
      Object key = ScalarDecoder.decode(entry.key(), keyField, entryPath, reading);
      Object value;
      if (entry.value().isNull() && !takesNull(valueField)) {
        reading.warning(
            IssueKind.DECODE,
            entry.key(),
            entryPath,
            "no value is read as " + EmptyValue.name(valueField) + ", as by Envoy; write it");
        value = EmptyValue.of(valueField, pair);
      } else {
        value = value(entry.value(), valueField, pair, entryPath, reading);
      }
      if (key == null || value == null) {
        continue;
      }
      pair.setField(keyField, key).setField(valueField, value);
      if (pairs.put(key, pair.buildPartial()) != null) {
        reading.error(entry.key(), entryPath, "the key " + key + " is there twice in one map");
      }
    }
    pairs.values().forEach(pair -> builder.addRepeatedField(field, pair));
  }

  /** One value of a field; null when it was wrong. */
  private @Nullable Object value(
      YamlNode node,
      FieldDescriptor field,
      Message.Builder parent,
      FieldPath path,
      Reading reading) {
    if (field.getJavaType() == FieldDescriptor.JavaType.MESSAGE) {
      Message.Builder builder = parent.newBuilderForField(field);
      message(node, builder, path, reading);
      return builder.buildPartial();
    }
    if (node instanceof YamlScalar scalar) {
      return ScalarDecoder.decode(scalar, field, path, reading);
    }
    reading.error(
        node, path, "expected " + ScalarDecoder.expectation(field) + ", got " + node.kind());
    return null;
  }
}
