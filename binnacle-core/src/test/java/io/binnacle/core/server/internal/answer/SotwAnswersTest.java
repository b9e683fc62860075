package io.binnacle.core.server.internal.answer;

import static io.binnacle.core.Resources.assignment;
import static io.binnacle.core.Resources.cluster;
import static io.binnacle.core.Resources.secret;
import static io.binnacle.core.resource.ResourceType.CLUSTER;
import static io.binnacle.core.resource.ResourceType.CLUSTER_LOAD_ASSIGNMENT;
import static io.binnacle.core.resource.ResourceType.SECRET;
import static io.binnacle.core.server.harness.SotwStream.ENVOY;
import static io.binnacle.core.server.harness.SotwStream.GRPC;
import static io.binnacle.core.server.harness.SotwStream.names;
import static io.binnacle.core.server.harness.SotwStream.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.core.server.Answer;
import io.binnacle.core.server.RequestFacts;
import io.binnacle.core.server.SyncState;
import io.binnacle.core.server.TypeStatus;
import io.binnacle.core.server.harness.SotwStream;
import io.binnacle.rules.Rule;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryResponse;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Nonces, ACK and NACK on a SotW stream: S-1 to S-5. */
class SotwAnswersTest {

  // Break: issue the nonce without its count in Ledger.sent.
  @Test
  @Rule("S-1")
  void noncesAreUniqueAcrossTheTypesOfAStream() {
    SotwStream stream = SotwStream.ads(GRPC).publish(cluster("c"), secret("s", "1"));
    stream.ask(CLUSTER);
    stream.ask(SECRET);
    int responses = stream.poll().size();
    for (int i = 2; i < 50; i++) {
      stream.publish(cluster("c", "" + i), secret("s", "" + i));
      // the stream fails on a nonce that comes twice
      responses += stream.poll().size();
    }
    assertThat(responses).isEqualTo(98);
  }

  // Break: settle the nonce also of the first request in SotwTypeSession.onRequest.
  @Test
  @Rule({"S-1", "S-2"})
  void theFirstRequestOfAStreamIsAFirstRequestWhateverItsNonce() {
    SotwStream earlier = SotwStream.ads(GRPC).publish(secret("s", "1"));
    earlier.ask(SECRET, "s");
    DiscoveryResponse old = earlier.one();

    SotwStream stream = SotwStream.ads(GRPC).show(earlier.view());
    RequestFacts facts = stream.ack(old, "s");

    assertThat(facts.firstOfType()).isTrue();
    assertThat(facts.answer()).isEqualTo(new Answer.None());
    assertThat(names(stream.one())).containsExactly("s");
  }

  // Break: let settleSotw take an unknown nonce as Settled.NOTHING.
  @Test
  @Rule("S-2")
  void aStaleRequestIsNotAnsweredAndChangesNoNames() {
    SotwStream stream = SotwStream.ads(GRPC).publish(secret("a", "1"), secret("b", "1"));
    stream.ask(SECRET, "a");
    DiscoveryResponse first = stream.one();
    stream.ack(first, "a");
    stream.publish(secret("a", "2"), secret("b", "1"));
    DiscoveryResponse second = stream.one();

    RequestFacts facts = stream.ack(first, "a", "b");

    assertThat(facts.answer()).isEqualTo(new Answer.Stale(first.getNonce(), null));
    assertThat(facts.added()).isEmpty();
    stream.silent();
    // the newest nonce is still open and still counts
    stream.ack(second, "a", "b");
    assertThat(names(stream.one())).containsExactly("b");
  }

  // Break: do not tell DoubtfulNames of a stale request in SotwTypeSession.onRequest.
  @Test
  @Rule({"S-2", "S-8"})
  void aNameThatAStaleRequestDropsAndTheNextOneNamesIsNamedAnew() {
    // GC-13: what grpc-java does when its resources go away and come back
    SotwStream stream = SotwStream.ads(GRPC).publish(cluster("c"));
    stream.ask(CLUSTER, "c");
    stream.ack(stream.one(), "c");
    stream.publish(cluster("other"));
    DiscoveryResponse gone = stream.one();
    stream.ack(gone, "c");
    stream.publish(cluster("c"));
    DiscoveryResponse back = stream.one();

    // dropped before it read that response, which it then ignored without an ACK
    stream.ack(gone);
    stream.silent();
    stream.ack(back, "c");

    assertThat(names(stream.one())).containsExactly("c");
    // and no more than once
    stream.settle("c").silent();
  }

