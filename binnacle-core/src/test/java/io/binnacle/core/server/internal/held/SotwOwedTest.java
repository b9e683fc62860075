package io.binnacle.core.server.internal.held;

import static io.binnacle.core.Resources.assignment;
import static io.binnacle.core.Resources.cluster;
import static io.binnacle.core.Resources.listener;
import static io.binnacle.core.Resources.secret;
import static io.binnacle.core.resource.ResourceType.CLUSTER;
import static io.binnacle.core.resource.ResourceType.CLUSTER_LOAD_ASSIGNMENT;
import static io.binnacle.core.resource.ResourceType.LISTENER;
import static io.binnacle.core.resource.ResourceType.ROUTE_CONFIGURATION;
import static io.binnacle.core.resource.ResourceType.SECRET;
import static io.binnacle.core.server.harness.SotwStream.ENVOY;
import static io.binnacle.core.server.harness.SotwStream.GRPC;
import static io.binnacle.core.server.harness.SotwStream.names;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Any;
import com.google.protobuf.Message;
import io.binnacle.core.resource.Resource;
import io.binnacle.core.server.harness.SotwStream;
import io.binnacle.rules.Rule;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryResponse;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** When a SotW stream is answered, and with what: S-6 to S-8, S-10 to S-13, S-18, B-1. */
class SotwOwedTest {

  private static final String GLOB = "xdstp://lab/envoy.config.cluster.v3.Cluster/edge/*";
  private static final String MEMBER = "xdstp://lab/envoy.config.cluster.v3.Cluster/edge/a";

  // Break: add the names to those of earlier requests in Subscription.replace.
  @Test
  @Rule({"S-6", "S-18"})
  void onlyTheNewestRequestIsAnswered() { // ED-19
    SotwStream stream = SotwStream.ads(ENVOY).publish(assignment("c1", 1), assignment("c5", 1));
    stream.ask(CLUSTER_LOAD_ASSIGNMENT, "c5", "c1");
    stream.ask(CLUSTER_LOAD_ASSIGNMENT, "c1");

    assertThat(names(stream.one())).containsExactly("c1");
    stream.publish(assignment("c1", 1), assignment("c5", 2));
    stream.silent();
  }

  // Break: answer every request with answerDue = true in SotwTypeSession.renamed.
  @Test
  @Rule("S-7")
  void anAckThatChangesNothingIsNotAnswered() {
    SotwStream stream = SotwStream.ads(GRPC).publish(cluster("c"), secret("s", "1"));
    stream.ask(CLUSTER);
    stream.ask(SECRET, "s");
    List<DiscoveryResponse> both = stream.poll();
    stream.ack(both.get(0));
    stream.ack(both.get(1), "s");
    stream.silent();
  }

  // Break: answer every new view in SotwTypeSession.poll, changes or not.
  @Test
  @Rule("S-7")
  void aChangeThatTheSubscriptionDoesNotSelectIsNoReason() {
    SotwStream stream = SotwStream.ads(GRPC).publish(cluster("a"), cluster("b"), secret("s", "1"));
    stream.ask(CLUSTER, "a");
    stream.ack(stream.one(), "a");

    stream.publish(cluster("a"), cluster("b", "2"), secret("s", "2"), listener("l", "1"));
    stream.silent();
    stream.publish(cluster("a"), secret("s", "2"), listener("l", "1"));
    stream.silent();
    stream.publish(cluster("a", "2"), secret("s", "2"), listener("l", "1"));
    assertThat(names(stream.one())).containsExactly("a");
  }

  // Break: drop the ASKED debt in SotwTypeSession.renamed.
  @Test
  @Rule("S-8")
  void aNameThatIsAddedAgainIsSentAgainThoughNothingChanged() {
    for (var type : List.of(SECRET, CLUSTER)) {
      SotwStream stream =
          SotwStream.ads(GRPC)
              .publish(secret("a", "1"), secret("b", "1"), cluster("a"), cluster("b"));
      stream.ask(type, "a", "b");
      DiscoveryResponse first = stream.one();
      stream.ack(first, "b");
      stream.silent();

      stream.ack(first, "a", "b");

      DiscoveryResponse again = stream.one();
      assertThat(names(again)).contains("a");
      assertThat(again.getVersionInfo()).isEqualTo(first.getVersionInfo());
    }
  }

