package io.binnacle.server.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.view.Snapshot;
import io.binnacle.rules.Rule;
import io.binnacle.server.catalog.Catalog;
import io.binnacle.server.catalog.NodeAssigner;
import io.binnacle.server.envoy.Await;
import io.binnacle.server.stream.StreamEvent;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.StatusRuntimeException;
import io.grpc.xds.XdsChannelCredentials;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * gRPC's own Java client takes its routing from each kind of control plane. It reads its bootstrap
 * once in a process, so all tests use one port, one after the other.
 */
abstract class GrpcJavaClientCases {

  private static final String TARGET = "echo.example";
  private static final int SWAPS = Boolean.getBoolean("binnacle.long") ? 1_000 : 50;
  private static final String BOOTSTRAP_PROPERTY = "io.grpc.xds.bootstrapConfig";

  /** Port of every control plane here; 0 before the first. */
  private static int port;

  private final Catalog catalog = new Catalog(NodeAssigner.everyNodeGets("grpc"));
  private final List<StreamEvent> events = new CopyOnWriteArrayList<>();
  private Echo blue;
  private Echo green;
  private final ControlPlane kind;
  private ControlPlane.Running controlPlane;
  private ManagedChannel channel;

  GrpcJavaClientCases(ControlPlane kind) {
    this.kind = kind;
  }

  @BeforeEach
  void start() throws IOException {
    blue = new Echo("blue");
    green = new Echo("green");
    startControlPlane();
    System.setProperty(BOOTSTRAP_PROPERTY, bootstrap());
    channel =
        Grpc.newChannelBuilder(
                "xds:///" + TARGET,
                XdsChannelCredentials.create(InsecureChannelCredentials.create()))
            .build();
  }

  private void startControlPlane() throws IOException {
    controlPlane = kind.start(catalog, port, events::add);
    port = controlPlane.port();
  }

  @AfterEach
  void stop() throws InterruptedException {
    channel.shutdownNow();
    channel.awaitTermination(10, TimeUnit.SECONDS);
    controlPlane.close();
    blue.close();
    green.close();
    System.clearProperty(BOOTSTRAP_PROPERTY);
  }

  private static String bootstrap() {
    return """
        {"xds_servers": [{"server_uri": "127.0.0.1:%d", "server_features": ["xds_v3"],
                          "channel_creds": [{"type": "insecure"}]}],
         "node": {"id": "grpc-java-1"}}
        """
        .formatted(port);
  }

  private void awaitAnswer(String expected) {
    Await.until("calls reach " + expected, () -> Echo.who(channel), expected::equals);
  }

  private long count(Class<? extends StreamEvent> kind, ResourceType type) {
    return events.stream().filter(kind::isInstance).filter(event -> isOf(type, event)).count();
  }

  private static boolean isOf(ResourceType type, StreamEvent event) {
    if (event instanceof StreamEvent.Sent sent) {
      return sent.response().type().equals(type);
    }
    return event instanceof StreamEvent.Nacked nacked && nacked.type().equals(type);
  }

  @Test
  @Rule({"S-7", "S-8", "S-10"})
  void callsFollowTheFirstConfigurationAndAChangedEndpoint() {
    catalog.publish("grpc", GrpcTargets.reaching(TARGET, blue.port()));
    awaitAnswer("blue");

    catalog.publish("grpc", GrpcTargets.reaching(TARGET, green.port()));
    awaitAnswer("green");

    assertThat(count(StreamEvent.Sent.class, ResourceType.CLUSTER_LOAD_ASSIGNMENT)).isEqualTo(2);
    assertThat(count(StreamEvent.Sent.class, ResourceType.LISTENER)).isEqualTo(1);
  }

  @Test
  @Rule("S-4")
  void aRefusedClusterIsRecordedOnceAndCallsGoOn() {
    catalog.publish("grpc", GrpcTargets.reaching(TARGET, blue.port()));
    awaitAnswer("blue");
    // GC-9: a control plane that resends it is refused thousands of times a second
    Cluster bad = GrpcTargets.cluster(TARGET).setLbPolicy(Cluster.LbPolicy.MAGLEV).build();
    catalog.publish(
        "grpc",
        Snapshot.of(
            GrpcTargets.listener(TARGET),
            GrpcTargets.routes(TARGET),
            bad,
            GrpcTargets.assignment(TARGET, green.port())));

    Await.until("the NACK came", () -> count(StreamEvent.Nacked.class, ResourceType.CLUSTER) > 0);
    awaitAnswer("green");
    assertThat(count(StreamEvent.Nacked.class, ResourceType.CLUSTER)).isEqualTo(1);
    assertThat(count(StreamEvent.Sent.class, ResourceType.CLUSTER)).isEqualTo(2);
  }

  /** GC-5: this client accepts routes before its calls have switched. */
  @Test
  @Rule({"O-2", "O-3"})
  void aClusterThatIsReplacedUnderLoadFailsNoCall() {
    catalog.publish("grpc", GrpcTargets.reaching(TARGET, "pool-0", blue.port()));
    awaitAnswer("blue");
    CallsWithoutEnd calls = new CallsWithoutEnd(channel);
    for (int i = 1; i <= SWAPS; i++) {
      String pool = "pool-" + i;
      catalog.publish(
          "grpc", GrpcTargets.reaching(TARGET, pool, (i % 2 == 0 ? blue : green).port()));
      awaitAnswer(i % 2 == 0 ? "blue" : "green");
    }

    assertThat(calls.stop()).isEmpty();
    assertThat(count(StreamEvent.Nacked.class, ResourceType.CLUSTER)).isZero();
  }

  @Test
  @Rule("S-9")
  void aRemovedListenerStopsCallsUntilItComesBack() {
    Snapshot all = GrpcTargets.reaching(TARGET, blue.port());
    catalog.publish("grpc", all);
    awaitAnswer("blue");

    catalog.publish("grpc", Snapshot.EMPTY);
    Await.until("calls fail", this::callFails);

    catalog.publish("grpc", all);
    awaitAnswer("blue");
  }

  private boolean callFails() {
    try {
      Echo.who(channel);
      return false;
    } catch (StatusRuntimeException e) {
      return true;
    }
  }

  @Test
  @Rule({"S-1", "S-14"})
  void callsGoOnWhileTheControlPlaneRestartsAndFollowItAfterwards()
      throws IOException, InterruptedException {
    catalog.publish("grpc", GrpcTargets.reaching(TARGET, blue.port()));
    awaitAnswer("blue");
    controlPlane.close();
    assertThat(Echo.who(channel)).isEqualTo("blue");
    catalog.publish("grpc", GrpcTargets.reaching(TARGET, green.port()));
    startControlPlane();

    awaitAnswer("green");
  }
}
