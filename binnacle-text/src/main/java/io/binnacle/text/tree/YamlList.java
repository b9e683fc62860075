package io.binnacle.text.tree;

import io.binnacle.text.Position;
import java.util.List;

/** A sequence. */
public record YamlList(Position position, List<YamlNode> items) implements YamlNode {

  public YamlList {
    items = List.copyOf(items);
  }

  @Override
  public String kind() {
    return "a list";
  }
}
