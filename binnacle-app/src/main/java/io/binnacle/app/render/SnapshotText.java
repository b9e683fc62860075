package io.binnacle.app.render;

import com.google.protobuf.Message;
import io.binnacle.core.resource.ParameterConstraints;
import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.view.Snapshot;
import io.binnacle.sources.group.ReadyGroup;
import io.binnacle.text.Position;
import io.binnacle.text.print.MessagePrinter;
import io.binnacle.text.tree.JsonWriter;
import io.binnacle.text.tree.YamlList;
import io.binnacle.text.tree.YamlMap;
import io.binnacle.text.tree.YamlNode;
import io.binnacle.text.tree.YamlScalar;
import io.binnacle.text.tree.YamlWriter;
import io.binnacle.text.types.TypeCatalog;
import io.envoyproxy.envoy.service.discovery.v3.ResourceName;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A snapshot as text: in the form of a group's file, or as a table of its resources. Secrets are
 * redacted (Z-4). Immutable.
 */
public final class SnapshotText {

  private static final Position NOWHERE = Position.startOf("");
  private static final int SHORT_VERSION = 12;

  private final String group;
  private final Snapshot snapshot;
  private final MessagePrinter printer;

  /**
   * @param group the group that it is of
   * @param types what resources may be made of
   */
  public SnapshotText(String group, Snapshot snapshot, TypeCatalog types) {
    this.group = group;
    this.snapshot = snapshot;
    this.printer = MessagePrinter.redacting(types);
  }

  public String yaml() {
    return YamlWriter.write(tree());
  }

  public String json() {
    return JsonWriter.write(tree());
  }

  /** One line for each resource: type, name, version, and where it comes from. */
  public String table() {
    Table table = new Table("TYPE", "NAME", "VERSION", "FROM");
    for (ResourceType type : new TreeSet<>(snapshot.types())) {
      for (Resource resource : sorted(type)) {
        table.row(
            type.shortName(),
            resource.name(),
            resource.version().substring(0, Math.min(SHORT_VERSION, resource.version().length())),
            resource.origin() == null ? "" : resource.origin().toString());
      }
    }
    return table.toString();
  }

  private YamlNode tree() {
    Map<String, List<YamlNode>> lists = new LinkedHashMap<>();
    for (ResourceType type : new TreeSet<>(snapshot.types())) {
      String key = ReadyGroup.keyOf(type);
      boolean typed = key.equals(ReadyGroup.keyOf(ResourceType.of("any")));
      for (Resource resource : sorted(type)) {
        lists.computeIfAbsent(key, unused -> new ArrayList<>()).add(tree(resource, typed));
      }
    }
    List<YamlMap.Entry> entries = new ArrayList<>();
    entries.add(new YamlMap.Entry(string("group"), string(group)));
    lists.forEach(
        (key, items) -> entries.add(new YamlMap.Entry(string(key), new YamlList(NOWHERE, items))));
    return new YamlMap(NOWHERE, entries);
  }

  private YamlNode tree(Resource resource, boolean typed) {
    // An Any prints its content with @type in front of the other fields.
    Message packed = resource.packed();
    YamlNode tree = printer.toTree(packed);
    if (!typed && tree instanceof YamlMap map) {
      tree =
          new YamlMap(
              NOWHERE,
              map.entries().stream().filter(entry -> !entry.key().text().equals("@type")).toList());
    }
    return resource.constraints() == null ? tree : wrapped(resource.constraints(), tree);
  }

  /** A variant stands in its wrapper: without it, it would be there twice (D-16). */
  private YamlNode wrapped(ParameterConstraints constraints, YamlNode tree) {
    ResourceName variant =
        ResourceName.newBuilder().setDynamicParameterConstraints(constraints.toMessage()).build();
    return new YamlMap(
        NOWHERE,
        List.of(
            new YamlMap.Entry(string("resource_name"), printer.toTree(variant)),
            new YamlMap.Entry(string("resource"), tree)));
  }

  private List<Resource> sorted(ResourceType type) {
    return List.copyOf(new TreeMap<>(snapshot.resources(type)).values());
  }

  private static YamlScalar string(String text) {
    return new YamlScalar(NOWHERE, text, true);
  }
}
