package io.binnacle.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.linecorp.armeria.client.WebClient;
import com.linecorp.armeria.common.AggregatedHttpResponse;
import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.MediaType;
import com.linecorp.armeria.common.RequestHeaders;
import com.linecorp.armeria.server.Server;
import com.linecorp.armeria.server.ServerBuilder;
import io.binnacle.core.view.Snapshot;
import io.binnacle.rules.Rule;
import io.binnacle.server.catalog.Catalog;
import io.binnacle.server.catalog.NodeAssigner;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;

class ArmeriaDiscoveryTest {

  // Break: leave out transport.addTo(server), or hub().drain() in close.
  @Test
  @Rule("B-5")
  void anArmeriaServerOfTheApplicationServesBothUntilDiscoveryIsClosed() {
    Catalog catalog = new Catalog(NodeAssigner.everyNodeGets("edge"));
    catalog.publish("edge", Snapshot.of(Cluster.newBuilder().setName("blue").build()));
    ServerBuilder builder =
        Server.builder()
            .http(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .service("/own", (ctx, request) -> HttpResponse.of("mine"));
    ArmeriaDiscovery discovery = XdsServer.builder(catalog).addTo(builder);
    try (Server server = builder.build()) {
      server.start().join();
      WebClient client = WebClient.of("http://127.0.0.1:" + server.activeLocalPort());

      assertThat(client.get("/own").aggregate().join().contentUtf8()).isEqualTo("mine");
      assertThat(poll(client).contentUtf8()).contains("blue");
      assertThat(discovery.status().nodes().join()).hasSize(1);

      discovery.close();
      assertThat(poll(client).status()).isEqualTo(HttpStatus.SERVICE_UNAVAILABLE);
      assertThat(client.get("/own").aggregate().join().contentUtf8()).isEqualTo("mine");
    }
  }

  private static AggregatedHttpResponse poll(WebClient client) {
    return client
        .execute(
            RequestHeaders.of(
                HttpMethod.POST,
                "/v3/discovery:clusters",
                HttpHeaderNames.CONTENT_TYPE,
                MediaType.JSON_UTF_8),
            "{\"node\": {\"id\": \"n\"}}")
        .aggregate()
        .join();
  }
}
