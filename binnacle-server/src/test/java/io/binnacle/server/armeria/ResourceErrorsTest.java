package io.binnacle.server.armeria;

import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.core.resource.ResourceType;
import io.binnacle.rules.Rule;
import io.binnacle.server.XdsServerBuilder;
import io.binnacle.server.catalog.Catalog;
import io.binnacle.server.resolve.Resolution;
import io.binnacle.server.resolve.Resolvers;
import io.envoyproxy.envoy.config.core.v3.Node;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryRequest;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryResponse;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryResponse;
import io.envoyproxy.envoy.service.discovery.v3.ResourceError;
import io.grpc.Status;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A resolver that refuses names, asked through a running server. */
class ResourceErrorsTest {

  private static final String DELTA_ADS =
      "/envoy.service.discovery.v3.AggregatedDiscoveryService/DeltaAggregatedResources";
  private static final Node NODE = Node.newBuilder().setId("test").build();

  private static final String ROUTES = ResourceType.ROUTE_CONFIGURATION.typeUrl();

  /** Refuses every name, on another thread. */
  private static XdsServerBuilder refusing(XdsServerBuilder builder, Catalog catalog) {
    return builder.resolvers(
        Resolvers.builder(catalog)
            .resolver(
                ResourceType.ROUTE_CONFIGURATION,
                lookup ->
                    CompletableFuture.supplyAsync(
                        () -> Resolution.failed(Status.Code.PERMISSION_DENIED, "ask the owner")))
            .build());
  }

  private static void assertRefused(List<ResourceError> errors) {
    assertThat(errors).hasSize(1);
    assertThat(errors.get(0).getResourceName().getName()).isEqualTo("secret");
    assertThat(errors.get(0).getErrorDetail().getCode())
        .isEqualTo(Status.Code.PERMISSION_DENIED.value());
    assertThat(errors.get(0).getErrorDetail().getMessage()).isEqualTo("ask the owner");
  }

  @Test
  @Rule("D-17")
  void deltaClientReadsTheErrorBesideTheRemoval() throws Exception {
    try (Harness harness = new Harness(ResourceErrorsTest::refusing)) {
      harness.publish("a");
      DeltaDiscoveryResponse response =
          GrpcStream.delta(harness.connect(), DELTA_ADS)
              .send(
                  DeltaDiscoveryRequest.newBuilder()
                      .setNode(NODE)
                      .setTypeUrl(ROUTES)
                      .addResourceNamesSubscribe("secret")
                      .build())
              .next();

      assertThat(response.getNonce()).isNotEmpty();
      assertThat(response.getRemovedResourcesList()).containsExactly("secret");
      assertRefused(response.getResourceErrorsList());
    }
  }

  @Test
  @Rule("D-17")
  void sotwClientReadsTheErrorAtOnce() throws Exception {
    try (Harness harness = new Harness(ResourceErrorsTest::refusing)) {
      harness.publish("a");
      DiscoveryResponse response =
          GrpcStream.sotw(harness.connect(), Harness.ADS)
              .send(
                  DiscoveryRequest.newBuilder()
                      .setNode(NODE)
                      .setTypeUrl(ROUTES)
                      .addResourceNames("secret")
                      .build())
              .next();

      assertThat(response.getNonce()).isNotEmpty();
      assertThat(response.getResourcesCount()).isZero();
      assertRefused(response.getResourceErrorsList());
    }
  }
}
