package io.binnacle.core.server.internal.subscribe;

import static io.binnacle.core.Resources.assignment;
import static io.binnacle.core.Resources.route;
import static io.binnacle.core.resource.ResourceType.CLUSTER_LOAD_ASSIGNMENT;
import static io.binnacle.core.resource.ResourceType.ROUTE_CONFIGURATION;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Message;
import io.binnacle.core.resource.ParameterConstraints;
import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.NodeMemory;
import io.binnacle.core.server.Response;
import io.binnacle.core.server.Variant;
import io.binnacle.core.server.harness.DeltaRequest;
import io.binnacle.core.server.harness.KeepingShared;
import io.binnacle.core.server.harness.SotwStream;
import io.binnacle.core.server.harness.Variants;
import io.binnacle.core.server.internal.session.ServerSession;
import io.binnacle.core.view.Snapshot;
import io.binnacle.core.view.View;
import io.binnacle.rules.Rule;
import io.envoyproxy.envoy.config.core.v3.Node;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryRequest;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Variants of route configurations and assignments, on all four kinds of streams. */
class PartialLocatorTest {

  private static final String[] PROD = {"env", "prod"};

  /** Break: {@code SotwAnswers.addNamed} takes the name of a locator for a malformed one. */
  @ParameterizedTest
  @CsvSource({"SOTW,true", "SOTW,false", "DELTA,true", "DELTA,false"})
  @Rule({"D-16", "S-8", "D-4"})
  void locatorWithParametersIsAnswered(Variant variant, boolean ads) {
    for (ResourceType type : List.of(ROUTE_CONFIGURATION, CLUSTER_LOAD_ASSIGNMENT)) {
      Stream stream = new Stream(variant, ads, type);
      stream.show(of(type, "prod"), of(type, "test"));

      stream.locate(PROD);
      assertThat(stream.constraints()).containsExactly(Variants.IS_PROD);
      stream.locate("env", "test");
      assertThat(stream.constraints()).containsExactly(Variants.IS_TEST);
      stream.locate(PROD);
      assertThat(stream.constraints()).as("named anew").containsExactly(Variants.IS_PROD);
    }
  }

  private static Resource of(ResourceType type, String env) {
    boolean isRoute = type.equals(ROUTE_CONFIGURATION);
    Message message = isRoute ? route("x", env) : assignment("x", env.length());
    ParameterConstraints constraints = env.equals("prod") ? Variants.IS_PROD : Variants.IS_TEST;
    return Resource.of(message).withConstraints(constraints);
  }

  /** One stream of a client that asks for {@code x} under one set of parameters at a time. */
  private static final class Stream {
    private static final Node NODE = Node.newBuilder().setId("n").build();
    private final ResourceType type;
    private final ServerSession session;
    private final Variant variant;
    private String @Nullable [] asked;
    private String nonce = "";
    private String version = "";

    Stream(Variant variant, boolean ads, ResourceType type) {
      this.type = type;
      this.variant = variant;
      session =
          new ServerSession(
              variant,
              ads ? null : type,
              SotwStream.options(),
              new KeepingShared(),
              NodeMemory.NONE);
    }

    void show(Resource... resources) {
      session.onView(View.of(Snapshot.builder().addAll(List.of(resources)).build()));
    }

    void locate(String... parameters) {
      if (variant == Variant.SOTW) {
        session.onRequest(
            DiscoveryRequest.newBuilder()
                .setNode(NODE)
                .setTypeUrl(type.typeUrl())
                .setResponseNonce(nonce)
                .setVersionInfo(version)
                .addResourceLocators(DeltaRequest.locator("x", parameters))
                .build());
      } else {
        DeltaDiscoveryRequest.Builder request =
            DeltaDiscoveryRequest.newBuilder()
                .setNode(NODE)
                .setTypeUrl(type.typeUrl())
                .setResponseNonce(nonce)
                .addResourceLocatorsSubscribe(DeltaRequest.locator("x", parameters));
        if (asked != null) {
          request.addResourceLocatorsUnsubscribe(DeltaRequest.locator("x", asked));
        }
        session.onRequest(request.build());
      }
      asked = parameters;
    }

    List<ParameterConstraints> constraints() {
      List<ParameterConstraints> all = new ArrayList<>();
      for (Response next = session.poll(0); next != null; next = session.poll(0)) {
        next.resources().forEach(resource -> all.add(resource.constraints()));
        nonce = next.nonce();
        version = next.version();
      }
      return all;
    }
  }
}
