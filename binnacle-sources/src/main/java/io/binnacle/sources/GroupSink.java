package io.binnacle.sources;

import io.binnacle.core.view.Snapshot;
import io.binnacle.server.catalog.Catalog;
import io.binnacle.server.catalog.NodeAssigner;
import io.binnacle.server.catalog.SnapshotTemplate;

/** Where groups go: the catalog of a server. */
public interface GroupSink {

  /** Publishes a group that is the same for all its nodes. */
  void publish(String group, Snapshot snapshot);

  /**
   * Publishes a group that depends on the node.
   *
   * @throws RuntimeException when it cannot be rendered for a node that is served; nothing changed
   */
  void publish(String group, SnapshotTemplate template);

  /** Takes a group away; its nodes keep what they have (G-3a). */
  void remove(String group);

  /** Assigns nodes by another rule. */
  void assigner(NodeAssigner assigner);

  /** The sink that is a catalog. */
  static GroupSink of(Catalog catalog) {
    return new CatalogSink(catalog);
  }
}
