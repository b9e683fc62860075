package io.binnacle.core.server.internal.subscribe;

import static io.binnacle.core.resource.ParameterConstraints.not;
import static io.binnacle.core.resource.ParameterConstraints.value;
import static io.binnacle.core.resource.ResourceType.CLUSTER;
import static io.binnacle.core.resource.ResourceType.SECRET;
import static io.binnacle.core.server.harness.Variants.NONE;
import static io.binnacle.core.server.harness.Variants.PROD;
import static io.binnacle.core.server.harness.Variants.TEST;
import static io.binnacle.core.server.harness.Variants.variant;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Any;
import io.binnacle.core.Resources;
import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.NodeMemory;
import io.binnacle.core.server.RequestOutcome;
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
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryResponse;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Variants of a resource, asked for by resource locators on SotW streams. */
class SotwLocatorTest {

  private static final Resource A = Resource.of(Resources.cluster("a"));

  private final ServerSession session =
      new ServerSession(
          Variant.SOTW, null, SotwStream.options(), new KeepingShared(), NodeMemory.NONE);
  private @Nullable DiscoveryResponse last;
  private View view = View.empty();

  private SotwLocatorTest show(Resource... resources) {
    Snapshot.Builder snapshot = Snapshot.builder();
    for (Resource resource : resources) {
      snapshot.add(resource);
    }
    view = view.replaceWith(snapshot.build());
    session.onView(view);
    return this;
  }

  private static DiscoveryRequest.Builder asking(ResourceType type, String... names) {
    return DiscoveryRequest.newBuilder()
        .setNode(SotwStream.GRPC)
        .setTypeUrl(type.typeUrl())
        .addAllResourceNames(List.of(names));
  }

  private void send(DiscoveryRequest.Builder request) {
    if (last != null) {
      request.setResponseNonce(last.getNonce()).setVersionInfo(last.getVersionInfo());
    }
    assertThat(session.onRequest(request.build())).isInstanceOf(RequestOutcome.Accepted.class);
  }

  private DiscoveryRequest.Builder locating(String name, String... parameters) {
    return asking(CLUSTER).addResourceLocators(DeltaRequest.locator(name, parameters));
  }

  /** The names of the only response that is due: variants with what they are for. */
  private List<String> one() throws Exception {
    Response response = session.poll(0);
    assertThat(response).as("a response is due").isNotNull();
    last = SotwStream.decoded(response);
    List<String> names = new ArrayList<>();
    for (Any any : last.getResourcesList()) {
      if (any.is(io.envoyproxy.envoy.service.discovery.v3.Resource.class)) {
        var wrapped = any.unpack(io.envoyproxy.envoy.service.discovery.v3.Resource.class);
        assertThat(wrapped.getResource().getTypeUrl()).isEqualTo(last.getTypeUrl());
        assertThat(wrapped.getVersion()).isNotEmpty();
        names.add(Variants.read(wrapped));
      } else {
        names.add(any.unpack(io.envoyproxy.envoy.config.cluster.v3.Cluster.class).getName());
      }
    }
    assertThat(session.poll(0)).isNull();
    return names;
  }

  private void silent() {
    assertThat(session.poll(0)).isNull();
  }

  /** Break: {@code Encoder.packed} never wraps. */
  @Test
  @Rule({"D-16", "W-2"})
  void locatorSelectsAVariantInItsWrapperAndNothingElse() throws Exception {
    show(PROD, TEST, NONE, A);
    send(locating("web", "env", "prod"));
    assertThat(one()).containsExactly("web/prod");
    send(locating("web", "env", "prod"));
    silent();
  }

  @Test
  @Rule({"D-16", "S-8", "S-13"})
  void otherParametersBringTheOtherVariant() throws Exception {
    show(PROD, TEST, A);
    send(locating("web", "env", "prod"));
    assertThat(one()).containsExactly("web/prod");
    String before = String.valueOf(last == null ? null : last.getVersionInfo());
    send(locating("web", "env", "test"));
    assertThat(one()).containsExactly("web/test");
    assertThat(last.getVersionInfo()).as("S-14").isNotEqualTo(before);

    send(locating("web", "env", "test"));
    show(variant("web", "prod 2", Variants.IS_PROD), TEST, A);
    silent();
    show(PROD, A);
    assertThat(one()).as("S-9: gone").isEmpty();
  }

