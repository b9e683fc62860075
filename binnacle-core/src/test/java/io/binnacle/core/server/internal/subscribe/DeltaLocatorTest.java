package io.binnacle.core.server.internal.subscribe;

import static io.binnacle.core.Resources.cluster;
import static io.binnacle.core.resource.ParameterConstraints.and;
import static io.binnacle.core.resource.ParameterConstraints.exists;
import static io.binnacle.core.resource.ParameterConstraints.not;
import static io.binnacle.core.resource.ParameterConstraints.or;
import static io.binnacle.core.resource.ParameterConstraints.value;
import static io.binnacle.core.resource.ResourceType.CLUSTER;
import static io.binnacle.core.server.harness.Variants.NONE;
import static io.binnacle.core.server.harness.Variants.PROD;
import static io.binnacle.core.server.harness.Variants.TEST;
import static io.binnacle.core.server.harness.Variants.read;
import static io.binnacle.core.server.harness.Variants.removed;
import static io.binnacle.core.server.harness.Variants.variant;
import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.RequestOutcome.Refused;
import io.binnacle.core.server.harness.DeltaReply;
import io.binnacle.core.server.harness.DeltaRequest;
import io.binnacle.core.server.harness.DeltaStream;
import io.binnacle.core.server.harness.Variants;
import io.binnacle.rules.Rule;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryRequest;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Variants of a resource, asked for by resource locators on delta streams. */
class DeltaLocatorTest {

  private static DeltaStream located(String... parameters) {
    DeltaStream stream = DeltaStream.ads().publish(PROD, TEST, NONE, cluster("a"));
    stream.request(CLUSTER).locate("web", parameters).send();
    return stream;
  }

  /** Break: {@code Encoder.named} writes the plain name. */
  @Test
  @Rule("D-16")
  void locatorSelectsTheVariantThatIsForItsParameters() {
    for (String env : List.of("prod", "test")) {
      DeltaReply reply = located("env", env, "more", "x").acked();
      assertThat(read(reply)).containsExactly("web/" + env);
      assertThat(reply.message().getResources(0).getName()).isEmpty();
      assertThat(reply.message().getResources(0).getResourceName().getName()).isEqualTo("web");
    }
    assertThat(read(located().acked())).as("without parameters").containsExactly("web/none");
  }

  @Test
  @Rule("D-16")
  void allKindsOfConstraintsSelect() {
    Resource or = variant("web", "or", or(value("env", "qa"), value("env", "test")));
    Resource and = variant("web", "and", and(value("env", "prod"), value("version", "v1")));
    Resource not = variant("web", "not", and(value("env", "prod"), not(exists("version"))));
    DeltaStream stream = DeltaStream.ads().publish(or, and, not);
    stream
        .request(CLUSTER)
        .locate("web", "env", "qa")
        .locate("web", "env", "prod", "version", "v1")
        .locate("web", "env", "prod")
        .locate("web", "env", "prod", "version", "v2")
        .send();
    DeltaReply reply = stream.acked();
    assertThat(reply.message().getResourcesList())
        .extracting(io.envoyproxy.envoy.service.discovery.v3.Resource::getVersion)
        .containsExactlyInAnyOrder(or.version(), and.version(), not.version());
    assertThat(reply.removed()).isEmpty();
    // no variant is for v2: what is said is no more than that, since others exist
    assertThat(reply.message().getRemovedResourceNamesList())
        .singleElement()
        .satisfies(
            name -> {
              assertThat(name.getName()).isEqualTo("web");
              assertThat(
                      io.binnacle.core.resource.ParameterConstraints.of(
                          name.getDynamicParameterConstraints()))
                  .isEqualTo(and(value("env", "prod"), value("version", "v2")));
            });
  }

  @Test
  @Rule({"D-16", "D-4", "D-8"})
  void locatorWithoutAVariantIsAnsweredAndServedWhenOneAppears() {
    DeltaStream stream = located("env", "qa");
    DeltaReply reply = stream.acked();
    assertThat(reply.removed()).containsExactly("web");
    assertThat(removed(reply)).isEmpty();

    stream.put(variant("web", "qa", value("env", "qa")));
    assertThat(stream.acked().message().getResourcesCount()).isEqualTo(1);
    stream.silent();
  }

  /** Break: {@code DeltaAnswer.removed} says the plain name. */
  @Test
  @Rule({"D-15", "D-7"})
  void variantThatGoesAwayIsNamedWithItsConstraints() {
    DeltaStream stream = located("env", "prod");
    stream.acked();

    stream.remove(CLUSTER, PROD.name());
    DeltaReply reply = stream.acked();
    assertThat(reply.removed()).isEmpty();
    assertThat(removed(reply)).containsExactly("web/prod");
    stream.silent();
  }

