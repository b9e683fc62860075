package io.binnacle.text.decode;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import io.binnacle.core.message.NearestName;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The fields of a message by every name that text may use for them. Immutable. */
final class FieldTable {

  /** More names than that are no help. */
  private static final int MAX_LISTED = 8;

  private static final int MOST_LETTERS_LOST = 2;

  private final Map<String, FieldDescriptor> byName = new HashMap<>();
  private final List<String> names;
  private final String type;

  FieldTable(Descriptor type) {
    for (FieldDescriptor field : type.getFields()) {
      byName.put(field.getJsonName(), field);
    }
    // The name in the .proto file wins should it be another field's JSON name.
    for (FieldDescriptor field : type.getFields()) {
      byName.put(field.getName(), field);
    }
    this.type = type.getName();
    names = type.getFields().stream().map(FieldDescriptor::getName).toList();
  }

  @Nullable FieldDescriptor find(String name) {
    return byName.get(name);
  }

  /**
   * What to write after the name of a field that is not there, in the spelling of the .proto file.
   */
  String hint(String wrong) {
    String nearest = NearestName.hint(names, wrong);
    if (!nearest.isEmpty() || names.size() > MAX_LISTED) {
      return nearest;
    }
    return names.isEmpty()
        ? ", " + type + " has no fields"
        : ", " + type + " has: " + String.join(", ", names);
  }

  /** Whether one of the names was surely meant: a longer or shorter one may be a newer field. */
  boolean isMisspelt(String wrong) {
    String nearest = NearestName.among(names, wrong);
    return nearest != null && Math.abs(letters(nearest) - letters(wrong)) <= MOST_LETTERS_LOST;
  }

  private static int letters(String name) {
    return name.replace("_", "").length();
  }
}
