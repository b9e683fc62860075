package io.binnacle.server.armeria;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.linecorp.armeria.client.WebClient;
import com.linecorp.armeria.common.AggregatedHttpResponse;
import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.MediaType;
import com.linecorp.armeria.common.RequestHeaders;
import io.binnacle.core.resource.ParameterConstraints;
import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.view.Snapshot;
import io.binnacle.rules.Rule;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import io.envoyproxy.envoy.config.core.v3.Node;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryRequest;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryResponse;
import io.envoyproxy.envoy.service.discovery.v3.ResourceLocator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Resource locators through a running server. */
class LocatorsTest {

  private static final String DELTA_ADS =
      "/envoy.service.discovery.v3.AggregatedDiscoveryService/DeltaAggregatedResources";
  private static final ParameterConstraints PROD = ParameterConstraints.value("env", "prod");
  private static final Cluster WEB = Cluster.newBuilder().setName("web").build();
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Harness harness = new Harness();

  @BeforeEach
  void publish() {
    harness.catalog.publish(
        "edge",
        Snapshot.builder()
            .add(Resource.of(WEB).withConstraints(PROD))
            .add(
                Resource.of(WEB.toBuilder().setAltStatName("others").build())
                    .withConstraints(ParameterConstraints.not(PROD)))
            .build());
  }

  @AfterEach
  void stop() {
    harness.close();
  }

  @Test
  @Rule({"D-16", "D-15"})
  void deltaStreamIsGivenItsVariantAndItsRemoval() throws Exception {
    GrpcStream<DeltaDiscoveryRequest, DeltaDiscoveryResponse> stream =
        GrpcStream.delta(harness.connect(), DELTA_ADS)
            .send(
                DeltaDiscoveryRequest.newBuilder()
                    .setNode(Node.newBuilder().setId("relay"))
                    .setTypeUrl(ResourceType.CLUSTER.typeUrl())
                    .addResourceLocatorsSubscribe(
                        ResourceLocator.newBuilder()
                            .setName("web")
                            .putDynamicParameters("env", "prod"))
                    .build());
    DeltaDiscoveryResponse first = stream.next();
    assertThat(first.getResourcesList()).hasSize(1);
    assertThat(first.getResources(0).getResourceName().getDynamicParameterConstraints())
        .isEqualTo(PROD.toMessage());

    harness.publish("other");
    DeltaDiscoveryResponse second = stream.next();
    assertThat(second.getResourcesList()).isEmpty();
    assertThat(second.getRemovedResourcesList()).isEmpty();
    assertThat(second.getRemovedResourceNamesList())
        .containsExactly(first.getResources(0).getResourceName());
  }

  @Test
  @Rule({"D-16", "P-1"})
  void pollWithALocatorIsAnsweredWithTheWrappedVariant() throws Exception {
    JsonNode located =
        poll(
            "{\"resource_locators\":[{\"name\":\"web\",\"dynamic_parameters\":{\"env\":\"prod\"}}]}");
    assertThat(located.get("resources")).hasSize(1);
    JsonNode wrapper = located.get("resources").get(0);
    assertThat(wrapper.get("@type").asText())
        .isEqualTo("type.googleapis.com/envoy.service.discovery.v3.Resource");
    assertThat(wrapper.get("resource_name").get("name").asText()).isEqualTo("web");
    assertThat(wrapper.get("resource").get("name").asText()).isEqualTo("web");
    assertThat(wrapper.get("resource").has("alt_stat_name")).isFalse();

    JsonNode bare = poll("{\"resource_names\":[\"web\"]}").get("resources");
    assertThat(bare).hasSize(1);
    assertThat(bare.get(0).get("alt_stat_name").asText()).isEqualTo("others");
  }

  private JsonNode poll(String body) throws Exception {
    AggregatedHttpResponse response =
        WebClient.of("h1c://127.0.0.1:" + harness.server.port())
            .execute(
                RequestHeaders.builder(HttpMethod.POST, "/v3/discovery:clusters")
                    .contentType(MediaType.JSON)
                    .build(),
                HttpData.ofUtf8(body))
            .aggregate()
            .join();
    return JSON.readTree(response.contentUtf8());
  }
}
