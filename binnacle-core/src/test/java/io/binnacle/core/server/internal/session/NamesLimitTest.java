package io.binnacle.core.server.internal.session;

import static io.binnacle.core.resource.ResourceType.CLUSTER;
import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.NodeMemory;
import io.binnacle.core.server.RequestOutcome.Accepted;
import io.binnacle.core.server.RequestOutcome.Code;
import io.binnacle.core.server.RequestOutcome.Refused;
import io.binnacle.core.server.SessionOptions;
import io.binnacle.core.server.Variant;
import io.binnacle.core.server.harness.DeltaStream;
import io.binnacle.core.server.harness.NotShared;
import io.binnacle.rules.Rule;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryRequest;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;
import io.envoyproxy.envoy.service.discovery.v3.ResourceLocator;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The limit of names is one of the subscription, however many requests the names come in (B-3). */
class NamesLimitTest {

  private static final SessionOptions FOUR = SessionOptions.defaults("test").withLimits(4, 64);

  private final DeltaStream delta = DeltaStream.ads(DeltaStream.PLAIN, FOUR, NodeMemory.NONE);

  private static DeltaDiscoveryRequest.Builder request() {
    return DeltaDiscoveryRequest.newBuilder().setTypeUrl(CLUSTER.typeUrl());
  }

  private static DeltaDiscoveryRequest.Builder subscribe(String... names) {
    return request().addAllResourceNamesSubscribe(List.of(names));
  }

  private static DeltaDiscoveryRequest.Builder unsubscribe(String... names) {
    return request().addAllResourceNamesUnsubscribe(List.of(names));
  }

  private static ResourceLocator locator(String name, String value) {
    return ResourceLocator.newBuilder().setName(name).putDynamicParameters("env", value).build();
  }

  private void accepted(DeltaDiscoveryRequest.Builder request) {
    assertThat(delta.offer(request)).isInstanceOf(Accepted.class);
  }

  private void refused(DeltaDiscoveryRequest.Builder request) {
    assertThat(delta.offer(request))
        .isInstanceOfSatisfying(
            Refused.class,
            refused -> {
              assertThat(refused.code()).isEqualTo(Code.RESOURCE_EXHAUSTED);
              assertThat(refused.message()).contains("5 names", CLUSTER.typeUrl(), "limit is 4");
            });
  }

  @Test
  @Rule("B-3")
  void namesThatComeInManyRequestsAreCountedTogether() {
    // Break: count the names of the request alone in RequestChecks
    accepted(subscribe("a", "b"));
    accepted(subscribe("c", "d"));
    refused(subscribe("e"));
  }

  @Test
  @Rule("B-3")
  void aNameThatIsNamedAgainOrExchangedForAnotherIsNoFurtherOne() {
    accepted(subscribe("a", "b", "c", "d"));
    accepted(subscribe("a", "b", "c", "d"));
    accepted(subscribe("e").addResourceNamesUnsubscribe("a"));
    accepted(unsubscribe("b"));
    accepted(subscribe("f"));
    accepted(unsubscribe("nothing", "like", "this"));
    refused(subscribe("g"));
  }

  @Test
  @Rule("B-3")
  void locatorsGlobsAndWildcardsCountAsNamesDo() {
    accepted(request().addResourceLocatorsSubscribe(locator("a", "1")));
    accepted(request().addResourceLocatorsSubscribe(locator("a", "2")));
    accepted(request().addResourceLocatorsSubscribe(locator("*", "1")));
    accepted(subscribe("xdstp://x/envoy.config.cluster.v3.Cluster/pool/*"));
    accepted(request().addResourceLocatorsSubscribe(locator("a", "2")));
    refused(request().addResourceLocatorsSubscribe(locator("*", "2")));
  }

  @Test
  @Rule("B-3")
  void malformedNamesCountUntilTheyAreAnswered() {
    // a client that does not read would else make the server keep any number of them
    accepted(subscribe("xdstp://a", "xdstp://b", "xdstp://c"));
    accepted(subscribe("xdstp://d"));
    refused(subscribe("xdstp://e"));
    delta.next();
    accepted(subscribe("xdstp://f", "xdstp://g", "xdstp://h"));
  }

  @Test
  @Rule("B-3")
  void aSotwRequestSaysTheWholeSubscription() {
    ServerSession session =
        new ServerSession(Variant.SOTW, null, FOUR, new NotShared(), NodeMemory.NONE);
    DiscoveryRequest.Builder request =
        DiscoveryRequest.newBuilder()
            .setTypeUrl(CLUSTER.typeUrl())
            .addAllResourceNames(List.of("a", "b", "c"));
    assertThat(session.onRequest(request.build())).isInstanceOf(Accepted.class);
    assertThat(session.onRequest(request.addResourceLocators(locator("d", "1")).build()))
        .isInstanceOf(Accepted.class);
    assertThat(session.onRequest(request.addResourceLocators(locator("d", "2")).build()))
        .isInstanceOf(Refused.class);
  }

  @Test
  @Rule("B-3")
  void theFootprintFollowsWhatIsAskedFor() {
    // Break: leave out what Subscription.edited gives back
    accepted(subscribe("abc", "de"));
    Footprint two = delta.session().footprint();
    assertThat(two.names()).isEqualTo(2);
    assertThat(two.types()).isEqualTo(1);
    accepted(subscribe("abc", "f"));
    assertThat(delta.session().footprint().characters()).isEqualTo(two.characters() + 1);
    accepted(unsubscribe("abc", "de", "f"));
    Footprint none = delta.session().footprint();
    assertThat(none.names()).isZero();
    assertThat(none.characters()).isEqualTo(CLUSTER.typeUrl().length());
  }

  @Test
  void aLongTypeIsNotSentBackInItsLength() {
    String type = "type.googleapis.com/" + "x".repeat(1 << 20);
    ServerSession session =
        new ServerSession(
            Variant.DELTA, ResourceType.CLUSTER, FOUR, new NotShared(), NodeMemory.NONE);
    assertThat(session.onRequest(DeltaDiscoveryRequest.newBuilder().setTypeUrl(type).build()))
        .isInstanceOfSatisfying(
            Refused.class, refused -> assertThat(refused.message()).hasSizeLessThan(500));
  }
}
