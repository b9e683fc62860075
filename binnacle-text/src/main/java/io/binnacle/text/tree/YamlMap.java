package io.binnacle.text.tree;

import io.binnacle.text.Position;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A mapping: its keys are different from each other and in the order of the text. */
public record YamlMap(Position position, List<Entry> entries) implements YamlNode {

  public YamlMap {
    entries = List.copyOf(entries);
  }

  /** One key with its value. */
  public record Entry(YamlScalar key, YamlNode value) {}

  /** The value of a key, or null when the key is not there; takes time linear in the keys. */
  public @Nullable YamlNode get(String key) {
    for (Entry entry : entries) {
      if (entry.key().text().equals(key)) {
        return entry.value();
      }
    }
    return null;
  }

  @Override
  public String kind() {
    return "a map";
  }
}
