package io.binnacle.server.internal.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.SessionOptions;
import io.binnacle.core.server.Variant;
import io.binnacle.core.view.Snapshot;
import io.binnacle.rules.Rule;
import io.binnacle.server.catalog.Catalog;
import io.binnacle.server.catalog.NodeAssigner;
import io.binnacle.server.internal.threads.ManualLoop;
import io.binnacle.server.stream.StreamEvent;
import io.binnacle.server.stream.StreamLimits;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import io.envoyproxy.envoy.extensions.transport_sockets.tls.v3.Secret;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryRequest;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Secrets go only where nobody else can read them. */
@Rule("SDS-1")
class SecretsInPlaintextTest {

  private final Catalog catalog = new Catalog(NodeAssigner.everyNodeGets("edge"));
  private final List<StreamEvent> events = new ArrayList<>();
  private final ManualLoop loop = new ManualLoop();
  private final FakeIo io = new FakeIo();

  private StreamDriver open(StreamLimits limits, Variant variant) {
    catalog.publish(
        "edge",
        Snapshot.of(
            Cluster.newBuilder().setName("c").build(), Secret.newBuilder().setName("key").build()));
    StreamHub hub =
        new StreamHub(
            catalog,
            SessionOptions.defaults("test"),
            limits,
            List.of(new SeenStreams(), events::add));
    StreamDriver driver = hub.open(loop, io, variant, null, "peer");
    assertThat(driver).isNotNull();
    return driver;
  }

  private static DeltaDiscoveryRequest delta(ResourceType type, String name) {
    return DeltaDiscoveryRequest.newBuilder()
        .setTypeUrl(type.typeUrl())
        .addResourceNamesSubscribe(name)
        .build();
  }

  private List<StreamEvent> withheld() {
    return events.stream().filter(StreamEvent.SecretsWithheld.class::isInstance).toList();
  }

  /** Break: {@code NodeService} shows the view as it is. */
  @Test
  void secretIsAnsweredAsMissingWhereOthersCouldReadItAndAllElseIsServed() {
    io.readable = true;
    StreamDriver driver = open(StreamLimits.DEFAULTS, Variant.DELTA);

    driver.onRequest(delta(ResourceType.SECRET, "key"));
    assertThat(io.last().resources()).isEmpty();
    assertThat(io.last().removed()).containsExactly("key");
    driver.onRequest(delta(ResourceType.CLUSTER, "c"));
    assertThat(io.last().resources()).extracting("name").containsExactly("c");
    driver.onRequest(delta(ResourceType.SECRET, "other"));

    assertThat(withheld()).as("told once").hasSize(1);
    catalog.publish("edge", Snapshot.of(Secret.newBuilder().setName("other").build()));
    loop.runAll();
    assertThat(io.sent.stream().flatMap(r -> r.resources().stream()))
        .extracting("name")
        .containsExactly("c");
  }

  @Test
  void secretIsNotSentInSotwEither() {
    io.readable = true;
    StreamDriver driver = open(StreamLimits.DEFAULTS, Variant.SOTW);

    driver.onRequest(
        DiscoveryRequest.newBuilder()
            .setTypeUrl(ResourceType.SECRET.typeUrl())
            .addResourceNames("key")
            .build());

    assertThat(io.sent).isEmpty();
    assertThat(withheld()).hasSize(1);
  }

  /** Break: {@code secretsInPlaintext} is not asked. */
  @Test
  void secretIsServedWhereThatIsAllowed() {
    io.readable = true;
    StreamDriver driver = open(StreamLimits.DEFAULTS.withSecretsInPlaintext(true), Variant.DELTA);

    driver.onRequest(delta(ResourceType.SECRET, "key"));

    assertThat(io.last().resources()).extracting("name").containsExactly("key");
    assertThat(withheld()).isEmpty();
  }

  @Test
  void secretIsServedOverAPrivateConnection() {
    StreamDriver driver = open(StreamLimits.DEFAULTS, Variant.DELTA);

    driver.onRequest(delta(ResourceType.SECRET, "key"));

    assertThat(io.last().resources()).extracting("name").containsExactly("key");
    assertThat(withheld()).isEmpty();
  }

  @Test
  void privateAreTlsLoopbackUnixSocketsAndTheSameProcess() throws UnknownHostException {
    SocketAddress elsewhere = peer(192, 0, 2, 1);
    SocketAddress inProcess = new SocketAddress() {};
    assertThat(Privacy.isPrivate(true, elsewhere)).isTrue();
    assertThat(Privacy.isPrivate(false, peer(127, 0, 0, 1))).isTrue();
    assertThat(Privacy.isPrivate(false, UnixDomainSocketAddress.of("socket"))).isTrue();
    assertThat(Privacy.isPrivate(false, inProcess)).isTrue();
    assertThat(Privacy.isPrivate(false, elsewhere)).isFalse();
    assertThat(Privacy.isPrivate(false, InetSocketAddress.createUnresolved("host", 1))).isFalse();
    assertThat(Privacy.isPrivate(false, null)).isFalse();
  }

  private static SocketAddress peer(int a, int b, int c, int d) throws UnknownHostException {
    byte[] address = {(byte) a, (byte) b, (byte) c, (byte) d};
    return new InetSocketAddress(InetAddress.getByAddress(address), 1);
  }
}
