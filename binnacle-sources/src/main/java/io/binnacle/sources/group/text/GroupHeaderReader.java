package io.binnacle.sources.group.text;

import io.binnacle.core.message.NearestName;
import io.binnacle.core.validate.IssueKind;
import io.binnacle.sources.select.Selection;
import io.binnacle.sources.select.SelectionReader;
import io.binnacle.text.Findings;
import io.binnacle.text.Position;
import io.binnacle.text.subst.Substitution;
import io.binnacle.text.subst.Variables;
import io.binnacle.text.tree.YamlList;
import io.binnacle.text.tree.YamlMap;
import io.binnacle.text.tree.YamlNode;
import io.binnacle.text.tree.YamlScalar;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads the header keys of a group, which stand in one document of all its files (G-2). {@code
 * ${env...}} may stand in them. One use, one thread.
 */
final class GroupHeaderReader {

  private final Map<String, String> environment;
  private final Findings findings;
  private Map<String, YamlMap.Entry> entries = Map.of();
  private boolean readable = true;

  GroupHeaderReader(Map<String, String> environment, Findings findings) {
    this.environment = environment;
    this.findings = findings;
  }

  /** Takes the header of a document; it may be empty. */
  void take(Map<String, YamlMap.Entry> found) {
    if (found.isEmpty()) {
      return;
    }
    if (!entries.isEmpty()) {
      YamlScalar first = entries.values().iterator().next().key();
      YamlScalar second = found.values().iterator().next().key();
      findings.error(
          IssueKind.GROUP,
          second.position(),
          "'"
              + second.text()
              + "' belongs to the header of the group, which is in "
              + first.position().file()
              + " (line "
              + first.position().line()
              + ") already; keep the header in one place");
      readable = false;
      return;
    }
    entries = found;
  }

  /** Reports a key that no group has. If it may be a misspelt selector, nobody knows the nodes. */
  void unknownKey(YamlScalar key) {
    Set<String> legal = new LinkedHashSet<>(DocumentKind.HEADER);
    legal.addAll(ResourceList.keys());
    String nearest = NearestName.among(legal, key.text());
    findings.error(
        IssueKind.GROUP,
        key.position(),
        "a group has no key '"
            + key.text()
            + "'"
            + (nearest == null
                ? "; it has " + String.join(", ", legal)
                : NearestName.hint(legal, key.text())));
    // G-5: without its 'nodes' a group would look like the fallback
    readable &= ResourceList.of(nearest == null ? "" : nearest) != null;
  }

  /** Whatever the header holds may be incomplete. */
  void unreadable() {
    readable = false;
  }

  /** The group, after all of its documents. */
  GroupText finish(
      String defaultName,
      Position start,
      boolean complete,
      List<ResourceText> resources,
      Set<String> keys) {
    YamlMap.Entry group = entries.get("group");
    String name = name(group, defaultName);
    Position position = group == null ? start : group.value().position();
    int priority = priority();
    Selection selection = new SelectionReader(findings).read(value("nodes"));
    List<YamlScalar> includes = includes();
    if (!(readable && complete)) {
      selection = new Selection.Unreadable();
    }
    return new GroupText(
        name, position, priority, selection, includes, vars(start), resources, keys);
  }

  private String name(YamlMap.@Nullable Entry group, String defaultName) {
    if (group == null) {
      return defaultName;
    }
    YamlNode value = value("group");
    if (value instanceof YamlScalar scalar && !scalar.isNull() && !scalar.text().isBlank()) {
      return scalar.text();
    }
    findings.error(IssueKind.GROUP, group.value().position(), "", "group", "expected a name");
    return defaultName;
  }

  private int priority() {
    YamlNode value = value("priority");
    if (value == null) {
      return 0;
    }
    if (value instanceof YamlScalar scalar) {
      try {
        return Integer.parseInt(scalar.text().trim());
      } catch (NumberFormatException e) {
        // reported below
      }
    }
    findings.error(
        IssueKind.GROUP,
        value.position(),
        "",
        "priority",
        "expected a whole number, got " + value.kind());
    // With a wrong priority the group might take another one's nodes.
    readable = false;
    return 0;
  }

  private List<YamlScalar> includes() {
    YamlNode value = value("include");
    List<YamlScalar> names = new ArrayList<>();
    if (value == null) {
      return names;
    }
    if (!(value instanceof YamlList list)) {
      findings.error(
          IssueKind.GROUP,
          value.position(),
          "",
          "include",
          "expected a list of groups, got " + value.kind());
      return names;
    }
    for (YamlNode item : list.items()) {
      if (item instanceof YamlScalar name && !name.isNull()) {
        names.add(name);
      } else {
        findings.error(
            IssueKind.GROUP,
            item.position(),
            "",
            "include",
            "expected the name of a group, got " + item.kind());
      }
    }
    return names;
  }

  private YamlMap vars(Position start) {
    // Not substituted here: a variable may depend on the node.
    YamlMap.Entry entry = entries.get("vars");
    if (entry == null) {
      return new YamlMap(start, List.of());
    }
    if (entry.value() instanceof YamlMap map) {
      return map;
    }
    findings.error(
        IssueKind.GROUP,
        entry.value().position(),
        "",
        "vars",
        "expected a map, got " + entry.value().kind());
    return new YamlMap(start, List.of());
  }

  private @Nullable YamlNode value(String key) {
    YamlMap.Entry entry = entries.get(key);
    if (entry == null) {
      return null;
    }
    int before = findings.errorCount();
    Substitution substitution =
        new Substitution(Variables.ofEnvironment(environment), "", findings);
    YamlNode value = substitution.apply(entry.value());
    readable &= findings.errorCount() == before;
    return value;
  }
}
