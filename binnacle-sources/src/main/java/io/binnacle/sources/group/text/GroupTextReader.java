package io.binnacle.sources.group.text;

import io.binnacle.core.message.NearestName;
import io.binnacle.core.validate.IssueKind;
import io.binnacle.sources.tree.Keys;
import io.binnacle.text.Findings;
import io.binnacle.text.Position;
import io.binnacle.text.tree.YamlList;
import io.binnacle.text.tree.YamlMap;
import io.binnacle.text.tree.YamlNode;
import io.binnacle.text.types.TypeCatalog;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads the files of one group (G-1, G-2): group files, bootstraps, DiscoveryResponses, single
 * resources. One use, one thread.
 */
public final class GroupTextReader {

  private static final String STATIC_RESOURCES = "static_resources";
  private static final String RESOURCES = "resources";

  private final GroupHeaderReader header;
  private final Findings findings;
  private final List<ResourceText> resources = new ArrayList<>();
  private final Set<String> keys = new HashSet<>();

  /**
   * @param environment what {@code ${env...}} in the header stands for
   */
  public GroupTextReader(Map<String, String> environment, Findings findings) {
    this.header = new GroupHeaderReader(environment, findings);
    this.findings = findings;
  }

  /**
   * Reads a group.
   *
   * @param defaultName its name, unless its header gives another
   * @param files never empty; faults of their syntax are in the findings already
   */
  public GroupText read(String defaultName, List<SourceFile> files) {
    boolean complete = true;
    for (SourceFile file : files) {
      // A file that could not be parsed may hold the header.
      complete &= file.complete();
      file.documents().forEach(this::document);
    }
    Position start = Position.startOf(files.get(0).name());
    return header.finish(defaultName, start, complete, resources, keys);
  }

  private void document(YamlNode document) {
    if (!(document instanceof YamlMap map)) {
      findings.error(
          IssueKind.GROUP,
          document.position(),
          "expected a map with the keys of a group, got " + document.kind());
      header.unreadable();
      return;
    }
    switch (DocumentKind.of(document)) {
      case GROUP, UNKNOWN -> groupDocument(map);
      case BOOTSTRAP -> bootstrap(map);
      case DISCOVERY_RESPONSE -> discoveryResponse(map);
      case RESOURCE -> {
        resources.add(new ResourceText(null, map, "resource"));
        keys.add(RESOURCES);
      }
    }
  }

  private void groupDocument(YamlMap map) {
    Map<String, Position> seen = new HashMap<>();
    Map<String, YamlMap.Entry> headerEntries = new HashMap<>();
    for (YamlMap.Entry entry : map.entries()) {
      String key = Keys.snake(entry.key().text());
      Position other = seen.putIfAbsent(key, entry.key().position());
      ResourceList list = ResourceList.of(key);
      if (other != null) {
        findings.error(
            IssueKind.GROUP,
            entry.key().position(),
            "'" + key + "' is there twice, first at line " + other.line());
      } else if (list != null) {
        list(list, entry.value(), key);
      } else if (DocumentKind.HEADER.contains(key)) {
        headerEntries.put(key, entry);
      } else if (key.equals(WithheldText.KEY)) {
        findings.error(
            IssueKind.GROUP,
            entry.key().position(),
            "holds secrets, which revisions do not keep; its group can be served again when the"
                + " source can be read");
      } else {
        header.unknownKey(entry.key());
      }
    }
    header.take(headerEntries);
  }

  private void list(ResourceList list, YamlNode value, String path) {
    keys.add(list.key());
    if (value instanceof YamlMap) {
      // As for Envoy: one value stands for a list of one.
      resources.add(new ResourceText(list.type(), value, path));
      return;
    }
    if (!(value instanceof YamlList items)) {
      findings.error(
          IssueKind.GROUP,
          value.position(),
          "",
          path,
          "expected a list of resources, got "
              + value.kind()
              + (value.isNull() ? "; none at all is '" + list.key() + ": []'" : ""));
      return;
    }
    for (int i = 0; i < items.items().size(); i++) {
      String place = path + "[" + i + "]";
      resources.add(new ResourceText(list.type(), items.items().get(i), place));
    }
  }

  private void bootstrap(YamlMap map) {
    onlyFieldsOf(DocumentKind.BOOTSTRAP_TYPE, map);
    YamlNode statics = Keys.value(map, STATIC_RESOURCES);
    if (statics != null && statics.isNull()) {
      return;
    }
    if (!(statics instanceof YamlMap lists)) {
      findings.error(
          IssueKind.GROUP,
          statics == null ? map.position() : statics.position(),
          "",
          STATIC_RESOURCES,
          "expected a map with listeners, clusters and secrets");
      return;
    }
    onlyFieldsOf(DocumentKind.BOOTSTRAP_TYPE + ".StaticResources", lists);
    for (YamlMap.Entry entry : lists.entries()) {
      String key = Keys.snake(entry.key().text());
      ResourceList list = ResourceList.of(key);
      // Nothing is an absent list to Envoy; that it was emptied is for `[]` to say (G-3a).
      if (list != null && !entry.value().isNull()) {
        list(list, entry.value(), key);
      }
    }
  }

  private void discoveryResponse(YamlMap map) {
    onlyFieldsOf(DocumentKind.DISCOVERY_RESPONSE_TYPE, map);
    YamlNode items = Keys.value(map, RESOURCES);
    if (items == null) {
      findings.error(
          IssueKind.GROUP,
          map.position(),
          "a DiscoveryResponse needs 'resources'; none at all is 'resources: []'");
    } else {
      list(ResourceList.RESOURCES, items, RESOURCES);
    }
  }

  // The rest of a bootstrap or response is not for us, but a misspelt key must not be lost.
  private void onlyFieldsOf(String messageName, YamlMap map) {
    var message = TypeCatalog.newest().find(messageName);
    if (message == null) {
      throw new IllegalStateException("the Envoy API lacks " + messageName);
    }
    List<String> names =
        message.getDescriptorForType().getFields().stream().map(f -> f.getName()).toList();
    for (YamlMap.Entry entry : map.entries()) {
      String key = entry.key().text();
      if (!key.equals("@type") && !names.contains(Keys.snake(key))) {
        findings.error(
            IssueKind.GROUP,
            entry.key().position(),
            "unknown field '" + key + "' of " + messageName + NearestName.hint(names, key));
      }
    }
  }
}
