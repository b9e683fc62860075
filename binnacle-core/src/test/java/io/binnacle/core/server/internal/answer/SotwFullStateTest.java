package io.binnacle.core.server.internal.answer;

import static io.binnacle.core.Resources.assignment;
import static io.binnacle.core.Resources.cluster;
import static io.binnacle.core.Resources.listener;
import static io.binnacle.core.Resources.scope;
import static io.binnacle.core.Resources.secret;
import static io.binnacle.core.resource.ResourceType.CLUSTER;
import static io.binnacle.core.resource.ResourceType.CLUSTER_LOAD_ASSIGNMENT;
import static io.binnacle.core.resource.ResourceType.LISTENER;
import static io.binnacle.core.resource.ResourceType.SCOPED_ROUTE_CONFIGURATION;
import static io.binnacle.core.resource.ResourceType.SECRET;
import static io.binnacle.core.server.harness.SotwStream.ENVOY;
import static io.binnacle.core.server.harness.SotwStream.GRPC;
import static io.binnacle.core.server.harness.SotwStream.names;
import static io.binnacle.core.server.harness.SotwStream.request;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Message;
import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.SyncState;
import io.binnacle.core.server.harness.NodesInMemory;
import io.binnacle.core.server.harness.SotwStream;
import io.binnacle.core.view.Snapshot;
import io.binnacle.core.view.View;
import io.binnacle.rules.Rule;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryResponse;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Full-state types and versions on a SotW stream: S-9, S-11, S-14 to S-16, G-3a. */
class SotwFullStateTest {

  private static final String GLOB = "xdstp://lab/envoy.config.cluster.v3.Cluster/edge/*";
  private static final String MEMBER = "xdstp://lab/envoy.config.cluster.v3.Cluster/edge/a";

  // Break: send only the changes of full-state types in SotwTypeSession.fullState.
  @Test
  @Rule("S-9")
  void everyResponseHoldsAllThatTheClientSubscribesTo() {
    for (String[] asked : List.of(new String[] {"a", "b", "none"}, new String[0])) {
      SotwStream stream = SotwStream.ads(GRPC).publish(cluster("a"), cluster("b"), cluster("c"));
      stream.ask(CLUSTER, asked);
      stream.ack(stream.one(), asked);
      stream.publish(cluster("a"), cluster("b", "2"), cluster("c"));

      assertThat(names(stream.one())).contains("a", "b");
    }
  }

  // Break: treat an empty selection as nothing to send in SotwTypeSession.poll.
  @Test
  @Rule("S-9")
  void anEmptyResponseSaysThatTheLastOneVanished() {
    for (String[] asked : List.of(new String[] {"a"}, new String[0])) {
      SotwStream stream = SotwStream.ads(GRPC).publish(listener("a", "1"));
      stream.ask(LISTENER, asked);
      stream.ack(stream.one(), asked);
      stream.publish(new Message[0]);

      assertThat(stream.one().getResourcesList()).isEmpty();
      stream.silent();
    }
  }

  // Break: make ScopedRouteConfiguration a partial type in ResourceType.
  @Test
  @Rule("S-9") // ED-60
  void scopedRoutesAreFullState() {
    SotwStream stream = SotwStream.ads(ENVOY);
    stream.publish(new Message[0]);
    stream.ask(SCOPED_ROUTE_CONFIGURATION);
    DiscoveryResponse empty = stream.one();
    assertThat(empty.getResourcesList()).isEmpty();
    stream.ack(empty);

    stream.publish(scope("s1", "r1"), scope("s2", "r2"));
    DiscoveryResponse both = stream.one();
    stream.ack(both);
    stream.publish(scope("s1", "r1"), scope("s2", "other"));
    assertThat(names(stream.one())).containsExactly("s1", "s2");
    stream.publish(scope("s2", "other"));
    assertThat(names(stream.one())).containsExactly("s2");
    stream.publish(new Message[0]);
    assertThat(stream.one().getResourcesList()).isEmpty();
  }

  // Break: set answerDue = false for the first request in SotwTypeSession.onRequest.
  @Test
  @Rule("S-11") // ED-14
  void everyFirstRequestOfAFullStateTypeIsAnsweredAlsoByAnEmptyResponse() {
    for (var type : List.of(CLUSTER, LISTENER, SCOPED_ROUTE_CONFIGURATION)) {
      for (String[] asked : List.of(new String[] {"none"}, new String[] {"*"}, new String[0])) {
        SotwStream stream = SotwStream.ads(GRPC).publish(secret("s", "1"));
        stream.ask(type, asked);
        assertThat(stream.one().getResourcesList()).isEmpty();
        stream.silent();
      }
    }
  }

