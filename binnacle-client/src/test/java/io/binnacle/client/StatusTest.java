package io.binnacle.client;

import static io.binnacle.client.ServerLab.cluster;
import static io.binnacle.client.ServerLab.millis;
import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.client.csds.ClientStatusService;
import io.binnacle.client.metrics.MicrometerClientMetrics;
import io.binnacle.core.client.InvalidResourceException;
import io.binnacle.rules.Rule;
import io.envoyproxy.envoy.admin.v3.ClientResourceStatus;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import io.envoyproxy.envoy.config.core.v3.DataSource;
import io.envoyproxy.envoy.extensions.transport_sockets.tls.v3.Secret;
import io.envoyproxy.envoy.extensions.transport_sockets.tls.v3.TlsCertificate;
import io.envoyproxy.envoy.service.status.v3.ClientConfig;
import io.envoyproxy.envoy.service.status.v3.ClientConfig.GenericXdsConfig;
import io.envoyproxy.envoy.service.status.v3.ClientStatusRequest;
import io.envoyproxy.envoy.service.status.v3.ClientStatusResponse;
import io.grpc.stub.StreamObserver;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a client says about itself. */
class StatusTest {

  private static final ResourceKind<Cluster> SHORT =
      ResourceKind.CLUSTER.validated(
          cluster -> {
            if (millis(cluster) > 1000) {
              throw new InvalidResourceException("connects too slowly");
            }
          });

  private final ServerLab lab = new ServerLab();

  @AfterEach
  void close() {
    lab.close();
  }

  /** A client with a good cluster, one that was refused after it was good, and none of a name. */
  private XdsClient client(XdsClientBuilder builder) {
    lab.publish(cluster("good", 1), cluster("bad", 1));
    XdsClient client = lab.keep(builder.server(Way.ADS_DELTA.to(lab.port())).build());
    Seen<Cluster> good = new Seen<>();
    Seen<Cluster> bad = new Seen<>();
    Seen<Cluster> none = new Seen<>();
    client.watch(SHORT, "good", good);
    client.watch(SHORT, "bad", bad);
    client.watch(SHORT, "none", none);
    good.value();
    bad.value();
    assertThat(none.next()).isInstanceOf(ResourceEvent.Absent.class);
    lab.publish(cluster("good", 1), cluster("bad", 2000));
    assertThat(bad.next()).isInstanceOf(ResourceEvent.AmbientError.class);
    return client;
  }

  @Test
  @Rule("C-16")
  void everyResourceIsThereWithItsStateVersionTimeAndError() {
    ClientConfig status = client(lab.builder()).status().join();

    assertThat(status.getNode().getId()).isEqualTo("lab");
    Map<String, GenericXdsConfig> byName =
        status.getGenericXdsConfigsList().stream()
            .collect(Collectors.toMap(GenericXdsConfig::getName, one -> one));
    GenericXdsConfig good = byName.get("good");
    assertThat(good.getClientStatus()).isEqualTo(ClientResourceStatus.ACKED);
    assertThat(good.getTypeUrl()).endsWith("/envoy.config.cluster.v3.Cluster");
    assertThat(good.getVersionInfo()).isNotEmpty();
    assertThat(good.getXdsConfig().is(Cluster.class)).isTrue();
    assertThat(good.getLastUpdated().getSeconds())
        .isBetween(System.currentTimeMillis() / 1000 - 60, System.currentTimeMillis() / 1000 + 1);
    GenericXdsConfig bad = byName.get("bad");
    assertThat(bad.getClientStatus()).isEqualTo(ClientResourceStatus.NACKED);
    assertThat(bad.getErrorState().getDetails()).contains("connects too slowly");
    assertThat(bad.getXdsConfig().is(Cluster.class)).as("the last good one").isTrue();
    assertThat(byName.get("none").getClientStatus()).isEqualTo(ClientResourceStatus.DOES_NOT_EXIST);
  }

