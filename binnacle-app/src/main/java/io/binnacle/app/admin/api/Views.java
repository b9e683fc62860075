package io.binnacle.app.admin.api;

import io.binnacle.core.view.View;
import io.binnacle.server.catalog.Catalog;
import io.binnacle.server.catalog.NodeAssignment;
import io.binnacle.server.catalog.ViewKey;
import io.binnacle.server.status.NodeStatus;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The views that are published: all of a group, or those of a node's streams. */
final class Views {

  private final Catalog catalog;

  Views(Catalog catalog) {
    this.catalog = catalog;
  }

  /** Every view of these groups, in the order of their names. */
  Map<ViewKey, View> ofGroups(Iterable<String> groups) {
    Map<ViewKey, View> views = new LinkedHashMap<>();
    for (String group : groups) {
      catalog.views(group).forEach((values, view) -> views.put(new ViewKey(group, values), view));
    }
    return views;
  }

  Iterable<String> groups() {
    return catalog.groups();
  }

  /** What the streams of a node are served now; nothing for one that is served nothing. */
  Map<ViewKey, View> of(List<NodeStatus> nodes) {
    List<ViewKey> keys =
        nodes.stream()
            .flatMap(node -> node.streams().stream())
            .map(stream -> catalog.assigner().assign(stream.stream().node()))
            .filter(NodeAssignment.Group.class::isInstance)
            .map(assignment -> ((NodeAssignment.Group) assignment).key())
            .distinct()
            .toList();
    Map<ViewKey, View> all =
        ofGroups(keys.stream().map(ViewKey::group).collect(Collectors.toSet()));
    all.keySet().retainAll(keys);
    return all;
  }
}