  // Break: drop the ASKED debt in SotwTypeSession.renamed.
  @Test
  @Rule("S-11")
  void newNamesOfAFullStateTypeAreAnsweredAlsoWhenTheyDoNotExist() {
    SotwStream stream = SotwStream.ads(GRPC).publish(cluster("a"));
    stream.ask(CLUSTER, "a");
    DiscoveryResponse first = stream.one();
    stream.ack(first, "a", "none");
    assertThat(names(stream.one())).containsExactly("a");
    stream.silent();
  }

  // Break: add the position of the view to the version in SelectionHash.moveTo.
  @Test
  @Rule("S-14")
  void theVersionIsAFunctionOfTheContent() {
    for (String[] asked : List.of(new String[] {"a", "b"}, new String[0])) {
      SotwStream one = SotwStream.ads(GRPC).publish(cluster("a", "old"));
      one.ask(CLUSTER, asked);
      one.ask(SECRET, asked);
      one.poll();
      one.publish(cluster("a", "new"), secret("b", "1"));
      one.poll();
      one.publish(cluster("b"), secret("a", "1"), cluster("a"), secret("b", "2"));
      List<DiscoveryResponse> past = one.poll();

      // another instance, another order, another history
      SotwStream other = SotwStream.ads(ENVOY);
      other.show(
          View.of(Snapshot.of(secret("b", "2"), cluster("a"), secret("a", "1"), cluster("b"))));
      other.ask(SECRET, asked);
      other.ask(CLUSTER, asked);

      assertThat(other.poll())
          .extracting(DiscoveryResponse::getVersionInfo)
          .containsExactlyElementsOf(past.stream().map(DiscoveryResponse::getVersionInfo).toList());
    }
  }

  // Break: take target.version() for named subscriptions too in SelectionHash.moveTo.
  @Test
  @Rule("S-14")
  void theVersionCoversWhatTheSubscriptionSelectsAndNothingElse() {
    SotwStream small = SotwStream.ads(GRPC).publish(secret("a", "1"), secret("b", "1"));
    small.ask(SECRET, "a");
    SotwStream large =
        SotwStream.ads(GRPC).publish(secret("a", "1"), secret("b", "2"), secret("c", "1"));
    large.ask(SECRET, "a", "none");

    String version = small.one().getVersionInfo();
    assertThat(large.one().getVersionInfo()).isEqualTo(version);
    small.publish(secret("a", "2"), secret("b", "1"));
    assertThat(small.one().getVersionInfo()).isNotEqualTo(version);
  }

  // Break: mend the sum whatever was named before in SelectionHash.subscriptionChanged.
  @Test
  @Rule("S-14")
  void theVersionDoesNotDependOnTheSubscriptionsOfThePast() {
    String[] asked = {"a", "b"};
    SotwStream fresh =
        SotwStream.ads(GRPC).publish(cluster("a"), cluster("b"), cluster("c"), cluster(MEMBER));
    fresh.ask(CLUSTER, asked);
    String version = fresh.one().getVersionInfo();

    for (List<String> past :
        List.of(
            List.of("a"),
            List.of("a", "c"),
            List.of(GLOB),
            List.of(GLOB, "a"),
            List.of("*"),
            List.of("*", "a", GLOB),
            List.of(MEMBER, "none"))) {
      SotwStream stream = SotwStream.ads(GRPC).show(fresh.view());
      stream.ask(CLUSTER, past.toArray(String[]::new));
      DiscoveryResponse first = stream.one();
      stream.ack(first, asked);
      stream.poll();
      stream.publish(cluster("a"), cluster("b", "2"), cluster("c"), cluster(MEMBER));
      stream.poll();
      stream.publish(cluster("a"), cluster("b"), cluster("c"), cluster(MEMBER));
      assertThat(stream.one().getVersionInfo()).as("after %s", past).isEqualTo(version);
    }
  }

  // Break: let SotwTypeSession.maySkipFirstAnswer look at the version only.
  @Test
  @Rule("S-15")
  void silenceIsForAPureWildcardOfAFullStateTypeInStepOnly() {
    Message[] content = {cluster("a"), secret("s", "1"), assignment("a", 1)};
    assertThat(resume(content, CLUSTER)).isEmpty();
    assertThat(resume(content, CLUSTER, "*")).isEmpty();
    assertThat(resume(content, CLUSTER, "a")).hasSize(1);
    assertThat(resume(content, CLUSTER, "*", "a")).hasSize(1);
    assertThat(resume(content, SECRET)).hasSize(1);
    assertThat(resume(content, SECRET, "s")).hasSize(1);
    assertThat(resume(content, CLUSTER_LOAD_ASSIGNMENT, "a")).hasSize(1);
  }

  private static List<DiscoveryResponse> resume(
      Message[] content, ResourceType type, String... names) {
    SotwStream earlier = SotwStream.ads(GRPC).publish(content);
    earlier.ask(type, names);
    String version = earlier.one().getVersionInfo();
    SotwStream stream = SotwStream.ads(GRPC).publish(content);
    stream.send(request(type, names).setVersionInfo(version));
    return stream.poll();
  }