  // Break: let settleSotw take an unknown nonce as Settled.NOTHING.
  @Test
  @Rule("S-2")
  void aNonceThatWasNeverIssuedIsStaleAlsoBeforeTheFirstResponse() {
    SotwStream stream = SotwStream.ads(GRPC).publish(cluster("c"));
    stream.ask(SECRET, "a");
    stream.silent();

    RequestFacts facts = stream.send(request(SECRET, "b").setResponseNonce("7.7"));

    assertThat(facts.answer()).isInstanceOf(Answer.Stale.class);
    stream.publish(secret("a", "1"), secret("b", "1"));
    assertThat(names(stream.one())).containsExactly("a");
  }

  // Break: let settleSotw return STALE without taking the response of an earlier nonce.
  @Test
  @Rule({"S-2", "S-3"})
  void aStaleAckSettlesTheEarlierResponseThatItIsAbout() {
    SotwStream stream = SotwStream.ads(GRPC).publish(secret("a", "1"));
    stream.ask(SECRET, "a");
    DiscoveryResponse first = stream.one();
    stream.publish(secret("a", "2"));
    stream.one();

    RequestFacts facts = stream.ack(first, "a");

    assertThat(facts.answer())
        .isEqualTo(
            new Answer.Stale(
                first.getNonce(), new Answer.Ack(first.getNonce(), first.getVersionInfo())));
    assertThat(stream.session().status().get(0).open()).isEqualTo(1);
    // S-3: decided for good
    assertThat(stream.ack(first, "a").answer()).isEqualTo(new Answer.Stale(first.getNonce(), null));
  }

  // Break: ignore the NACK of an earlier response in SotwTypeSession.onRequest.
  @Test
  @Rule({"S-2", "S-4"})
  void aNackOfASupersededResponseRejectsThatOneOnly() {
    SotwStream stream = SotwStream.ads(GRPC).publish(secret("a", "1"), secret("b", "1"));
    stream.ask(SECRET, "a", "b");
    DiscoveryResponse first = stream.one();
    stream.publish(secret("a", "2"), secret("b", "1"));
    DiscoveryResponse second = stream.one();

    RequestFacts facts = stream.nack(first, "", "a", "b");

    assertThat(((Answer.Stale) facts.answer()).settled()).isInstanceOf(Answer.Nack.class);
    stream.silent();
    stream.ack(second, "a", "b");
    stream.silent();
    stream.publish(secret("a", "3"), secret("b", "1"));
    // b was refused and is owed with the next response (D-13)
    assertThat(names(stream.one())).containsExactlyInAnyOrder("a", "b");
  }

  // Break: leave the earlier ones open in Outstanding.settleSotw.
  @Test
  @Rule("S-2") // ED-9, ED-27
  void anAckOfTheNewestSettlesAllEarlierOnes() {
    SotwStream stream = SotwStream.ads(ENVOY).publish(cluster("c", "1"));
    stream.ask(CLUSTER);
    DiscoveryResponse first = stream.one();
    stream.publish(cluster("c", "2"));
    DiscoveryResponse second = stream.one();
    stream.publish(cluster("c", "3"));
    DiscoveryResponse third = stream.one();
    assertThat(stream.session().status().get(0).open()).isEqualTo(3);

    stream.ack(third);

    assertThat(stream.session().status().get(0).open()).isZero();
    assertThat(stream.nack(first, "").answer()).isEqualTo(new Answer.Stale(first.getNonce(), null));
    assertThat(stream.session().status().get(0).state()).isEqualTo(SyncState.SYNCED);
    assertThat(stream.nack(second, "").answer())
        .isEqualTo(new Answer.Stale(second.getNonce(), null));
    // ED-9: the same ACK ten times
    for (int i = 0; i < 10; i++) {
      assertThat(stream.ack(third).answer()).isEqualTo(new Answer.None());
    }
    stream.silent();
  }

