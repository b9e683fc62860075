package io.binnacle.server.hostile;

import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.view.Snapshot;
import io.binnacle.server.XdsServer;
import io.binnacle.server.XdsServerBuilder;
import io.binnacle.server.catalog.Catalog;
import io.binnacle.server.catalog.NodeAssigner;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import io.envoyproxy.envoy.config.core.v3.Node;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

/** A server that is attacked: one group with one cluster. Ends with the test. */
final class Target implements AutoCloseable {

  final Catalog catalog = new Catalog(NodeAssigner.everyNodeGets("edge"));
  final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  final XdsServer server;
  private volatile List<Resource> beside = List.of();
  private final AtomicInteger published = new AtomicInteger();

  Target(UnaryOperator<XdsServerBuilder> options) {
    publish("first");
    XdsServerBuilder builder =
        XdsServer.builder(catalog).listen("127.0.0.1", 0).meterRegistry(meters);
    server = options.apply(builder).build().start();
  }

  Target() {
    this(UnaryOperator.identity());
  }

  int port() {
    return server.port();
  }

  void publish(String clusterName) {
    Snapshot.Builder snapshot = Snapshot.builder();
    beside.forEach(snapshot::add);
    snapshot.add(Resource.of(Cluster.newBuilder().setName(clusterName).build()));
    catalog.publish("edge", snapshot.build());
  }

  /** From now on these are published too. */
  void publishBeside(List<Resource> resources) {
    beside = List.copyOf(resources);
    publish("first");
  }

  /** Publishes a cluster that never was there; its name. */
  String publishNext() {
    String name = "published-" + published.incrementAndGet();
    publish(name);
    return name;
  }

  /** The sum of all counters of a name with these tags. */
  double count(String name, String... tags) {
    return meters.find(name).tags(tags).counters().stream().mapToDouble(Counter::count).sum();
  }

  /** The first request of a client that wants all clusters. */
  static byte[] firstRequest() {
    return DiscoveryRequest.newBuilder()
        .setNode(Node.newBuilder().setId("somebody"))
        .setTypeUrl(ResourceType.CLUSTER.typeUrl())
        .build()
        .toByteArray();
  }

  @Override
  public void close() {
    server.close();
  }
}
