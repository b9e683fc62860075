package io.binnacle.text.decode;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The fields of a message by every name that text may use for them. Immutable. */
final class FieldTable {

  private final Map<String, FieldDescriptor> byName = new HashMap<>();
  private final List<String> names;

  FieldTable(Descriptor type) {
    for (FieldDescriptor field : type.getFields()) {
      byName.put(field.getJsonName(), field);
    }
    // The name in the .proto file wins should it be another field's JSON name.
    for (FieldDescriptor field : type.getFields()) {
      byName.put(field.getName(), field);
    }
    names = type.getFields().stream().map(FieldDescriptor::getName).toList();
  }

  @Nullable FieldDescriptor find(String name) {
    return byName.get(name);
  }

  /** As the .proto file spells them: the names to suggest. */
  List<String> names() {
    return names;
  }
}
