package io.binnacle.server.internal.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.core.method.DiscoveryMethod;
import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.SessionOptions;
import io.binnacle.core.server.Variant;
import io.binnacle.core.server.ViewHistory;
import io.binnacle.core.view.Snapshot;
import io.binnacle.rules.Rule;
import io.binnacle.server.catalog.Catalog;
import io.binnacle.server.catalog.NodeAssigner;
import io.binnacle.server.internal.threads.ManualLoop;
import io.binnacle.server.limit.ClientAccount;
import io.binnacle.server.limit.ClientLimits;
import io.binnacle.server.stream.StreamLimits;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import io.envoyproxy.envoy.config.core.v3.TypedExtensionConfig;
import io.envoyproxy.envoy.config.endpoint.v3.ClusterLoadAssignment;
import io.envoyproxy.envoy.config.endpoint.v3.LbEndpoint;
import io.envoyproxy.envoy.config.listener.v3.Listener;
import io.envoyproxy.envoy.config.route.v3.RouteConfiguration;
import io.envoyproxy.envoy.config.route.v3.ScopedRouteConfiguration;
import io.envoyproxy.envoy.config.route.v3.Vhds;
import io.envoyproxy.envoy.config.route.v3.VirtualHost;
import io.envoyproxy.envoy.extensions.transport_sockets.tls.v3.Secret;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryRequest;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;
import io.envoyproxy.envoy.service.runtime.v3.Runtime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random requests into every streaming method at once, while the catalog changes and transports are
 * slow: whatever a client says ends its own stream at most, and never by a fault of ours.
 */
class StreamFuzzTest {

  private static final boolean LONG = Boolean.getBoolean("binnacle.long");
  private static final int STEPS = LONG ? 200_000 : 4_000;

  private static final String XDSTP_CLUSTER = "xdstp://x/envoy.config.cluster.v3.Cluster/a";
  private static final String MEMBERS = "xdstp://x/envoy.config.endpoint.v3.LbEndpoint/pool/";

  private static final class Client {
    final FakeIo io = new FakeIo();
    final DiscoveryMethod method;
    String asks = "";
    StreamDriver driver;

    Client(DiscoveryMethod method) {
      this.method = method;
    }
  }

  private final Catalog catalog = new Catalog(NodeAssigner.everyNodeGets("edge"));
  private final StreamHub hub =
      new StreamHub(
          catalog,
          SessionOptions.defaults("test"),
          StreamLimits.DEFAULTS,
          List.of(new SeenStreams()),
          ViewHistory.NONE,
          // a client may be silent for as long as the clock moves
          new ClientAccount(ClientLimits.DEFAULTS.withFirstRequest(Duration.ofDays(1_000)), 1_000),
          () -> 0.5);
  private final ManualLoop loop = new ManualLoop();
  private final List<Client> clients = new ArrayList<>();
  private final List<String> trace = new ArrayList<>();
  private Random random;
  private String content = "";
  private RandomMessages messages;
  private RandomLookups lookups;

  static List<Long> seeds() {
    List<Long> seeds = new ArrayList<>();
    for (long seed = 1; seed <= (LONG ? 50 : 5); seed++) {
      seeds.add(seed);
    }
    return seeds;
  }

  private Client open(DiscoveryMethod method) {
    Client client = new Client(method);
    client.driver = hub.open(loop, client.io, Variant.of(method), method.onlyType(), "peer");
    assertThat(client.driver).isNotNull();
    return client;
  }

  @ParameterizedTest
  @MethodSource("seeds")
  @Rule({"B-4", "B-6"})
  void noRequestEndsAnotherStreamOrIsAFaultOfOurs(long seed) {
    random = new Random(seed);
    messages = new RandomMessages(random);
    lookups = new RandomLookups(random, catalog);
    publish();
    DiscoveryMethod ads = DiscoveryMethod.all().get(0);
    Client bystander = open(ads);
    bystander.driver.onRequest(all(ResourceType.CLUSTER));
    DiscoveryMethod deltaAds = DiscoveryMethod.all().get(1);
    List<Client> named =
        List.of(
            asking(deltaAds, ResourceType.LB_ENDPOINT, MEMBERS + "*"),
            asking(deltaAds, ResourceType.VIRTUAL_HOST, "bystander/a"),
            asking(deltaAds, ResourceType.CLUSTER, XDSTP_CLUSTER));
    hub.lookUpBy(lookups);
    for (DiscoveryMethod method : DiscoveryMethod.all()) {
      clients.add(open(method));
    }

    for (int step = 0; step < STEPS; step++) {
      step(clients.get(random.nextInt(clients.size())));
      assertThat(bystander.io.closed).isNull();
      for (Client other : named) {
        assertThat(other.io.closed).isNull();
        assertThat(other.io.last().resources().get(0).packed().getValue().toStringUtf8())
            .as("what was published last reaches %s; seed %s", other.asks, seed)
            .contains(content);
      }
    }

    catalog.publish("edge", Snapshot.of(Cluster.newBuilder().setName("last").build()));
    loop.runAll();
    assertThat(bystander.io.last().resources())
        .as("the bystander has the newest")
        .extracting("name")
        .containsExactly("last");
    assertThat(hub.openStreams()).isEqualTo(clients.size() + 1 + named.size());
  }