  // Break: forget the superseded responses of a NACK in SotwTypeSession.onRequest.
  @Test
  @Rule("S-2")
  void aNackOfTheNewestLeavesTheEarlierOnesOwed() {
    SotwStream stream =
        SotwStream.ads(GRPC).publish(secret("a", "1"), secret("b", "1"), secret("c", "1"));
    stream.ask(SECRET, "a", "b", "c");
    stream.ack(stream.one(), "a", "b", "c");
    stream.publish(secret("a", "2"), secret("b", "1"), secret("c", "1"));
    stream.one();
    stream.publish(secret("a", "2"), secret("b", "2"), secret("c", "1"));
    DiscoveryResponse newest = stream.one();

    stream.nack(newest, "", "a", "b", "c");
    stream.silent();
    stream.publish(secret("a", "2"), secret("b", "2"), secret("c", "2"));

    // nobody said what became of the response with a
    assertThat(names(stream.one())).contains("a", "c");
  }

  // Break: let the version decide, or decide twice, in Outstanding.settleSotw.
  @Test
  @Rule("S-3")
  void theFirstRequestWithANonceDecidesForGood() {
    SotwStream stream = SotwStream.ads(GRPC).publish(secret("a", "1"));
    stream.ask(SECRET, "a");
    DiscoveryResponse response = stream.one();

    // neither an empty nor another version makes it a NACK
    RequestFacts facts =
        stream.send(
            request(SECRET, "a").setResponseNonce(response.getNonce()).setVersionInfo("other"));

    assertThat(facts.answer())
        .isEqualTo(new Answer.Ack(response.getNonce(), response.getVersionInfo()));
    assertThat(stream.nack(response, "", "a").answer()).isEqualTo(new Answer.None());
    assertThat(stream.session().status().get(0).nack()).isNull();
  }

  // Break: drop the check of answered() in Outstanding.settleSotw, so that each repeat is an ACK.
  @Test
  @Rule("S-3") // ED-43
  void aRequestForNamesAfterANackIsNoAck() {
    SotwStream stream = SotwStream.ads(ENVOY).publish(secret("a", "1"), secret("b", "1"));
    stream.ask(SECRET, "a");
    DiscoveryResponse response = stream.one();
    stream.nack(response, "", "a");

    RequestFacts facts =
        stream.send(request(SECRET, "a", "b").setResponseNonce(response.getNonce()));

    assertThat(facts.answer()).isEqualTo(new Answer.None());
    assertThat(facts.added()).containsExactly("b");
    assertThat(stream.session().status().get(0).nack()).isNotNull();
    assertThat(names(stream.one())).contains("b");
  }

  // Break: record open.version() as the client's version in SotwTypeSession.decided.
  @Test
  @Rule("S-4")
  void aNackIsRecordedWithTextNonceAndBothVersions() {
    SotwStream stream = SotwStream.ads(GRPC).publish(secret("a", "1"), secret("b", "1"));
    stream.ask(SECRET, "a", "b");
    DiscoveryResponse good = stream.one();
    stream.ack(good, "a", "b");
    stream.publish(secret("a", "bad"), secret("b", "1"));
    DiscoveryResponse bad = stream.one();

    stream.nack(bad, good.getVersionInfo(), "a", "b");

    TypeStatus status = stream.session().status().get(0);
    assertThat(status.state()).isEqualTo(SyncState.NACKED);
    assertThat(status.ackedVersion()).isEqualTo(good.getVersionInfo());
    Answer.Nack nack = status.nack();
    assertThat(nack).isNotNull();
    assertThat(nack.message()).isEqualTo("no good");
    assertThat(nack.code()).isEqualTo(13);
    assertThat(nack.nonce()).isEqualTo(bad.getNonce());
    assertThat(nack.rejectedVersion()).isEqualTo(bad.getVersionInfo());
    assertThat(nack.clientVersion()).isEqualTo(good.getVersionInfo());
    assertThat(nack.suspects()).extracting(r -> r.name()).containsExactly("a");
  }

  // Break: count Debt.REFUSED as pressing in Debts.put.
  @Test
  @Rule("S-4")
  void aNackCausesNothingToBeSentAndDoesNotLoop() {
    for (var type : List.of(CLUSTER, SECRET)) {
      SotwStream stream =
          SotwStream.ads(GRPC)
              .publish(cluster("a", "1"), cluster("b"), secret("a", "1"), secret("b", "1"));
      stream.ask(type, "a", "b");
      DiscoveryResponse bad = stream.one();
      for (int i = 0; i < 5; i++) {
        stream.nack(bad, "", "a", "b");
        stream.silent();
      }
    }
  }