  // Break: forget debts at each request in SotwTypeSession.renamed.
  @Test
  @Rule("S-8")
  void aDebtOutlivesRequestsThatRepeatTheName() {
    SotwStream stream = SotwStream.ads(GRPC).publish(secret("a", "1"), secret("b", "1"));
    stream.ask(SECRET, "a");
    DiscoveryResponse first = stream.one();
    stream.ack(first, "a", "b");
    // the transport was not ready; the client repeats itself
    stream.ack(first, "a", "b");
    stream.ask(SECRET, "b", "a");

    assertThat(names(stream.one())).containsExactly("b");
  }

  // Break: do not forget the debts of removed names in SotwTypeSession.renamed.
  @Test
  @Rule({"S-8", "S-13"})
  void aDebtEndsWhenTheNameIsNoLongerNamed() {
    for (var type : List.of(SECRET, CLUSTER)) {
      SotwStream stream =
          SotwStream.ads(GRPC)
              .publish(secret("a", "1"), secret("b", "1"), cluster("a"), cluster("b"));
      stream.ask(type, "a");
      DiscoveryResponse first = stream.one();
      stream.ack(first, "a", "b");
      stream.ack(first, "a");

      assertThat(stream.poll()).as(type.toString()).isEmpty();
    }
  }

  // Break: do not add wildcardAdded to wildcardDue in SotwTypeSession.renamed.
  @Test
  @Rule("S-8")
  void starThatIsNamedAgainIsAnsweredWithAllMembers() {
    for (var type : List.of(SECRET, LISTENER)) {
      SotwStream stream =
          SotwStream.ads(GRPC)
              .publish(secret("a", "1"), secret("b", "1"), listener("a", "1"), listener("b", "1"));
      stream.ask(type, "a", "*");
      DiscoveryResponse first = stream.one();
      stream.ack(first, "a");
      stream.silent();

      stream.ack(first, "a", "*");

      DiscoveryResponse again = stream.one();
      assertThat(names(again)).containsExactlyInAnyOrder("a", "b");
      assertThat(again.getVersionInfo()).isEqualTo(first.getVersionInfo());
    }
  }

  // Break: pay a glob's debt with its own name only in SotwTypeSession.addNamed.
  @Test
  @Rule({"S-8", "X-2"})
  void aGlobThatIsNamedAgainIsAnsweredWithAllMembers() {
    SotwStream stream = SotwStream.ads(GRPC).publish(cluster(MEMBER), cluster("plain"));
    stream.ask(CLUSTER, GLOB, "plain");
    DiscoveryResponse first = stream.one();
    assertThat(names(first)).containsExactlyInAnyOrder(MEMBER, "plain");
    stream.ack(first, "plain");
    stream.silent();
    stream.ack(first, "plain", GLOB);

    assertThat(names(stream.one())).containsExactlyInAnyOrder(MEMBER, "plain");
  }

  // Break: send subscription.selected(target) for partial types in SotwTypeSession.partial.
  @Test
  @Rule("S-10")
  void aPartialTypeIsSentExactlyWhatChangedOrWasNewlyNamed() {
    SotwStream stream =
        SotwStream.ads(GRPC).publish(secret("a", "1"), secret("b", "1"), secret("c", "1"));
    stream.ask(SECRET, "a", "b");
    DiscoveryResponse first = stream.one();
    assertThat(names(first)).containsExactlyInAnyOrder("a", "b");

    stream.publish(secret("a", "2"), secret("b", "1"), secret("c", "1"));
    assertThat(stream.one().getResourcesList()).containsExactly(Any.pack(secret("a", "2")));
    stream.ask(SECRET, "a", "b", "c");
    assertThat(names(stream.one())).containsExactly("c");
  }

