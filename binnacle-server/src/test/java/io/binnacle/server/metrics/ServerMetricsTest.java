package io.binnacle.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import com.linecorp.armeria.common.TlsKeyPair;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.Response;
import io.binnacle.core.server.SessionOptions;
import io.binnacle.core.server.Variant;
import io.binnacle.core.view.Snapshot;
import io.binnacle.rules.Rule;
import io.binnacle.server.catalog.Catalog;
import io.binnacle.server.catalog.NodeAssigner;
import io.binnacle.server.internal.stream.StreamDriver;
import io.binnacle.server.internal.stream.StreamHub;
import io.binnacle.server.internal.stream.StreamIo;
import io.binnacle.server.internal.threads.Loop;
import io.binnacle.server.status.ServerStatus;
import io.binnacle.server.stream.CloseReason;
import io.binnacle.server.stream.StreamLimits;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import io.envoyproxy.envoy.config.core.v3.Node;
import io.envoyproxy.envoy.config.route.v3.RouteConfiguration;
import io.envoyproxy.envoy.config.route.v3.VirtualHost;
import io.envoyproxy.envoy.extensions.transport_sockets.tls.v3.Secret;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;
import io.grpc.Status;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;

class ServerMetricsTest {

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final Catalog catalog = new Catalog(NodeAssigner.everyNodeGets("edge"));
  private final ServerMetrics metrics = new ServerMetrics(registry, catalog);
  private final ServerStatus status = new ServerStatus(Clock.systemUTC());
  private final StreamHub hub =
      new StreamHub(
          catalog,
          SessionOptions.defaults("test"),
          StreamLimits.DEFAULTS,
          List.of(metrics, status));
  private final Wire wire = new Wire();

  {
    status.follow(hub::streams);
    publish("a");
  }

  private void publish(String name) {
    catalog.publish("edge", Snapshot.of(Cluster.newBuilder().setName(name).build()));
  }

  private StreamDriver open() {
    StreamDriver driver = hub.open(wire, wire, Variant.SOTW, null, "peer");
    assertThat(driver).isNotNull();
    return driver;
  }

  private DiscoveryRequest.Builder request() {
    DiscoveryRequest.Builder request =
        DiscoveryRequest.newBuilder()
            .setNode(Node.newBuilder().setId("n"))
            .setTypeUrl(ResourceType.CLUSTER.typeUrl());
    if (!wire.sent.isEmpty()) {
      var last = wire.sent.get(wire.sent.size() - 1);
      request.setResponseNonce(last.nonce()).setVersionInfo(last.version());
    }
    return request;
  }

  private double count(String name, String... tags) {
    return registry.get(name).tags(tags).counter().count();
  }

  private double gauge(String name, String... tags) {
    return registry.get(name).tags(tags).gauge().value();
  }

  @Test
  @Rule("M-1")
  void requestsAndResponsesAreCountedByTypeVariantAndKind() {
    StreamDriver driver = open();
    driver.onRequest(request().build());
    driver.onRequest(request().build());
    publish("b");
    var nack = request();
    nack.getErrorDetailBuilder().setMessage("bad");
    driver.onRequest(nack.build());
    driver.onRequest(request().setResponseNonce("unknown").build());

    for (String kind : List.of("subscribe", "ack", "nack", "stale")) {
      assertThat(count("xds.server.requests", "type", "CDS", "variant", "sotw", "kind", kind))
          .as(kind)
          .isEqualTo(1);
    }
    assertThat(count("xds.server.responses", "type", "CDS", "variant", "sotw")).isEqualTo(2);
    assertThat(registry.get("xds.server.response.bytes").summary().count()).isEqualTo(2);
    assertThat(registry.get("xds.server.ack.duration").tags("type", "CDS").timer().count())
        .isEqualTo(1);
  }

  @Test
  @Rule("M-1")
  void openStreamsAreAGaugeAndEndedOnesAreCountedByReason() {
    StreamDriver byClient = open();
    StreamDriver byServer = open();
    assertThat(gauge("xds.server.streams", "variant", "sotw")).isEqualTo(2);

    byClient.onClosed(null);
    byServer.badRequest("bad");
    metrics.onRefused(
        Variant.SOTW, new CloseReason(Status.Code.RESOURCE_EXHAUSTED, "too-many-streams", ""));

    assertThat(gauge("xds.server.streams", "variant", "sotw")).isZero();
    for (String reason : List.of("client", "bad-request", "too-many-streams")) {
      assertThat(count("xds.server.streams.closed", "variant", "sotw", "reason", reason))
          .as(reason)
          .isEqualTo(1);
    }
  }