  /** A client on delta that asks for one thing, and has got it. */
  private Client asking(DiscoveryMethod method, ResourceType type, String name) {
    Client client = open(method);
    client.asks = name;
    client.driver.onRequest(
        DeltaDiscoveryRequest.newBuilder()
            .setTypeUrl(type.typeUrl())
            .addResourceNamesSubscribe(name)
            .build());
    assertThat(client.io.last().resources()).hasSize(1);
    return client;
  }

  private void step(Client client) {
    int what = random.nextInt(100);
    if (what < 80) {
      request(client);
    } else if (what < 90) {
      client.io.ready = !client.io.ready;
      if (client.io.ready) {
        client.driver.onReady();
      }
    } else if (what < 95) {
      publish();
      loop.runAll();
    } else if (what < 97) {
      lookups.step();
      loop.runAll();
    } else if (what < 98) {
      client.driver.onClosed(null);
      replace(client);
    } else {
      loop.advance(Duration.ofMillis(random.nextInt(20_000)));
    }
    assertThat(clients.stream().filter(other -> other != client && other.io.closed != null))
        .as("only the sender may end; " + trace)
        .isEmpty();
    if (client.io.closed != null) {
      assertThat(client.io.closed.kind())
          .as(client.io.closed + " on " + trace)
          .isNotEqualTo("fault");
      replace(client);
    }
    if (client.io.sent.size() > 10) {
      client.io.sent.subList(0, 5).clear();
    }
  }

  private void replace(Client ended) {
    clients.set(clients.indexOf(ended), open(ended.method));
  }

  private void request(Client client) {
    trace.clear();
    if (!client.method.delta()) {
      DiscoveryRequest request = messages.sotw(client.method.onlyType(), client.io.sent);
      if (random.nextInt(4) == 0) {
        request = messages.damaged(request, DiscoveryRequest.parser());
      }
      trace.add(client.method + " " + request);
      if (request == null) {
        client.driver.badRequest("damaged");
      } else {
        client.driver.onRequest(request);
      }
    } else {
      DeltaDiscoveryRequest request = messages.delta(client.method.onlyType(), client.io.sent);
      if (random.nextInt(4) == 0) {
        request = messages.damaged(request, DeltaDiscoveryRequest.parser());
      }
      trace.add(client.method + " " + request);
      if (request == null) {
        client.driver.badRequest("damaged");
      } else {
        client.driver.onRequest(request);
      }
    }
  }

  private static DiscoveryRequest all(ResourceType type) {
    return DiscoveryRequest.newBuilder().setTypeUrl(type.typeUrl()).build();
  }

  /** Some resources of every type, with content that changes. */
  private void publish() {
    Snapshot.Builder snapshot = Snapshot.builder();
    for (String name : List.of("a", "b", "d/e", "é")) {
      if (random.nextInt(3) > 0) {
        String content = "v" + random.nextInt(3);
        snapshot.add(Cluster.newBuilder().setName(name).setAltStatName(content).build());
        snapshot.add(Listener.newBuilder().setName(name).setStatPrefix(content).build());
        snapshot.add(
            RouteConfiguration.newBuilder()
                .setName(name)
                .addInternalOnlyHeaders(content)
                .setVhds(Vhds.getDefaultInstance())
                .build());
        snapshot.add(ScopedRouteConfiguration.newBuilder().setName(name).build());
        snapshot.add(VirtualHost.newBuilder().setName(name).addDomains(content).build());
        String host = name + "/" + content;
        snapshot.add(
            Resource.builder(host, VirtualHost.newBuilder().setName(host).build())
                .alias(name + "/host")
                .onDemand(random.nextBoolean())
                .build());
        snapshot.add(ClusterLoadAssignment.newBuilder().setClusterName(name).build());
        snapshot.add(Secret.newBuilder().setName(name).build());
        snapshot.add(Runtime.newBuilder().setName(name).build());
        snapshot.add(TypedExtensionConfig.newBuilder().setName(name).build());
        snapshot.add(
            Resource.builder(name, LbEndpoint.getDefaultInstance())
                .ttl(Duration.ofSeconds(5))
                .build());
      }
    }
    publish(snapshot);
  }

  /** What the bystanders are for is there at all times, with content that changes. */
  private void publish(Snapshot.Builder snapshot) {
    content = "content-" + random.nextInt(3);
    snapshot.add(
        Resource.builder(XDSTP_CLUSTER, cluster("x").toBuilder().setAltStatName(content).build())
            .build());
    snapshot.add(
        Resource.builder(MEMBERS + "a", LbEndpoint.newBuilder().setEndpointName(content).build())
            .build());
    snapshot.add(VirtualHost.newBuilder().setName("bystander/a").addDomains(content).build());
    catalog.publish("edge", snapshot.build());
  }

  private static Cluster cluster(String name) {
    return Cluster.newBuilder().setName(name).build();
  }
}
