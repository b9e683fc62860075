package io.binnacle.core.server.internal.subscribe;

import static io.binnacle.core.Resources.assignment;
import static io.binnacle.core.Resources.cluster;
import static io.binnacle.core.Resources.listener;
import static io.binnacle.core.Resources.route;
import static io.binnacle.core.Resources.scope;
import static io.binnacle.core.Resources.secret;
import static io.binnacle.core.resource.ResourceType.CLUSTER;
import static io.binnacle.core.resource.ResourceType.CLUSTER_LOAD_ASSIGNMENT;
import static io.binnacle.core.resource.ResourceType.LISTENER;
import static io.binnacle.core.resource.ResourceType.ROUTE_CONFIGURATION;
import static io.binnacle.core.resource.ResourceType.SCOPED_ROUTE_CONFIGURATION;
import static io.binnacle.core.resource.ResourceType.SECRET;
import static io.binnacle.core.server.harness.SotwStream.ENVOY;
import static io.binnacle.core.server.harness.SotwStream.GRPC;
import static io.binnacle.core.server.harness.SotwStream.names;
import static io.binnacle.core.server.harness.SotwStream.request;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.RequestFacts;
import io.binnacle.core.server.SyncState;
import io.binnacle.core.server.harness.SotwStream;
import io.binnacle.rules.Rule;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryResponse;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Rules W on SotW streams. */
class SotwWildcardTest {

  private static final ResourceType WIDGET = ResourceType.of("type.googleapis.com/acme.v1.Widget");

  // Break: let Subscription.parse take * for a name.
  @Test
  @Rule("W-1")
  void starSubscribesToEverythingAndMayStandBesideNames() {
    for (ResourceType type : List.of(CLUSTER, SECRET)) {
      for (String[] asked : List.of(new String[] {"*"}, new String[] {"none", "*", "a"})) {
        SotwStream stream = SotwStream.ads(GRPC).publish(ofEach("a", "b"));
        stream.ask(type, asked);
        DiscoveryResponse first = stream.one();
        assertThat(names(first)).containsExactlyInAnyOrder("a", "b");
        stream.ack(first, asked);
        stream.publish(ofEach("a", "b", "c"));
        assertThat(names(stream.one())).contains("c");
      }
    }
  }

  // Break: set newWildcard from the request alone in Subscription.replace.
  @Test
  @Rule("W-2")
  void whileNothingWasEverNamedEachEmptyListIsTheWildcard() {
    SotwStream stream = SotwStream.ads(GRPC).publish(ofEach("a"));
    stream.ask(CLUSTER);
    DiscoveryResponse first = stream.one();
    stream.ack(first);
    stream.ask(CLUSTER);
    stream.ack(first);
    stream.silent();
    stream.publish(ofEach("a", "b"));
    assertThat(names(stream.one())).containsExactly("a", "b");
  }

  // Break: ignore locators in Subscription.replace.
  @Test
  @Rule("W-2")
  void aRequestWithLocatorsIsNoWildcard() {
    SotwStream stream = SotwStream.ads(GRPC).publish(ofEach("a"));
    var request = request(SECRET);
    request.addResourceLocatorsBuilder().setName("other");
    stream.send(request);
    stream.silent();
    // and nothing makes it one later
    stream.ask(SECRET);
    stream.publish(ofEach("a", "b"));
    stream.silent();
  }

  // Break: do not set namedOnce in Subscription.replace.
  @Test
  @Rule("W-3")
  void anEmptyListAfterAnExplicitNameMeansNothing() {
    for (ResourceType type : List.of(LISTENER, SECRET)) {
      for (String named : List.of("a", "*", "none")) {
        SotwStream stream = SotwStream.ads(GRPC).publish(ofEach("a"));
        stream.ask(type, named);
        stream.poll();
        stream.ask(type);
        stream.silent();
        stream.publish(ofEach("b"));
        stream.silent();
        assertThat(stream.session().status().get(0).state()).isEqualTo(SyncState.UNSUBSCRIBED);
      }
    }
  }

  // Break: as for W-3, and drop the explicit name beside * in Subscription.replace.
  @Test
  @Rule("W-4")
  void theFourStepsOfTheProtocolText() {
    for (ResourceType type : List.of(LISTENER, CLUSTER, SECRET)) {
      for (boolean ads : new boolean[] {true, false}) {
        SotwStream stream = ads ? SotwStream.ads(GRPC) : SotwStream.typed(type, GRPC);
        fourSteps(stream, type);
      }
    }
  }

