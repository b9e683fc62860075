package io.binnacle.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Message;
import com.google.protobuf.util.Durations;
import io.binnacle.client.event.ClientEvent;
import io.binnacle.client.event.ClientListener;
import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.view.Snapshot;
import io.binnacle.server.XdsServer;
import io.binnacle.server.XdsServerBuilder;
import io.binnacle.server.catalog.Catalog;
import io.binnacle.server.catalog.NodeAssigner;
import io.binnacle.server.catalog.Publication;
import io.binnacle.server.resolve.Lookup;
import io.binnacle.server.resolve.Resolution;
import io.binnacle.server.resolve.Resolvers;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import io.envoyproxy.envoy.config.core.v3.Node;
import io.envoyproxy.envoy.config.endpoint.v3.ClusterLoadAssignment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Our own server on loopback, and clients of it. */
final class ServerLab implements AutoCloseable, ClientListener {

  static final Duration PATIENCE = Duration.ofSeconds(20);
  static final Node NODE = Node.newBuilder().setId("lab").build();

  final Catalog catalog = new Catalog(NodeAssigner.everyNodeGets("edge"));

  /** What happened between the clients and their servers. */
  final List<ClientEvent> events = new CopyOnWriteArrayList<>();

  private final List<XdsClient> clients = new ArrayList<>();
  private @Nullable Resolvers resolvers;
  private XdsServer server;
  private int port;

  ServerLab() {
    start();
  }

  /** Starts a server, on the port of the one before. */
  void start() {
    XdsServerBuilder builder = XdsServer.builder(catalog).listen("127.0.0.1", port);
    if (resolvers != null) {
      builder.resolvers(resolvers);
    }
    server = builder.build().start();
    port = server.port();
  }

  /** Has the server find every name of a type that is not published. */
  void resolve(ResourceType type, Function<Lookup, Message> found) {
    resolvers =
        Resolvers.builder(catalog)
            .resolver(
                type,
                lookup -> CompletableFuture.completedFuture(Resolution.found(found.apply(lookup))))
            .build();
    stop();
    start();
  }

  /** Ends the server. */
  void stop() {
    server.close();
  }

  int port() {
    return port;
  }

  XdsServer server() {
    return server;
  }

  XdsClientBuilder builder() {
    return XdsClient.builder()
        .node(NODE)
        .backoff(Duration.ofMillis(20), Duration.ofMillis(200))
        .listener(this);
  }

  XdsClient client(Way way) {
    return keep(builder().server(way.to(port)).build());
  }

  /** Closes a client with the lab. */
  XdsClient keep(XdsClient client) {
    clients.add(client);
    return client;
  }

  Publication publish(Message... messages) {
    return catalog.publish("edge", Snapshot.of(messages));
  }

  Publication publish(Resource... resources) {
    Snapshot.Builder snapshot = Snapshot.builder();
    for (Resource resource : resources) {
      snapshot.add(resource);
    }
    return catalog.publish("edge", snapshot.build());
  }

  static Cluster cluster(String name, int millis) {
    return Cluster.newBuilder()
        .setName(name)
        .setConnectTimeout(Durations.fromMillis(millis))
        .build();
  }

  static int millis(Cluster cluster) {
    return (int) Durations.toMillis(cluster.getConnectTimeout());
  }

  static ClusterLoadAssignment assignment(String name) {
    return ClusterLoadAssignment.newBuilder().setClusterName(name).build();
  }

  @Override
  public void onEvent(ClientEvent event) {
    events.add(event);
  }

  /** What happened of one kind. */
  <E extends ClientEvent> List<E> events(Class<E> kind) {
    return events.stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  static void awaitTrue(BooleanSupplier condition) {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("not within " + PATIENCE).isLessThan(deadline);
      LockSupport.parkNanos(Duration.ofMillis(2).toNanos());
    }
  }

  @Override
  public void close() {
    clients.forEach(XdsClient::close);
    server.close();
    if (resolvers != null) {
      resolvers.close();
    }
  }
}
