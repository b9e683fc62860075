package io.binnacle.interop.clients;

import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.Answer;
import io.binnacle.core.server.TypeStatus;
import io.binnacle.core.view.Snapshot;
import io.binnacle.interop.peers.Await;
import io.binnacle.interop.results.Findings;
import io.binnacle.interop.results.Table;
import io.binnacle.rules.Delivery;
import io.binnacle.rules.Evidence;
import io.binnacle.rules.Rule;
import io.binnacle.server.XdsServer;
import io.binnacle.server.catalog.Catalog;
import io.binnacle.server.catalog.NodeAssigner;
import io.binnacle.server.status.NodeStatus;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each of gRPC's clients calls a backend through a listener of our server. */
class OtherClientsTest {

  private static final String GROUP = "grpc";
  private static final int SWITCHES = 10;

  /** GC-11: at a change of routes, whatever the server does. */
  private static final String FAULT_OF_GRPC_GO = ".*unknown cluster selected for RPC.*";

  private final Catalog catalog = new Catalog(NodeAssigner.everyNodeGets(GROUP));
  private final Backend blue = new Backend("blue");
  private final Backend green = new Backend("green");
  private XdsServer server = start(0);

  private XdsServer start(int port) {
    return XdsServer.builder(catalog).listen("127.0.0.1", port).build().start();
  }

  @AfterEach
  void close() {
    server.close();
    blue.close();
    green.close();
  }

  private void publish(Target target) {
    catalog.publish(GROUP, target.snapshot());
  }

  /** Calls of a client, which reach the blue backend. */
  private Calls callsOf(Client client) {
    Evidence.ofThisTest().served(Delivery.SOTW_ADS);
    publish(Target.by("pool", blue));
    Calls calls = new Calls(client.start(server.port()));
    calls.reach(blue);
    Findings.version(client.title(), calls.version());
    calls.begin();
    return calls;
  }

  private static void found(Client client, String column, String text) {
    Findings.cell(Table.OUR_SERVER, client.title(), column, text);
  }

  // Break: leave the debts of a SotW session unpaid, so that a name that is asked for is not sent.
  @ParameterizedTest
  @EnumSource
  @Rule({"S-7", "S-8", "S-10"})
  void callsReachABackendAndFollowItsAssignment(Client client) {
    try (Calls calls = callsOf(client)) {
      found(client, "first call", Findings.FINE);

      publish(Target.by("pool", green));

      calls.reach(green);
      assertThat(calls.failures()).isEmpty();
      found(client, "endpoint changes", Findings.FINE);
    }
  }

  // Break: do not hold removals back (Removals.kept gives the overlay that it was given).
  @ParameterizedTest
  @EnumSource
  @Rule({"O-2", "O-3"})
  void noCallFailsWhenTheClusterIsReplaced(Client client) {
    try (Calls calls = callsOf(client)) {
      for (int i = 1; i <= SWITCHES; i++) {
        Backend backend = i % 2 == 0 ? blue : green;
        publish(Target.by("pool-" + i, backend));
        calls.reach(backend);
      }

      boolean go = client == Client.GRPC_GO;
      assertThat(calls.failures())
          .filteredOn(failure -> !go || !failure.matches(FAULT_OF_GRPC_GO))
          .isEmpty();
      found(
          client,
          "switch to a new cluster",
          go
              ? "At a change of routes the client fails single calls, \"unknown cluster selected for"
                  + " RPC\", whatever a server does (GC-11); no others fail."
              : Findings.FINE);
    }
  }

  // Break: let a NACK be answered by the same resources again.
  @ParameterizedTest
  @EnumSource
  @Rule("S-4")
  void callsGoOnWhenAClusterIsRefusedAndTheStatusShowsIt(Client client) {
    try (Calls calls = callsOf(client)) {
      publish(Target.by("pool", blue).refused());

      AtomicReference<@Nullable TypeStatus> clusters = new AtomicReference<>();
      Await.until(
          "the status shows a NACK",
          clusters::get,
          () -> {
            clusters.set(statusOfClusters(client));
            return clusters.get() != null && clusters.get().nack() != null;
          });
      calls.makeSome();
      assertThat(calls.failures()).isEmpty();
      Answer.Nack nack = clusters.get().nack();
      assertThat(nack.message()).isNotBlank(); // Node's does not name the resource (GC-9)
      assertThat(nack.suspects()).extracting(Resource::name).containsExactly("pool");
      assertThat(statusOfClusters(client).nonce())
          .as("nothing was sent again")
          .isEqualTo(nack.nonce());
      publish(Target.by("pool", green));
      calls.reach(green);
      assertThat(calls.failures()).isEmpty();
      found(client, "refused resource", Findings.FINE);
    }
  }

  private @Nullable TypeStatus statusOfClusters(Client client) {
    Map<ResourceType, TypeStatus> types =
        server.status().nodes().join().stream()
            .filter(node -> node.nodeId().equals(client.title()))
            .findFirst()
            .map(NodeStatus::types)
            .orElse(Map.of());
    return types.get(ResourceType.CLUSTER);
  }

  @ParameterizedTest
  @EnumSource
  @Rule("S-9")
  void callsFailWithoutTheListenerAndGoOnWhenItIsBack(Client client) {
    try (Calls calls = callsOf(client)) {
      catalog.publish(GROUP, Snapshot.EMPTY);
      calls.fail();
      found(client, "removal", Findings.FINE);

      boolean node = client == Client.GRPC_NODE;
      publish(Target.by("pool", blue));
      if (node) {
        calls.makeSome();
        calls.fail();
        publish(Target.by("pool", blue).withListenerNote("another one"));
      }

      calls.reach(blue);
      found(
          client,
          "comes back",
          node
              ? "The client overlooks a listener that comes back with the same content (GC-8); with"
                  + " another content it goes on."
              : Findings.FINE);
    }
  }

  @ParameterizedTest
  @EnumSource
  @Rule({"S-1", "S-14"})
  void callsGoOnWhileTheServerRestartsAndFollowTheNewOne(Client client) {
    try (Calls calls = callsOf(client)) {
      int port = server.port();
      server.close();
      calls.makeSome();
      assertThat(calls.failures()).isEmpty();
      publish(Target.by("pool", green));

      server = start(port);

      calls.reach(green);
      assertThat(calls.failures()).isEmpty();
      found(client, "restart", Findings.FINE);
    }
  }
}
