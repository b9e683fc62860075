package io.binnacle.server.armeria;

import static org.assertj.core.api.Assertions.assertThat;

import com.linecorp.armeria.client.WebClient;
import com.linecorp.armeria.common.AggregatedHttpResponse;
import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.RequestHeaders;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.view.Snapshot;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import io.envoyproxy.envoy.config.core.v3.Node;
import io.envoyproxy.envoy.config.route.v3.VirtualHost;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryRequest;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryResponse;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Well-behaved clients of a server that others ill-treat: a SotW stream, a delta stream of virtual
 * hosts, and a held poll, each with a connection of its own. For one test and its thread.
 */
final class Bystanders {

  private static final Pattern VERSION = Pattern.compile("\"version_info\":\"([^\"]*)\"");

  private final Harness harness;
  private final GrpcStream<DiscoveryRequest, DiscoveryResponse> sotw;
  private final GrpcStream<DeltaDiscoveryRequest, DeltaDiscoveryResponse> delta;
  private final WebClient polls;
  private CompletableFuture<AggregatedHttpResponse> held;

  /** Of a server whose group holds nothing yet. */
  Bystanders(Harness harness) throws Exception {
    this.harness = harness;
    polls =
        WebClient.builder("h1c://127.0.0.1:" + harness.server.port())
            .responseTimeoutMillis(0)
            .build();
    publish("first");
    sotw = harness.clusters(harness.connect());
    delta =
        GrpcStream.delta(
            harness.connect(),
            "/envoy.service.route.v3.VirtualHostDiscoveryService/DeltaVirtualHosts");
    delta.send(
        DeltaDiscoveryRequest.newBuilder()
            .setNode(Node.newBuilder().setId("bystander"))
            .addResourceNamesSubscribe("routes/host")
            .build());
    held = poll("");
    see("first");
  }

  private void publish(String name) {
    harness.catalog.publish(
        "edge",
        Snapshot.of(
            Cluster.newBuilder().setName(name).build(),
            VirtualHost.newBuilder().setName("routes/host").addDomains(name).build()));
  }

  /** Publishes something new, and sees that it reaches all of them, and that none was disturbed. */
  void areServed(String name) throws Exception {
    assertThat(held).as("nothing changed for the poll").isNotDone();
    assertThat(sotw.waiting()).isZero();
    assertThat(delta.waiting()).isZero();
    publish(name);
    see(name);
  }

  private void see(String name) throws Exception {
    DiscoveryResponse response = sotw.next();
    assertThat(response.getResources(0).getValue().toStringUtf8()).contains(name);
    sotw.send(Harness.ack(response));
    DeltaDiscoveryResponse hosts = delta.next();
    assertThat(hosts.getResourcesList()).hasSize(1);
    assertThat(hosts.getResources(0).getResource().unpack(VirtualHost.class).getDomainsList())
        .isEqualTo(List.of(name));
    delta.send(
        DeltaDiscoveryRequest.newBuilder()
            .setTypeUrl(ResourceType.VIRTUAL_HOST.typeUrl())
            .setResponseNonce(hosts.getNonce())
            .build());
    AggregatedHttpResponse answer = held.join();
    assertThat(answer.status()).isEqualTo(HttpStatus.OK);
    assertThat(answer.contentUtf8()).contains("\"" + name + "\"");
    Matcher version = VERSION.matcher(answer.contentUtf8());
    assertThat(version.find()).isTrue();
    held = poll(version.group(1));
    assertThat(sotw.isOpen()).isTrue();
    assertThat(delta.isOpen()).isTrue();
  }

  private CompletableFuture<AggregatedHttpResponse> poll(String version) {
    var headers =
        RequestHeaders.of(
            HttpMethod.POST,
            "/v3/discovery:clusters?timeout=10m",
            HttpHeaderNames.CONTENT_TYPE,
            "application/json");
    String body = "{\"node\": {\"id\": \"bystander\"}, \"version_info\": \"" + version + "\"}";
    return polls.execute(headers, HttpData.ofUtf8(body)).aggregate();
  }
}
