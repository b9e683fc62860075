package io.binnacle.sources.group.text;

import io.binnacle.sources.select.Selection;
import io.binnacle.text.Position;
import io.binnacle.text.tree.YamlMap;
import io.binnacle.text.tree.YamlScalar;
import java.util.List;
import java.util.Set;

/**
 * A group as it is written. Immutable.
 *
 * @param name of the group
 * @param position where its name stands, or its first file begins
 * @param priority the higher wins (G-3)
 * @param selection which nodes it is for
 * @param includes names of the groups that it includes, with their places
 * @param vars its variables, in which {@code ${env...}} and {@code ${node...}} may stand
 * @param resources its own resources, in the order of the text
 * @param keys the lists that are there, be they empty: what empties a type explicitly (G-3a)
 */
public record GroupText(
    String name,
    Position position,
    int priority,
    Selection selection,
    List<YamlScalar> includes,
    YamlMap vars,
    List<ResourceText> resources,
    Set<String> keys) {

  public GroupText {
    includes = List.copyOf(includes);
    resources = List.copyOf(resources);
    keys = Set.copyOf(keys);
  }

  /** A group of which nothing but the place is known, since its text cannot be read. */
  static GroupText unreadable(String name, Position position) {
    return new GroupText(
        name,
        position,
        0,
        new Selection.Unreadable(),
        List.of(),
        new YamlMap(position, List.of()),
        List.of(),
        Set.of());
  }

  /** Whether nodes can be given it, not only other groups. */
  public boolean isForNodes() {
    return !(selection instanceof Selection.IncludeOnly);
  }
}