  // Break: ignore fullSetOfPartialTypes in SotwTypeSession.partial.
  @Test
  @Rule("S-10")
  void anOptionSendsTheFullSetOfPartialTypes() {
    SotwStream stream =
        SotwStream.with(SotwStream.options().withFullSetOfPartialTypes(true), GRPC)
            .publish(secret("a", "1"), secret("b", "1"));
    for (String[] asked : List.of(new String[] {"a", "b"}, new String[0])) {
      SotwStream one =
          SotwStream.with(SotwStream.options().withFullSetOfPartialTypes(true), GRPC)
              .show(stream.view());
      one.ask(SECRET, asked);
      DiscoveryResponse first = one.one();
      assertThat(names(first)).containsExactlyInAnyOrder("a", "b");
      one.publish(secret("a", "2"), secret("b", "1"));
      assertThat(names(one.one())).containsExactlyInAnyOrder("a", "b");
      // a resource that vanishes is still no reason for a response
      one.publish(secret("b", "1"));
      one.silent();
    }
  }

  // Break: send parts also of an empty collection in SotwTypeSession.parts.
  @Test
  @Rule("S-11")
  void aPartialTypeSaysNothingOfWhatVanishesOrDoesNotExist() {
    for (String[] asked : List.of(new String[] {"a", "b"}, new String[0])) {
      SotwStream stream = SotwStream.ads(GRPC).publish(secret("a", "1"), secret("b", "1"));
      stream.ask(SECRET, asked);
      DiscoveryResponse first = stream.one();
      stream.ack(first, asked);
      stream.publish(secret("a", "1"));
      stream.silent();
      stream.publish(new Message[0]);
      stream.silent();
    }
    SotwStream missing = SotwStream.ads(GRPC).publish(cluster("c"));
    missing.ask(ROUTE_CONFIGURATION, "none");
    missing.silent();
    missing.ask(ROUTE_CONFIGURATION, "none", "nothing");
    missing.silent();
    missing.ask(SECRET);
    missing.silent();
  }

  // Break: require a former side in SelectedChanges.between.
  @Test
  @Rule("S-12")
  void aNameThatDoesNotExistIsRememberedAndSentWhenItAppears() {
    SotwStream stream = SotwStream.ads(GRPC).publish(secret("a", "1"));
    stream.ask(SECRET, "a", "later");
    DiscoveryResponse first = stream.one();
    stream.ack(first, "a", "later");
    stream.silent();

    stream.publish(secret("a", "1"), secret("later", "1"));

    assertThat(names(stream.one())).containsExactly("later");
  }

  // Break: answer removed names too in SotwTypeSession.renamed.
  @Test
  @Rule("S-13")
  void aRequestThatOnlyTakesNamesAwayIsNotAnswered() {
    for (var type : List.of(SECRET, LISTENER)) {
      SotwStream stream =
          SotwStream.ads(GRPC)
              .publish(secret("a", "1"), secret("b", "1"), listener("a", "1"), listener("b", "1"));
      stream.ask(type, "*", "a", "b");
      DiscoveryResponse first = stream.one();
      stream.ack(first, "a", "b");
      stream.silent();
      stream.ack(first, "a");
      stream.silent();
      stream.ack(first);
      stream.silent();
      // and nothing of it causes a response, or is in one
      stream.publish(secret("b", "2"), listener("b", "2"));
      stream.silent();
    }
  }

  // Break: select by what was ever named in Subscription.selects.
  @Test
  @Rule("S-13")
  void whatWasUnsubscribedIsInNoResponse() {
    SotwStream stream =
        SotwStream.ads(GRPC)
            .publish(secret("a", "1"), secret("b", "1"), cluster("a"), cluster("b"));
    stream.ask(CLUSTER, "a", "b");
    stream.ask(SECRET, "a", "b");
    for (DiscoveryResponse response : stream.poll()) {
      stream.nack(response, "", "a", "b");
      stream.ack(response, "a");
    }

    stream.publish(secret("a", "2"), secret("b", "2"), cluster("a", "2"), cluster("b", "2"));

    assertThat(stream.poll()).allSatisfy(r -> assertThat(names(r)).containsExactly("a")).hasSize(2);
  }

  // Break: keep the parts in SotwTypeSession.renamed when names are removed.
  @Test
  @Rule({"S-13", "D-11"})
  void whatIsUnsubscribedWhileItWaitsForTheTransportIsNotSent() {
    SotwStream stream = small().publish(secrets(5, "1"));
    stream.ask(SECRET, "s0", "s1", "s2", "s3", "s4");
    DiscoveryResponse first = stream.next();
    assertThat(names(first)).hasSize(1);
    String gotten = names(first).get(0);

    stream.ask(SECRET, gotten, gotten.equals("s0") ? "s1" : "s0");

    assertThat(stream.poll().stream().flatMap(r -> names(r).stream()))
        .containsExactly(gotten.equals("s0") ? "s1" : "s0");
  }