  @Test
  @Rule("M-1")
  void clientsAndResourcesAreGaugesThatARefreshSets() {
    StreamDriver driver = open();
    driver.onRequest(request().build());
    metrics.refresh(status).join();
    assertThat(gauge("xds.server.clients", "group", "edge", "type", "CDS", "state", "stale"))
        .isEqualTo(1);
    assertThat(gauge("xds.server.resources", "group", "edge", "type", "CDS")).isEqualTo(1);
    assertThat(gauge("xds.server.unmatched.nodes")).isZero();

    driver.onRequest(request().build());
    metrics.refresh(status).join();

    assertThat(gauge("xds.server.clients", "group", "edge", "type", "CDS", "state", "synced"))
        .isEqualTo(1);
    assertThat(registry.find("xds.server.clients").tags("state", "stale").gauge())
        .as("a state that nobody is in goes away")
        .isNull();
  }

  @Test
  @Rule("M-1")
  void namesThatLeadNowhereAreAGaugeByTheTypeThatIsMissing() {
    RouteConfiguration.Builder routes = RouteConfiguration.newBuilder().setName("r");
    VirtualHost.Builder host = routes.addVirtualHostsBuilder();
    for (String cluster : List.of("there", "gone", "gone too", "gone")) {
      host.addRoutesBuilder().getRouteBuilder().setCluster(cluster);
    }
    Cluster there = Cluster.newBuilder().setName("there").build();
    catalog.publish("edge", Snapshot.of(there, routes.build()));
    metrics.refresh(status).join();
    assertThat(gauge("xds.server.missing.references", "group", "edge", "type", "CDS")).isEqualTo(2);

    publish("there");
    metrics.refresh(status).join();
    assertThat(registry.find("xds.server.missing.references").gauges()).isEmpty();
  }

  @Test
  @Rule("M-1")
  void convergenceIsTheTimeFromAPublishToTheLastAck() {
    StreamDriver driver = open();
    driver.onRequest(request().build());
    driver.onRequest(request().build());
    publish("b");
    assertThat(registry.find("xds.server.convergence").timer()).as("not acknowledged").isNull();

    driver.onRequest(request().build());

    assertThat(registry.get("xds.server.convergence").tags("group", "edge").timer().count())
        .isEqualTo(1);
  }

  @Test
  @Rule("M-1")
  void theExpiryOfACertificateIsShown() throws Exception {
    X509Certificate certificate = TlsKeyPair.ofSelfSigned("localhost").certificateChain().get(0);
    String pem =
        "-----BEGIN CERTIFICATE-----\n"
            + Base64.getMimeEncoder().encodeToString(certificate.getEncoded())
            + "\n-----END CERTIFICATE-----\n";
    Secret.Builder secret = Secret.newBuilder().setName("tls");
    secret.getTlsCertificateBuilder().getCertificateChainBuilder().setInlineString(pem);
    catalog.publish("edge", Snapshot.of(secret.build(), Secret.newBuilder().setName("x").build()));

    metrics.refresh(status).join();

    assertThat(gauge("xds.secret.expiry.timestamp.seconds", "group", "edge", "secret", "tls"))
        .isEqualTo(certificate.getNotAfter().toInstant().getEpochSecond());
    assertThat(registry.find("xds.secret.expiry.timestamp.seconds").gauges()).hasSize(1);
  }

  @Test
  void typesThatAClientInventsShareOneLabel() {
    StreamDriver driver = open();
    for (int i = 0; i < 10; i++) {
      driver.onRequest(
          DiscoveryRequest.newBuilder().setTypeUrl("type.googleapis.com/made.Up" + i).build());
    }

    assertThat(count("xds.server.requests", "type", "other", "kind", "subscribe")).isEqualTo(10);
  }

  /** Loop and transport in one: all happens at once. */
  private static final class Wire implements Loop, StreamIo {
    final List<Response> sent = new ArrayList<>();

    @Override
    public void execute(Runnable task) {
      task.run();
    }

    @Override
    public Timer schedule(Runnable task, long delayNanos) {
      return () -> {};
    }

    @Override
    public long now() {
      return System.nanoTime();
    }

    @Override
    public boolean isReady() {
      return true;
    }

    @Override
    public void send(Response response) {
      sent.add(response);
    }

    @Override
    public void close(CloseReason reason) {}

    @Override
    public void readRequests(boolean reading) {}
  }
}