  @Test
  @Rule({"D-16", "S-14"})
  void changeOfOneVariantIsSentToThoseItIsFor() throws Exception {
    show(PROD, TEST, A);
    send(locating("web", "env", "prod").addResourceNames("a"));
    assertThat(one()).containsExactlyInAnyOrder("a", "web/prod");
    send(locating("web", "env", "prod").addResourceNames("a"));
    show(PROD, variant("web", "test 2", Variants.IS_TEST), A);
    silent();
    show(variant("web", "prod 2", Variants.IS_PROD), TEST, A);
    assertThat(one()).containsExactlyInAnyOrder("a", "web/prod");
  }

  @Test
  @Rule({"D-16", "W-1"})
  void wildcardHasParametersToo() throws Exception {
    show(PROD, TEST, NONE, A);
    send(locating("*", "env", "test"));
    assertThat(one()).containsExactlyInAnyOrder("a", "web/test");
    send(locating("*", "env", "prod"));
    assertThat(one()).containsExactlyInAnyOrder("a", "web/prod");
    send(asking(CLUSTER, "*"));
    assertThat(one()).containsExactlyInAnyOrder("a", "web/none");
  }

  @Test
  @Rule({"W-2", "W-3", "D-16"})
  void afterALocatorAnEmptyListIsNoWildcard() throws Exception {
    show(PROD, A);
    send(locating("web", "env", "prod"));
    one();
    send(asking(CLUSTER));
    silent();
    show(variant("web", "prod 2", Variants.IS_PROD), Resource.of(Resources.cluster("a", "2")));
    silent();
  }

  @Test
  @Rule({"D-16", "S-12"})
  void partialTypeIsSentWhenTheVariantAppears() {
    Resource secret = Resource.of(Resources.secret("key", "1"));
    show(secret.withConstraints(Variants.IS_TEST));
    send(asking(SECRET).addResourceLocators(DeltaRequest.locator("key", "env", "prod")));
    silent();
    show(secret.withConstraints(Variants.IS_TEST), secret.withConstraints(Variants.IS_PROD));
    Response response = session.poll(0);
    assertThat(response).isNotNull();
    assertThat(response.resources())
        .extracting(Resource::constraints)
        .containsExactly(Variants.IS_PROD);
  }

  @Test
  @Rule({"D-16", "S-16"})
  void clientWithoutLocatorsGetsTheBareResourceForNoParameters() throws Exception {
    show(PROD, NONE, A);
    send(asking(CLUSTER));
    assertThat(one()).containsExactlyInAnyOrder("a", "web");
    send(asking(CLUSTER));
    show(PROD, variant("web", "rest", not(value("env", "prod"))), A);
    assertThat(one()).containsExactlyInAnyOrder("a", "web");
    send(asking(CLUSTER));
    show(PROD, A);
    assertThat(one()).containsExactly("a");
  }

  /** Break: {@code StreamContext.EncodedKey} has no form. */
  @Test
  @Rule({"D-16", "B-2"})
  void clientsOfBothKindsDoNotShareBytes() throws Exception {
    show(NONE);
    send(locating("web"));
    assertThat(one()).containsExactly("web/none");

    KeepingShared shared = new KeepingShared();
    for (boolean locator : List.of(true, false)) {
      ServerSession other =
          new ServerSession(Variant.SOTW, null, SotwStream.options(), shared, NodeMemory.NONE);
      other.onView(view);
      other.onRequest((locator ? locating("web") : asking(CLUSTER, "web")).build());
      Response response = other.poll(0);
      assertThat(response).isNotNull();
      assertThat(
              SotwStream.decoded(response).getResources(0).getTypeUrl().equals(CLUSTER.typeUrl()))
          .isEqualTo(!locator);
    }
  }
}
