package io.binnacle.server.resolve;

import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.Response;
import io.binnacle.core.server.SessionOptions;
import io.binnacle.core.server.Variant;
import io.binnacle.server.catalog.Catalog;
import io.binnacle.server.catalog.NodeAssigner;
import io.binnacle.server.catalog.NodeAssignment;
import io.binnacle.server.internal.stream.FakeIo;
import io.binnacle.server.internal.stream.SeenStreams;
import io.binnacle.server.internal.stream.StreamDriver;
import io.binnacle.server.internal.stream.StreamHub;
import io.binnacle.server.internal.threads.ManualLoop;
import io.binnacle.server.stream.StreamLimits;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import io.envoyproxy.envoy.config.core.v3.Node;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryRequest;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;

/** A hub, resolvers for clusters and virtual hosts, and a clock: all on the thread of the test. */
final class Lab {

  static final ResourceType CDS = ResourceType.CLUSTER;
  static final ResourceType VHDS = ResourceType.VIRTUAL_HOST;

  final Catalog catalog =
      new Catalog(
          node -> NodeAssignment.group(node.getCluster().isEmpty() ? "edge" : node.getCluster()));
  final ManualLoop streams = new ManualLoop();
  final ManualLoop thread = new ManualLoop();
  final List<LookupEvent> events = new ArrayList<>();

  /** Lookups that wait for their result, in order. */
  final List<Lookup> asked = new ArrayList<>();

  private final Map<Lookup, CompletableFuture<Resolution>> open = new HashMap<>();
  final Resolvers resolvers;
  private final StreamHub hub =
      new StreamHub(
          catalog,
          SessionOptions.defaults("test"),
          StreamLimits.DEFAULTS,
          List.of(new SeenStreams()));

  Lab(ResolverOptions options) {
    this(options, UnaryOperator.identity());
  }

  /** One whose resolver is made into another. */
  Lab(ResolverOptions options, UnaryOperator<ResourceResolver> as) {
    ResourceResolver resolver =
        as.apply(
            lookup -> {
              asked.add(lookup);
              CompletableFuture<Resolution> result = new CompletableFuture<>();
              open.put(lookup, result);
              return result;
            });
    resolvers =
        new Resolvers(
            new SharedLookups(
                catalog,
                Map.of(CDS, resolver, VHDS, resolver),
                options,
                List.of(events::add),
                thread,
                () -> {}));
    hub.lookUpBy(ResolverLookups.of(resolvers));
  }

  Lab() {
    this(ResolverOptions.DEFAULTS);
  }

  static NodeAssigner everyone() {
    return NodeAssigner.everyNodeGets("edge");
  }

  static Cluster cluster(String name, String content) {
    return Cluster.newBuilder().setName(name).setAltStatName(content).build();
  }

  /** Lets everything run that can. */
  Lab run() {
    while (thread.waiting() + streams.waiting() > 0) {
      thread.runAll();
      streams.runAll();
    }
    return this;
  }

  Lab advance(Duration time) {
    thread.advance(time);
    return run();
  }

  /** Completes the newest lookup of a name. */
  Lab complete(String name, Resolution result) {
    future(name).complete(result);
    return run();
  }

  CompletableFuture<Resolution> future(String name) {
    Lookup lookup =
        asked.stream()
            .filter(each -> each.name().equals(name))
            .reduce((first, second) -> second)
            .orElseThrow(() -> new AssertionError(name + " was not looked up"));
    CompletableFuture<Resolution> future = open.get(lookup);
    assertThat(future).isNotNull();
    return future;
  }

  List<LookupEvent.Outcome> outcomes() {
    return events.stream().map(LookupEvent::outcome).toList();
  }

  Client delta(String nodeId) {
    return new Client(nodeId, "", Variant.DELTA);
  }

  Client delta(String nodeId, String group) {
    return new Client(nodeId, group, Variant.DELTA);
  }

  Client sotw(String nodeId) {
    return new Client(nodeId, "", Variant.SOTW);
  }

  /** One stream. */
  final class Client {
    final FakeIo io = new FakeIo();
    final StreamDriver driver;
    private final Node node;

    private Client(String nodeId, String group, Variant variant) {
      node = Node.newBuilder().setId(nodeId).setCluster(group).build();
      StreamDriver opened = hub.open(streams, io, variant, null, "peer");
      assertThat(opened).isNotNull();
      driver = opened;
    }

    Client subscribe(ResourceType type, String... names) {
      return send(request(type).addAllResourceNamesSubscribe(List.of(names)));
    }

    Client unsubscribe(ResourceType type, String... names) {
      return send(request(type).addAllResourceNamesUnsubscribe(List.of(names)));
    }

    DeltaDiscoveryRequest.Builder request(ResourceType type) {
      return DeltaDiscoveryRequest.newBuilder().setNode(node).setTypeUrl(type.typeUrl());
    }

    Client send(DeltaDiscoveryRequest.Builder request) {
      driver.onRequest(request.build());
      run();
      return this;
    }

    Client ask(ResourceType type, String... names) {
      driver.onRequest(
          DiscoveryRequest.newBuilder()
              .setNode(node)
              .setTypeUrl(type.typeUrl())
              .addAllResourceNames(List.of(names))
              .build());
      run();
      return this;
    }

    /** The names of what was sent since the last call; of what was removed, with a minus. */
    List<String> got() {
      List<String> got = new ArrayList<>();
      for (Response response : io.sent) {
        for (Resource resource : response.resources()) {
          got.add((resource.isAbsence() ? "?" : "") + resource.name());
        }
        response.removed().forEach(name -> got.add("-" + name));
      }
      io.sent.clear();
      return got;
    }
  }
}