  // Break: do not split in Part.split.
  @Test
  @Rule("D-11")
  void aLargeResponseOfAPartialTypeIsSplitAndNoResourceTwice() {
    for (String[] asked : List.of(new String[] {"s0", "s1", "s2", "s3", "s4"}, new String[0])) {
      SotwStream stream = small().publish(secrets(5, "1"));
      stream.ask(SECRET, asked);
      List<DiscoveryResponse> responses = stream.poll();
      assertThat(responses).hasSize(5);
      assertThat(responses.stream().flatMap(r -> names(r).stream()))
          .containsExactlyInAnyOrder("s0", "s1", "s2", "s3", "s4");
      assertThat(responses)
          .extracting(DiscoveryResponse::getVersionInfo)
          .containsOnly(responses.get(0).getVersionInfo());
    }
  }

  // Break: split full state too in SotwTypeSession.fullState.
  @Test
  @Rule("D-11")
  void aFullStateResponseIsNeverSplit() {
    SotwStream stream = small().publish(cluster("a"), cluster("b"), cluster("c"));
    stream.ask(CLUSTER);
    assertThat(names(stream.one())).containsExactly("a", "b", "c");
  }

  // Break: decide on a response in onView or onRequest and queue it.
  @Test
  @Rule({"B-1", "S-18"})
  void aSlowClientGetsTheNewestStateAndNothingBetween() {
    SotwStream stream = SotwStream.ads(GRPC);
    stream.ask(CLUSTER);
    stream.ask(SECRET, "s");
    for (int i = 0; i < 500; i++) {
      stream.publish(cluster("c", "" + i), secret("s", "" + i));
      stream.ask(SECRET, "s");
    }
    List<DiscoveryResponse> responses = stream.poll();
    assertThat(responses).hasSize(2);
    assertThat(responses.get(0).getResourcesList()).containsExactly(Any.pack(cluster("c", "499")));
    assertThat(responses.get(1).getResourcesList()).containsExactly(Any.pack(secret("s", "499")));
  }

  // Break: send the waiting parts as they were in SotwTypeSession.poll.
  @Test
  @Rule({"B-1", "D-11"})
  void whatChangesWhileItWaitsForTheTransportIsSentInItsNewestState() {
    for (String[] asked : List.of(new String[] {"s0", "s1", "s2", "s3"}, new String[0])) {
      SotwStream stream = small().publish(secrets(4, "1"));
      stream.ask(SECRET, asked);
      DiscoveryResponse first = stream.next();

      stream.publish(secrets(3, "2"));

      List<Any> rest = stream.poll().stream().flatMap(r -> r.getResourcesList().stream()).toList();
      assertThat(rest)
          .containsExactlyInAnyOrderElementsOf(
              List.of(secrets(3, "2")).stream().map(Resource::packed).toList());
      assertThat(names(first)).hasSize(1);
    }
  }

  // Break: put the changes in front of the debts in SotwTypeSession.partial.
  @Test
  @Rule({"B-1", "S-8"})
  void aChangeForEachPollDoesNotStarveTheRest() {
    SotwStream stream = small().publish(secrets(6, "1"));
    stream.ask(SECRET);
    List<String> seen = new ArrayList<>();
    for (int i = 2; i < 20; i++) {
      DiscoveryResponse next = stream.next();
      if (next != null) {
        seen.addAll(names(next));
      }
      Resource[] now = secrets(6, "1");
      now[4] = Resource.of(secret("s4", "" + i));
      now[5] = Resource.of(secret("s5", "" + i));
      stream.publish(now);
    }
    assertThat(seen).contains("s0", "s1", "s2", "s3", "s4", "s5");
  }

  private static SotwStream small() {
    return SotwStream.with(SotwStream.options().withResponseSizeBudget(1), GRPC);
  }

  private static Resource[] secrets(int number, String content) {
    Resource[] all = new Resource[number];
    for (int i = 0; i < number; i++) {
      all[i] = Resource.of(secret("s" + i, content));
    }
    return all;
  }
}
