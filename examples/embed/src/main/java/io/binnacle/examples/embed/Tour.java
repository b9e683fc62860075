package io.binnacle.examples.embed;

import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.view.Snapshot;
import io.binnacle.server.XdsServer;
import io.binnacle.server.catalog.Catalog;
import io.binnacle.server.catalog.Edits;
import io.binnacle.server.catalog.NodeAssignment;
import io.binnacle.server.catalog.Publication;
import io.envoyproxy.envoy.config.core.v3.Node;
import java.time.Duration;
import java.util.Map;

/** Groups, incremental updates, a template per node, and what became of a publish. */
public final class Tour implements AutoCloseable {

  private final Catalog catalog = new Catalog(Tour::assign);
  private final XdsServer server;

  /** Starts the server with what it serves at first. */
  Tour(int port, int greeterPort) {
    catalog.publish(
        "clients",
        Snapshot.of(
            Greeter.listener(),
            Greeter.routes(),
            Greeter.cluster(),
            Greeter.endpoints(greeterPort)));
    catalog.publish("sidecars", Tour::ofSidecar);
    server = XdsServer.builder(catalog).listen("127.0.0.1", port).build().start();
  }

  /** Which group a node gets: called when it connects, and must be quick. */
  private static NodeAssignment assign(Node node) {
    return node.getCluster().equals("sidecars")
        ? NodeAssignment.group("sidecars", Map.of("id", node.getId()))
        : NodeAssignment.group("clients");
  }

  /** What one sidecar gets: called once for each value of its variables. */
  private static Snapshot ofSidecar(Map<String, String> variables) {
    String id = variables.getOrDefault("id", "unknown");
    return Snapshot.of(Greeter.cluster().toBuilder().setAltStatName("greeter-of-" + id).build());
  }

  /** Sends everyone elsewhere: only the endpoints are sent again. */
  Publication moveTo(int greeterPort) {
    return catalog.update("clients", new Edits().put(Greeter.endpoints(greeterPort)));
  }

  /** Takes the greeter away: calls to it fail from then on. */
  Publication remove() {
    return catalog.update("clients", new Edits().remove(ResourceType.LISTENER, Greeter.TARGET));
  }

  int port() {
    return server.port();
  }

  @Override
  public void close() {
    server.close(Duration.ofSeconds(1)).join();
  }

  /** Moves the greeter when a client had a minute to come, and says who followed. */
  public static void main(String[] args) throws InterruptedException {
    try (Tour tour = new Tour(18_000, 50_051)) {
      System.out.println("Serving on port " + tour.port() + "; connect a client.");
      Thread.sleep(Duration.ofMinutes(1).toMillis());
      Publication.Result result = tour.moveTo(50_052).within(Duration.ofSeconds(5));
      System.out.println(result);
      result
          .in(Publication.State.NACKED)
          .forEach(node -> System.out.println(node.nodeId() + ": " + node.message()));
    }
  }
}