  // Break: never compare the claimed version in SotwTypeSession.maySkipFirstAnswer.
  @Test
  @Rule("S-15")
  void anOlderVersionIsAnsweredAndSilenceIsNoEndOfUpdates() {
    SotwStream stream = SotwStream.ads(ENVOY).publish(cluster("a"));
    stream.send(request(CLUSTER).setVersionInfo("older"));
    String version = stream.one().getVersionInfo();

    SotwStream resumed = SotwStream.ads(ENVOY).show(stream.view());
    resumed.send(request(CLUSTER).setVersionInfo(version));
    resumed.silent();
    assertThat(resumed.session().status().get(0).state()).isEqualTo(SyncState.SYNCED);
    resumed.publish(cluster("a", "2"));
    assertThat(names(resumed.one())).containsExactly("a");
  }

  // Break: drop the check of TTLs, or of rejectedNames, in SotwTypeSession.maySkipFirstAnswer.
  @Test
  @Rule("S-15")
  void aTtlOrARememberedNackForbidsSilence() {
    Resource mortal = Resource.builder("m", cluster("m")).ttl(Duration.ofSeconds(60)).build();
    SotwStream first = SotwStream.ads(GRPC).publish(mortal);
    first.ask(CLUSTER);
    SotwStream second = SotwStream.ads(GRPC).publish(mortal);
    second.send(request(CLUSTER).setVersionInfo(first.one().getVersionInfo()));
    assertThat(second.poll()).hasSize(1);

    var memory = new NodesInMemory();
    SotwStream refusing = SotwStream.remembering(memory, ENVOY).publish(cluster("a", "1"));
    refusing.ask(CLUSTER);
    DiscoveryResponse good = refusing.one();
    refusing.ack(good);
    refusing.publish(cluster("a", "bad"));
    refusing.nack(refusing.one(), good.getVersionInfo());

    // ED-44: it may use a part of what it refused
    SotwStream back = SotwStream.remembering(memory, ENVOY).publish(cluster("a", "1"));
    back.send(request(CLUSTER).setVersionInfo(good.getVersionInfo()));
    back.ack(back.one());
    SotwStream settled = SotwStream.remembering(memory, ENVOY).publish(cluster("a", "1"));
    settled.send(request(CLUSTER).setVersionInfo(good.getVersionInfo()));
    settled.silent();
  }

  // Break: add names beside the wildcard without a map in Subscription.selected.
  @Test
  @Rule("S-16")
  void aResourceThatIsSelectedTwiceIsSentOnce() {
    Resource aliased = Resource.builder("v", secret("v", "1")).alias("other").build();
    SotwStream stream = SotwStream.ads(GRPC).publish(aliased);
    stream.ask(SECRET, "*", "v", "other", "v");
    assertThat(names(stream.one())).containsExactly("v");

    SotwStream clusters = SotwStream.ads(GRPC);
    clusters.publish(
        Resource.of(cluster(MEMBER)), Resource.builder("d", cluster("d")).onDemand(true).build());
    clusters.ask(CLUSTER, "*", GLOB, MEMBER, "d", "d");
    assertThat(names(clusters.one())).containsExactlyInAnyOrder(MEMBER, "d");
  }

  // Break: serve View.empty() to all types in ServerSession.viewFor.
  @Test
  @Rule("G-3a")
  void aNodeThatMatchesNothingAnyMoreKeepsWhatItHas() {
    SotwStream stream = SotwStream.ads(ENVOY).publish(cluster("a"));
    stream.ask(CLUSTER);
    stream.one();
    stream.session().onUnmatched();
    stream.silent();
    // a type that it asks for now is answered as empty
    stream.ask(LISTENER);
    assertThat(stream.one().getResourcesList()).isEmpty();
    // and when it matches again, it is told the difference
    stream.publish(cluster("a"), listener("l", "1"));
    DiscoveryResponse listeners = stream.one();
    assertThat(names(listeners)).containsExactly("l");
  }

  // Break: ignore claimsState in ServerSession.viewFor.
  @Test
  @Rule("G-3a")
  void aNodeThatReconnectsAndMatchesNothingIsNotEmptied() {
    SotwStream stream = SotwStream.ads(ENVOY);
    stream.send(request(CLUSTER).setVersionInfo("held since yesterday"));
    stream.ask(LISTENER);
    stream.silent();
    stream.session().onUnmatched();

    assertThat(stream.one().getTypeUrl()).isEqualTo(LISTENER.typeUrl());
    stream.session().onHold();
    stream.ask(SCOPED_ROUTE_CONFIGURATION);
    stream.silent();
  }
}
