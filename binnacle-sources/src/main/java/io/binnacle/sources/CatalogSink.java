package io.binnacle.sources;

import io.binnacle.core.view.Snapshot;
import io.binnacle.server.catalog.Catalog;
import io.binnacle.server.catalog.NodeAssigner;
import io.binnacle.server.catalog.SnapshotTemplate;

/** Passes on to a catalog. */
record CatalogSink(Catalog catalog) implements GroupSink {

  @Override
  public void publish(String group, Snapshot snapshot) {
    catalog.publish(group, snapshot);
  }

  @Override
  public void publish(String group, SnapshotTemplate template) {
    catalog.publish(group, template);
  }

  @Override
  public void remove(String group) {
    catalog.remove(group);
  }

  @Override
  public void assigner(NodeAssigner assigner) {
    catalog.assigner(assigner);
  }
}
