package io.binnacle.examples.embed;

import io.binnacle.core.view.Snapshot;
import io.binnacle.server.XdsServer;
import io.binnacle.server.catalog.Catalog;
import io.binnacle.server.catalog.NodeAssigner;

/** The shortest control plane: every node gets the same. */
public final class FirstUse {

  private FirstUse() {}

  /** Serves on port 18000 until the process ends. */
  public static void main(String[] args) {
    serve(18_000);
  }

  static XdsServer serve(int port) {
    Catalog catalog = new Catalog(NodeAssigner.everyNodeGets("edge"));
    catalog.publish("edge", Snapshot.of(Greeter.cluster(), Greeter.endpoints(50_051)));
    return XdsServer.builder(catalog).listen("127.0.0.1", port).build().start();
  }
}
