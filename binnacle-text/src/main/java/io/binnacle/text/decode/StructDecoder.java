package io.binnacle.text.decode;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import io.binnacle.core.message.FieldPath;
import io.binnacle.core.validate.IssueKind;
import io.binnacle.text.tree.YamlList;
import io.binnacle.text.tree.YamlMap;
import io.binnacle.text.tree.YamlNode;
import io.binnacle.text.tree.YamlScalar;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Struct, Value and ListValue: data without a schema, which is read as JSON would be (see {@link
 * YamlScalar}), but that a plain {@code yes} is true and {@code 010} is eight, as for Envoy and all
 * readers of YAML 1.1, with a warning. Envoy's own reader differs in one more thing: it makes
 * strings of fractions and of numbers beyond 32 bits.
 */
final class StructDecoder {

  private static final int NULL = 1;
  private static final int NUMBER = 2;
  private static final int STRING = 3;
  private static final int BOOL = 4;
  private static final int STRUCT = 5;
  private static final int LIST = 6;

  private StructDecoder() {}

  static void struct(YamlNode node, Message.Builder builder, FieldPath path, Reading reading) {
    if (!(node instanceof YamlMap map)) {
      reading.error(node, path, "expected a map, got " + node.kind());
      return;
    }
    FieldDescriptor fields = builder.getDescriptorForType().findFieldByNumber(1);
    FieldDescriptor key = fields.getMessageType().findFieldByNumber(1);
    FieldDescriptor value = fields.getMessageType().findFieldByNumber(2);
    // Sorted, because deterministic serialisation sorts the maps of generated classes only.
    for (YamlMap.Entry entry : sorted(map)) {
      Message.Builder pair = builder.newBuilderForField(fields);
      Message.Builder content = pair.newBuilderForField(value);
      FieldPath entryPath = path.field(entry.key().text());
      Object name = ScalarDecoder.decode(entry.key(), key, entryPath, reading);
      value(entry.value(), content, entryPath, reading);
      if (name != null) {
        pair.setField(key, name).setField(value, content.build());
        builder.addRepeatedField(fields, pair.build());
      }
    }
  }

  private static List<YamlMap.Entry> sorted(YamlMap map) {
    List<YamlMap.Entry> entries = new ArrayList<>(map.entries());
    entries.sort(Comparator.comparing(entry -> entry.key().text()));
    return entries;
  }

  static void list(YamlNode node, Message.Builder builder, FieldPath path, Reading reading) {
    if (!(node instanceof YamlList list)) {
      reading.error(node, path, "expected a list, got " + node.kind());
      return;
    }
    FieldDescriptor values = builder.getDescriptorForType().findFieldByNumber(1);
    int index = 0;
    for (YamlNode item : list.items()) {
      Message.Builder value = builder.newBuilderForField(values);
      value(item, value, path.item(index++), reading);
      builder.addRepeatedField(values, value.build());
    }
  }

  static void value(YamlNode node, Message.Builder builder, FieldPath path, Reading reading) {
    Descriptor type = builder.getDescriptorForType();
    if (node instanceof YamlMap) {
      Message.Builder struct = builder.newBuilderForField(type.findFieldByNumber(STRUCT));
      struct(node, struct, path, reading);
      builder.setField(type.findFieldByNumber(STRUCT), struct.build());
    } else if (node instanceof YamlList) {
      Message.Builder list = builder.newBuilderForField(type.findFieldByNumber(LIST));
      list(node, list, path, reading);
      builder.setField(type.findFieldByNumber(LIST), list.build());
    } else if (node instanceof YamlScalar scalar) {
      FieldDescriptor field = type.findFieldByNumber(kindOf(scalar));
      if (BooleanText.isOldWord(scalar) && !BooleanText.isDoubtful(scalar)) {
        reading.warning(
            IssueKind.DECODE,
            scalar,
            path,
            NumberText.quote(scalar)
                + " is read as "
                + BooleanText.of(scalar)
                + ", as by Envoy; write that, or put the word in quotes");
      }
      Object value =
          field.getNumber() == NULL
              ? field.getEnumType().findValueByNumber(0)
              : ScalarDecoder.decode(scalar, field, path, reading);
      if (value != null) {
        builder.setField(field, value);
      }
    }
  }

  private static int kindOf(YamlScalar scalar) {
    if (scalar.isNull()) {
      return NULL;
    }
    if (scalar.isTrue() || scalar.isFalse() || BooleanText.isOldWord(scalar)) {
      return BOOL;
    }
    boolean isNumber =
        !scalar.quoted()
            && NumberText.isNumber(scalar)
            && (NumberText.isOctal(scalar) || !NumberText.hasLeadingZero(scalar));
    return isNumber ? NUMBER : STRING;
  }
}