  private static void fourSteps(SotwStream stream, ResourceType type) {
    boolean full = type.fullState();
    stream.publish(ofEach("A", "B"));

    // 1. nothing named: the wildcard
    stream.ask(type);
    DiscoveryResponse all = stream.one();
    assertThat(names(all)).containsExactlyInAnyOrder("A", "B");
    stream.ack(all);
    stream.silent();

    // 2. * and A: still everything, and A is newly named
    RequestFacts facts = stream.ack(all, "*", "A");
    assertThat(facts.added()).containsExactly("A");
    DiscoveryResponse named = stream.one();
    assertThat(names(named)).containsExactlyInAnyOrder(full ? new String[] {"A", "B"} : A);
    stream.ack(named, "*", "A");
    stream.silent();

    // 3. A: the wildcard is over, which is not answered
    facts = stream.ack(named, "A");
    assertThat(facts.removed()).containsExactly("*");
    stream.silent();
    stream.publish(ofEach("A", "B", "C"));
    stream.silent();

    // 4. nothing: unsubscribed, not a wildcard again
    facts = stream.ack(named);
    assertThat(facts.removed()).containsExactly("A");
    stream.publish(ofEach("B"));
    stream.silent();
  }

  private static final String[] A = {"A"};

  // Break: allow the legacy wildcard for Listener and Cluster only in Subscription.replace.
  @Test
  @Rule("W-5")
  void theLegacyWildcardAppliesToEveryType() {
    Resource widget =
        Resource.packed(
                "w",
                Any.newBuilder()
                    .setTypeUrl(WIDGET.typeUrl())
                    .setValue(ByteString.copyFromUtf8("\n\1w"))
                    .build())
            .build();
    for (var node : List.of(ENVOY, GRPC)) {
      for (Resource resource :
          List.of(
              Resource.of(cluster("w")),
              Resource.of(listener("w", "1")),
              Resource.of(scope("w", "r")),
              Resource.of(secret("w", "1")),
              Resource.of(route("w", "c")),
              widget)) {
        SotwStream stream = SotwStream.ads(node).publish(resource);
        stream.ask(resource.type());
        assertThat(names(stream.one())).containsExactly("w");
      }
    }
  }

  // Break: let emptyMeansNothing be false always in SotwTypeSession.
  @Test
  @Rule("W-5") // ED-18
  void anEnvoyThatComesBackWithAVersionAndNoNamesWantsNothing() {
    for (ResourceType type : List.of(CLUSTER_LOAD_ASSIGNMENT, ROUTE_CONFIGURATION, SECRET)) {
      SotwStream stream = SotwStream.ads(ENVOY);
      stream.publish(assignment("a", 1), route("a", "c"), secret("a", "1"));
      stream.send(request(type).setVersionInfo("2"));
      stream.silent();
      stream.publish(assignment("a", 2), route("a", "d"), secret("a", "2"));
      stream.silent();
      // W-3: an explicit empty list, so the next one is no wildcard either
      stream.ask(type);
      stream.silent();
      stream.ask(type, "a");
      assertThat(names(stream.one())).containsExactly("a");
    }
  }

  // Break: take Listener, Cluster and SRDS out of SotwTypeSession.emptyMeansNothing's exceptions.
  @Test
  @Rule("W-5")
  void theExceptionIsForEnvoyAndForPartialTypesOnly() {
    for (ResourceType type : List.of(LISTENER, CLUSTER, SCOPED_ROUTE_CONFIGURATION)) {
      SotwStream stream = SotwStream.ads(ENVOY);
      stream.publish(listener("a", "1"), cluster("a"), scope("a", "r"));
      stream.send(request(type).setVersionInfo("2"));
      assertThat(names(stream.one())).containsExactly("a");
    }
    SotwStream other = SotwStream.ads(GRPC).publish(secret("a", "1"));
    other.send(request(SECRET).setVersionInfo("2"));
    assertThat(names(other.one())).containsExactly("a");
    SotwStream fresh = SotwStream.ads(ENVOY).publish(secret("a", "1"));
    fresh.ask(SECRET);
    assertThat(names(fresh.one())).containsExactly("a");
  }

