package io.binnacle.sources.group.text;

import io.binnacle.sources.tree.Keys;
import io.binnacle.text.tree.YamlMap;
import io.binnacle.text.tree.YamlNode;
import io.binnacle.text.tree.YamlScalar;
import io.binnacle.text.types.TypeCatalog;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What a document is, decided by its keys (G-2). */
enum DocumentKind {
  /** A group file: with header keys or lists of resources. */
  GROUP,
  /** An Envoy bootstrap; its {@code static_resources} are taken. */
  BOOTSTRAP,
  /** A DiscoveryResponse: {@code resources}, with nothing of ours beside them. */
  DISCOVERY_RESPONSE,
  /** One resource, with {@code @type}. */
  RESOURCE,
  /** None of these. */
  UNKNOWN;

  /** The header of a group: once per group. */
  static final List<String> HEADER = List.of("group", "priority", "nodes", "include", "vars");

  static final String DISCOVERY_RESPONSE_TYPE = "envoy.service.discovery.v3.DiscoveryResponse";
  static final String BOOTSTRAP_TYPE = "envoy.config.bootstrap.v3.Bootstrap";

  static DocumentKind of(YamlNode document) {
    if (!(document instanceof YamlMap map)) {
      return UNKNOWN;
    }
    if (map.get("@type") instanceof YamlScalar type) {
      return switch (TypeCatalog.nameOf(type.text())) {
        case DISCOVERY_RESPONSE_TYPE -> DISCOVERY_RESPONSE;
        case BOOTSTRAP_TYPE -> BOOTSTRAP;
        default -> RESOURCE;
      };
    }
    Set<String> keys = new HashSet<>();
    map.entries().forEach(entry -> keys.add(Keys.snake(entry.key().text())));
    if (keys.contains("static_resources")) {
      return BOOTSTRAP;
    }
    if (HEADER.stream().anyMatch(keys::contains)) {
      return GROUP;
    }
    // A file for Envoy's own filesystem subscription often has nothing but `resources`.
    boolean others =
        ResourceList.keys().stream().anyMatch(k -> !k.equals("resources") && keys.contains(k));
    if (keys.contains("resources") && !others) {
      return DISCOVERY_RESPONSE;
    }
    return others ? GROUP : UNKNOWN;
  }
}