  // Break: do not owe what was refused in SotwTypeSession.refused.
  @Test
  @Rule("S-4")
  void aRejectedResourceGoesOutAgainWhenItChangesOrIsNamedAnew() {
    SotwStream stream = SotwStream.ads(ENVOY).publish(secret("a", "bad"), secret("b", "1"));
    stream.ask(SECRET, "a");
    stream.nack(stream.one(), "", "a");

    stream.publish(secret("a", "good"), secret("b", "1"));
    DiscoveryResponse changed = stream.one();
    assertThat(names(changed)).containsExactly("a");
    stream.nack(changed, "");
    stream.ack(changed, "a");
    assertThat(names(stream.one())).containsExactly("a");
  }

  // Break: leave Debt.REFUSED names out of SotwTypeSession.partial.
  @Test
  @Rule("S-4")
  void whatWasRejectedTogetherGoesOutWithTheNextResponse() {
    SotwStream stream =
        SotwStream.ads(GRPC).publish(secret("a", "1"), secret("b", "1"), secret("c", "1"));
    stream.ask(SECRET, "a", "b", "c");
    DiscoveryResponse bad = stream.one();
    stream.nack(bad, "", "a", "b", "c");
    stream.publish(secret("a", "1"), secret("b", "1"), secret("c", "2"));

    DiscoveryResponse next = stream.one();
    assertThat(names(next)).containsExactlyInAnyOrder("a", "b", "c");
    stream.ack(next, "a", "b", "c");
    stream.publish(secret("a", "1"), secret("b", "1"), secret("c", "3"));
    assertThat(names(stream.one())).containsExactly("c");
  }

  // Break: leave out rejected names in SotwTypeSession.fullState.
  @Test
  @Rule("S-4")
  void aFullStateResponseNeverLeavesOutWhatWasRejected() {
    SotwStream stream = SotwStream.ads(GRPC).publish(cluster("a", "bad"), cluster("b", "1"));
    stream.ask(CLUSTER);
    stream.nack(stream.one(), "");
    stream.publish(cluster("a", "bad"), cluster("b", "2"));

    assertThat(names(stream.one())).containsExactly("a", "b");
  }

  // Break: return before renamed() after a NACK in SotwTypeSession.onRequest.
  @Test
  @Rule("S-5")
  void aNackAndAnAckCanChangeTheNames() {
    SotwStream stream =
        SotwStream.ads(GRPC).publish(assignment("a", 1), assignment("b", 1), assignment("c", 1));
    stream.ask(CLUSTER_LOAD_ASSIGNMENT, "a");
    DiscoveryResponse first = stream.one();

    RequestFacts nack = stream.nack(first, "", "b");
    assertThat(nack.answer()).isInstanceOf(Answer.Nack.class);
    assertThat(nack.added()).containsExactly("b");
    assertThat(nack.removed()).containsExactly("a");
    DiscoveryResponse second = stream.one();
    assertThat(names(second)).containsExactly("b");

    RequestFacts ack = stream.ack(second, "b", "c");
    assertThat(ack.answer()).isInstanceOf(Answer.Ack.class);
    assertThat(names(stream.one())).containsExactly("c");
  }

  @Test
  @Rule("S-2")
  void anEmptyNonceIsNeverStaleAndSettlesNothing() {
    SotwStream stream = SotwStream.ads(ENVOY).publish(assignment("a", 1), assignment("b", 1));
    stream.ask(CLUSTER_LOAD_ASSIGNMENT, "a");
    stream.one();

    RequestFacts facts =
        stream.send(
            DiscoveryRequest.newBuilder()
                .setTypeUrl(CLUSTER_LOAD_ASSIGNMENT.typeUrl())
                .addResourceNames("a")
                .addResourceNames("b"));

    assertThat(facts.answer()).isEqualTo(new Answer.None());
    assertThat(stream.session().status().get(0).open()).isEqualTo(1);
    assertThat(names(stream.one())).containsExactly("b");
  }
}
