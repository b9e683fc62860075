package io.binnacle.text.print;

import com.google.protobuf.Descriptors.FieldDescriptor;
import io.binnacle.text.tree.YamlList;
import io.binnacle.text.tree.YamlMap;
import io.binnacle.text.tree.YamlNode;
import io.binnacle.text.tree.YamlScalar;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Z-4: what the Envoy API marks as sensitive ({@code udpa.annotations.sensitive}) is not shown. All
 * of it: a secret's file name too, as Envoy's own config_dump does it. Safe for all threads.
 */
final class Redaction {

  private static final String OPTION = "udpa.annotations.sensitive";

  private final Map<FieldDescriptor, Boolean> known = new ConcurrentHashMap<>();

  boolean isSensitive(FieldDescriptor field) {
    return known.computeIfAbsent(field, Redaction::isMarked);
  }

  private static boolean isMarked(FieldDescriptor field) {
    return field.getOptions().getAllFields().entrySet().stream()
        .anyMatch(
            option ->
                option.getKey().getFullName().equals(OPTION)
                    && Boolean.TRUE.equals(option.getValue()));
  }

  /** The same shape, without the values; types stay, they are no secret. */
  static YamlNode apply(YamlNode node) {
    if (node instanceof YamlList list) {
      return new YamlList(list.position(), list.items().stream().map(Redaction::apply).toList());
    }
    if (node instanceof YamlMap map) {
      return new YamlMap(map.position(), map.entries().stream().map(Redaction::entry).toList());
    }
    return new YamlScalar(node.position(), "[redacted]", true);
  }

  private static YamlMap.Entry entry(YamlMap.Entry entry) {
    boolean type = entry.key().text().equals("@type");
    return type ? entry : new YamlMap.Entry(entry.key(), apply(entry.value()));
  }
}