  // Break: let Subscription.selects look at the wildcard only when there is one.
  @Test
  @Rule("W-6")
  void aNameBesideTheWildcardMayLieOutsideOfItsSet() {
    Resource onDemand = Resource.builder("d", cluster("d")).onDemand(true).build();
    Resource changed = Resource.builder("d", cluster("d", "2")).onDemand(true).build();
    SotwStream stream = SotwStream.ads(GRPC).publish(Resource.of(cluster("a")), onDemand);
    stream.ask(CLUSTER, "*");
    DiscoveryResponse first = stream.one();
    assertThat(names(first)).containsExactly("a");

    stream.ack(first, "*", "d");
    DiscoveryResponse second = stream.one();
    assertThat(names(second)).containsExactlyInAnyOrder("a", "d");
    assertThat(second.getVersionInfo()).isNotEqualTo(first.getVersionInfo());
    stream.publish(Resource.of(cluster("a")), changed);
    assertThat(names(stream.one())).containsExactlyInAnyOrder("a", "d");

    // the name stays when the wildcard goes, and the other way round
    stream.ask(CLUSTER, "d");
    stream.publish(Resource.of(cluster("a", "2")), changed);
    stream.silent();
    stream.ask(CLUSTER, "*");
    assertThat(names(stream.one())).containsExactly("a");
  }

  // Break: drop keepsWildcard from Subscription.replace.
  @Test
  @Rule("W-7") // ED-71
  void anEnvoyThatAsksForAClusterOnDemandKeepsItsWildcard() {
    Resource cx = Resource.builder("cx", cluster("cx")).onDemand(true).build();
    SotwStream stream = SotwStream.ads(ENVOY).publish(Resource.of(cluster("a")), cx);
    stream.ask(CLUSTER);
    DiscoveryResponse first = stream.one();
    assertThat(names(first)).containsExactly("a");

    RequestFacts facts = stream.ack(first, "cx");

    assertThat(facts.envoyWildcardKept()).isTrue();
    DiscoveryResponse second = stream.one();
    assertThat(names(second)).containsExactlyInAnyOrder("a", "cx");
    assertThat(stream.ack(second, "cx").removed()).isEmpty();
    stream.silent();
    stream.publish(Resource.of(cluster("a")), Resource.of(cluster("b")), cx);
    assertThat(names(stream.one())).containsExactlyInAnyOrder("a", "b", "cx");

    // an empty list takes the name away, not the wildcard
    stream.ask(CLUSTER);
    stream.silent();
    stream.publish(Resource.of(cluster("a")), cx);
    assertThat(names(stream.one())).containsExactly("a");
  }

  // Break: require an empty first request for keepsWildcard in Subscription.replace.
  @Test
  @Rule("W-7")
  void plainNamesDoNotReplaceTheWildcardAsFirstRequestEither() {
    SotwStream stream = SotwStream.ads(ENVOY).publish(ofEach("a", "b"));
    assertThat(stream.send(request(CLUSTER, "a").setVersionInfo("7")).envoyWildcardKept()).isTrue();
    assertThat(names(stream.one())).containsExactlyInAnyOrder("a", "b");
  }

  // Break: drop !starNamed, plainOnly, the type or the user agent from keepsWildcard.
  @Test
  @Rule("W-7")
  void theExceptionEndsWhereStarOrAnXdstpNameWasNamedAndIsForEnvoysClustersOnly() {
    String glob = "xdstp://lab/envoy.config.cluster.v3.Cluster/edge/*";
    SotwStream star = SotwStream.ads(ENVOY).publish(ofEach("a", "b"));
    star.ask(CLUSTER, "*");
    star.settle("*");
    star.ask(CLUSTER, "a");
    star.settle("a");
    star.publish(ofEach("a", "b", "c"));
    star.silent();

    SotwStream xdstp = SotwStream.ads(ENVOY).publish(ofEach("a", "b"));
    xdstp.ask(CLUSTER, glob);
    assertThat(xdstp.one().getResourcesList()).isEmpty();
    xdstp.ask(CLUSTER, glob, "a");
    assertThat(names(xdstp.one())).containsExactly("a");

    SotwStream listeners = SotwStream.ads(ENVOY).publish(ofEach("a", "b"));
    listeners.ask(LISTENER, "a");
    assertThat(names(listeners.one())).containsExactly("a");
    SotwStream grpc = SotwStream.ads(GRPC).publish(ofEach("a", "b"));
    grpc.ask(CLUSTER, "a");
    assertThat(names(grpc.one())).containsExactly("a");
  }

  /** A cluster, a listener and a secret of each name. */
  private static Message[] ofEach(String... names) {
    return Arrays.stream(names)
        .flatMap(name -> Stream.of(cluster(name), listener(name, "1"), secret(name, "1")))
        .toArray(Message[]::new);
  }
}