  // Break: hand out what is held without looking for secrets.
  @Test
  @Rule("C-16")
  void secretsAreNamedWithoutTheirContent() {
    DataSource key = DataSource.newBuilder().setInlineString("do-not-tell").build();
    lab.publish(
        Secret.newBuilder()
            .setName("s")
            .setTlsCertificate(TlsCertificate.newBuilder().setPrivateKey(key))
            .build());
    XdsClient client = lab.client(Way.ADS_SOTW);
    Seen<Secret> seen = new Seen<>();
    client.watch(ResourceKind.SECRET, "s", seen);
    seen.value();

    ClientConfig status = client.status().join();
    assertThat(status.getGenericXdsConfigsList()).hasSize(1);
    assertThat(status.toString()).doesNotContain("do-not-tell");
  }

  @Test
  @Rule("C-16")
  void theStatusServiceAnswersEachRequestOnce() throws Exception {
    XdsClient client = client(lab.builder());
    ClientStatusService service = new ClientStatusService(client::status);
    BlockingQueue<Object> answers = new LinkedBlockingQueue<>();
    StreamObserver<ClientStatusResponse> responses =
        new StreamObserver<>() {
          @Override
          public void onNext(ClientStatusResponse response) {
            answers.add(response);
          }

          @Override
          public void onError(Throwable failure) {
            answers.add(failure);
          }

          @Override
          public void onCompleted() {
            answers.add("completed");
          }
        };
    StreamObserver<ClientStatusRequest> requests = service.streamClientStatus(responses);
    requests.onNext(ClientStatusRequest.getDefaultInstance());
    requests.onNext(ClientStatusRequest.newBuilder().setExcludeResourceContents(true).build());
    requests.onCompleted();

    ClientStatusResponse whole = (ClientStatusResponse) answers.poll(20, TimeUnit.SECONDS);
    ClientStatusResponse brief = (ClientStatusResponse) answers.poll(20, TimeUnit.SECONDS);
    assertThat(whole).isNotNull();
    assertThat(whole.getConfig(0).getGenericXdsConfigsList())
        .anyMatch(GenericXdsConfig::hasXdsConfig);
    assertThat(brief).isNotNull();
    assertThat(brief.getConfig(0).getGenericXdsConfigsList())
        .hasSize(3)
        .noneMatch(GenericXdsConfig::hasXdsConfig);
    assertThat(answers.poll(20, TimeUnit.SECONDS)).isEqualTo("completed");
  }

  @Test
  @Rule("M-2")
  void theMetricsHaveTheNamesOfGrpc() {
    MeterRegistry registry = new SimpleMeterRegistry();
    MicrometerClientMetrics metrics = new MicrometerClientMetrics(registry);
    XdsClient client = client(lab.builder().listener(metrics));
    metrics.resources(client::resources);
    String server = "127.0.0.1:" + lab.port();
    String type = "envoy.config.cluster.v3.Cluster";

    assertThat(gauge(registry, "connected", "grpc.xds.server", server)).isEqualTo(1);
    assertThat(
            registry
                .counter(
                    "grpc.xds_client.resource_updates_valid",
                    List.of(
                        io.micrometer.core.instrument.Tag.of("grpc.xds.server", server),
                        io.micrometer.core.instrument.Tag.of("grpc.xds.resource_type", type)))
                .count())
        .isEqualTo(2);
    assertThat(
            registry.get("grpc.xds_client.resource_updates_invalid").counters().stream()
                .mapToDouble(counter -> counter.count())
                .sum())
        .isEqualTo(1);
    for (String state : List.of("acked", "does_not_exist", "nacked_but_cached")) {
      ServerLab.awaitTrue(
          () -> {
            gauge(registry, "connected", "grpc.xds.server", server); // reading counts
            return registry
                    .find("grpc.xds_client.resources")
                    .tag("grpc.xds.cache_state", state)
                    .gauge()
                != null;
          });
      assertThat(gauge(registry, "resources", "grpc.xds.cache_state", state)).isEqualTo(1);
    }

    lab.stop();
    ServerLab.awaitTrue(() -> gauge(registry, "connected", "grpc.xds.server", server) == 0);
    assertThat(
            registry.counter("grpc.xds_client.server_failure", "grpc.xds.server", server).count())
        .isEqualTo(1);
  }

  private static double gauge(MeterRegistry registry, String name, String tag, String value) {
    return registry.get("grpc.xds_client." + name).tag(tag, value).gauge().value();
  }
}