  @Test
  @Rule({"D-15", "D-13"})
  void refusedRemovalOfAVariantIsOwed() {
    DeltaStream stream = located("env", "prod");
    stream.acked();
    stream.remove(CLUSTER, PROD.name());
    stream.nack(stream.next());
    stream.silent();

    stream.request(CLUSTER).locate("a").send();
    DeltaReply next = stream.acked();
    assertThat(read(next)).containsExactly("a");
    assertThat(removed(next)).containsExactly("web/prod");
  }

  @Test
  @Rule({"D-16", "D-6"})
  void changeOfOneVariantIsSentToThoseItIsFor() {
    DeltaStream prod = located("env", "prod");
    DeltaStream test = located("env", "test");
    prod.acked();
    test.acked();
    Resource changed = variant("web", "prod 2", Variants.IS_PROD);
    prod.put(changed);
    test.put(changed);

    assertThat(prod.acked().message().getResources(0).getVersion()).isEqualTo(changed.version());
    test.silent();
  }

  @Test
  @Rule({"D-16", "D-15"})
  void newConstraintsAreOneResponseWithTheOldVariantRemoved() {
    DeltaStream stream = located("env", "prod");
    stream.acked();
    stream.publish(
        variant("web", "v1", and(value("env", "prod"), value("version", "v1"))),
        variant("web", "rest", and(value("env", "prod"), not(value("version", "v1")))));

    DeltaReply reply = stream.acked();
    assertThat(reply.message().getResourcesCount()).isEqualTo(1);
    assertThat(removed(reply)).containsExactly("web/prod");
    stream.silent();
  }

  @Test
  @Rule({"D-16", "S-13"})
  void otherParametersAreAnUnsubscriptionAndASubscription() {
    DeltaStream stream = located("env", "prod");
    stream.acked();
    stream.request(CLUSTER).dislocate("web", "env", "prod").locate("web", "env", "test").send();
    DeltaReply reply = stream.acked();
    assertThat(read(reply)).containsExactly("web/test");
    assertThat(removed(reply)).isEmpty();

    stream.put(variant("web", "prod 2", Variants.IS_PROD));
    stream.silent();
    stream.request(CLUSTER).dislocate("web", "env", "test").send();
    stream.remove(CLUSTER, TEST.name());
    stream.silent();
  }

  @Test
  @Rule("D-16")
  void nameAndLocatorMayStandInOneRequest() {
    DeltaStream stream = DeltaStream.ads().publish(PROD, TEST, NONE, cluster("a"));
    stream.request(CLUSTER).subscribe("a", "web").locate("web", "env", "prod").send();
    assertThat(read(stream.acked())).containsExactlyInAnyOrder("a", "web/none", "web/prod");
    stream.unsubscribe(CLUSTER, "web");
    stream.silent();
    stream.remove(CLUSTER, PROD.name(), NONE.name());
    assertThat(removed(stream.acked())).containsExactly("web/prod");
  }

  @Test
  @Rule({"D-16", "W-1", "W-2"})
  void wildcardHasParametersToo() {
    DeltaStream stream = located("env", "prod");
    stream.acked();
    stream.request(CLUSTER).locate("*", "env", "test").send();
    assertThat(read(stream.acked())).containsExactlyInAnyOrder("a", "web/test");

    stream.put(cluster("b"), variant("web", "none 2", Variants.IS_NONE));
    assertThat(read(stream.acked())).containsExactly("b");
    // another wildcard in place of it
    stream.request(CLUSTER).dislocate("*", "env", "test").locate("*").send();
    assertThat(read(stream.acked())).containsExactlyInAnyOrder("a", "b", "web/none");
    stream.request(CLUSTER).dislocate("*").send();
    stream.put(cluster("c"));
    stream.silent();
  }

  @Test
  @Rule({"D-16", "X-2"})
  void globHasParametersToo() {
    String name = "xdstp://lab/envoy.config.cluster.v3.Cluster/edge/";
    DeltaStream stream =
        DeltaStream.ads()
            .publish(
                variant(name + "c", "prod", Variants.IS_PROD),
                variant(name + "c", "test", Variants.IS_TEST),
                cluster(name + "d"));
    stream.request(CLUSTER).locate(name + "*", "env", "prod").send();
    assertThat(read(stream.acked())).containsExactlyInAnyOrder(name + "c/prod", name + "d");

    stream.publish(variant(name + "c", "test", Variants.IS_TEST), cluster(name + "d"));
    assertThat(removed(stream.acked())).containsExactly(name + "c/prod");
  }

  /** A client without locators knows no variants (an Envoy would refuse them). */
  @Test
  @Rule({"D-16", "D-7"})
  void clientWithoutLocatorsSeesThePlainNameOnly() {
    for (DeltaStream stream : List.of(DeltaStream.ads(), DeltaStream.ads(DeltaStream.ENVOY))) {
      stream.publish(PROD, NONE);
      stream.wildcard(CLUSTER);
      DeltaReply first = stream.acked();
      assertThat(first.names()).containsExactly("web");
      assertThat(first.resource("web").hasResourceName()).isFalse();

      // another variant in its place is a change of the name
      stream.publish(variant("web", "all", not(value("env", "prod"))), PROD);
      DeltaReply change = stream.acked();
      assertThat(change.names()).containsExactly("web");
      assertThat(change.removed()).isEmpty();
      assertThat(removed(change)).isEmpty();

      stream.publish(PROD);
      DeltaReply removal = stream.acked();
      assertThat(removal.removed()).containsExactly("web");
      assertThat(removed(removal)).isEmpty();
      stream.silent();
    }
  }

  @Test
  @Rule({"D-16", "D-8"})
  void namedWithoutLocatorTheSameHolds() {
    DeltaStream stream = DeltaStream.ads().publish(PROD);
    stream.subscribe(CLUSTER, "web");
    assertThat(stream.acked().removed()).containsExactly("web");
    stream.put(NONE);
    assertThat(stream.acked().names()).containsExactly("web");
    stream.publish(variant("web", "all", not(value("env", "prod"))), PROD);
    DeltaReply change = stream.acked();
    assertThat(change.names()).containsExactly("web");
    assertThat(change.removed()).isEmpty();
    // asked for again (D-4)
    stream.subscribe(CLUSTER, "web");
    assertThat(stream.acked().names()).containsExactly("web");
    stream.publish(PROD);
    assertThat(stream.acked().removed()).containsExactly("web");
  }

  @Test
  @Rule({"D-16", "D-5"})
  void clientThatComesBackIsSentWhatItHoldsNotInThisVariant() {
    DeltaStream same = DeltaStream.ads().publish(PROD, TEST);
    same.request(CLUSTER).locate("web", "env", "prod").holds("web", PROD.version()).send();
    same.silent();

    DeltaStream other = DeltaStream.ads().publish(PROD, TEST);
    other.request(CLUSTER).locate("web", "env", "test").holds("web", PROD.version()).send();
    DeltaReply reply = other.acked();
    assertThat(read(reply)).containsExactly("web/test");
    assertThat(reply.removed()).isEmpty();

    DeltaStream gone = DeltaStream.ads().publish(PROD, TEST);
    gone.request(CLUSTER).locate("web", "env", "qa").holds("web", PROD.version()).send();
    assertThat(gone.acked().removed()).containsExactly("web");
  }

  @Test
  @Rule("W-2")
  void firstRequestWithALocatorIsNoLegacyWildcard() {
    DeltaStream stream = DeltaStream.ads().publish(PROD, cluster("a"));
    stream.request(CLUSTER).dislocate("web", "env", "prod").send();
    stream.silent();
  }

  @Test
  @Rule("B-3")
  void locatorsCountAsNames() {
    DeltaStream stream = DeltaStream.ads();
    DeltaDiscoveryRequest.Builder request =
        DeltaDiscoveryRequest.newBuilder().setTypeUrl(CLUSTER.typeUrl());
    for (int i = 0; i <= 100_000; i++) {
      request.addResourceLocatorsSubscribe(DeltaRequest.locator("c" + i));
    }
    assertThat(stream.offer(request)).isInstanceOf(Refused.class);
  }

  /** What looks like a variant cannot be named from outside, whatever stands in it. */
  @Test
  @Rule({"X-3", "D-16"})
  void bracketsInANameOfAClientAreNoVariant() {
    for (String odd :
        List.of(
            PROD.name(),
            " \u27e8\u27e9",
            "web \u27e8?\u27e9",
            "a \u27e8((\u27e9",
            "\u27e8%\u27e9")) {
      DeltaStream stream = DeltaStream.ads().publish(PROD, NONE);
      stream.request(CLUSTER).subscribe(odd, "none").holds(odd, "x").locate(odd, "a", "b").send();
      DeltaReply reply = stream.acked();
      assertThat(read(reply)).isEmpty();
      assertThat(reply.removed()).contains("none").doesNotContain("web");
      stream.remove(ResourceType.CLUSTER, PROD.name(), NONE.name());
      stream.silent();
    }
  }
}
