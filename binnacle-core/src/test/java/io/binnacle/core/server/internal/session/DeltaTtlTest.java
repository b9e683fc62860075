package io.binnacle.core.server.internal.session;

import static io.binnacle.core.Resources.cluster;
import static io.binnacle.core.resource.ResourceType.CLUSTER;
import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.core.resource.Resource;
import io.binnacle.core.server.SyncState;
import io.binnacle.core.server.TypeStatus;
import io.binnacle.core.server.harness.DeltaReply;
import io.binnacle.core.server.harness.DeltaStream;
import io.binnacle.core.server.harness.NodesInMemory;
import io.binnacle.rules.Rule;
import io.envoyproxy.envoy.config.core.v3.Node;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Times to live on delta. */
class DeltaTtlTest {

  private static final Duration TTL = Duration.ofSeconds(60);
  private static final Node KNOWS_TTL =
      DeltaStream.PLAIN.toBuilder().addClientFeatures("xds.config.supports-resource-ttl").build();

  private static Resource living(String name, String content) {
    return Resource.builder(name, cluster(name, content)).ttl(TTL).build();
  }

  private static DeltaStream running(Object... resources) {
    DeltaStream stream = DeltaStream.ads(KNOWS_TTL).publish(resources);
    stream.wildcard(CLUSTER);
    stream.acked();
    return stream;
  }

  /** Break: {@code Encoder.delta} sets the TTL without asking; {@code getsTtl} is true. */
  @Test
  @Rule("L-1")
  void ttlIsSentToClientsThatDeclareItAndLeftOutForOthers() {
    DeltaStream knows = DeltaStream.ads(KNOWS_TTL).publish(living("a", "1"));
    knows.wildcard(CLUSTER);
    assertThat(knows.next().resource("a").getTtl().getSeconds()).isEqualTo(60);

    DeltaStream other = DeltaStream.ads().publish(living("a", "1"));
    other.wildcard(CLUSTER);
    assertThat(other.acked().resource("a").hasTtl()).isFalse();
    assertThat(other.session().nextDeadline()).isEqualTo(Long.MAX_VALUE);
    other.advance(TTL).silent();
  }

  /** ED-90, L-2: Envoy takes TTLs on delta when its bootstrap declares them. */
  @Test
  @Rule({"L-1", "L-2"})
  void envoyGetsTtlOnDelta() {
    Node envoy = KNOWS_TTL.toBuilder().setUserAgentName("envoy").build();
    DeltaStream stream = DeltaStream.ads(envoy).publish(living("a", "1"));
    stream.wildcard(CLUSTER);
    assertThat(stream.acked().resource("a").hasTtl()).isTrue();
    stream.advance(TTL.dividedBy(2));
    assertThat(stream.acked().resource("a").hasResource()).isFalse();
  }

  /** Break: {@code Heartbeats.sent} waits for the whole TTL. */
  @Test
  @Rule("L-3")
  void heartbeatComesEveryHalfTtlWithNameVersionAndTtlOnly() {
    DeltaStream stream = running(living("a", "1"), cluster("without"));
    for (int i = 0; i < 3; i++) {
      long due = stream.now() + TTL.dividedBy(2).toNanos();
      assertThat(stream.session().nextDeadline()).isEqualTo(due);
      stream.advance(TTL.dividedBy(2).minusNanos(1)).silent();
      stream.advance(Duration.ofNanos(1));
      DeltaReply heartbeat = stream.acked();
      assertThat(heartbeat.names()).containsExactly("a");
      assertThat(heartbeat.resource("a").hasResource()).isFalse();
      assertThat(heartbeat.resource("a").getVersion()).isEqualTo(stream.version(CLUSTER, "a"));
      assertThat(heartbeat.resource("a").getTtl().getSeconds()).isEqualTo(60);
      stream.silent();
    }
  }

  /** Break: {@code Heartbeats.take} plans by the longest TTL. */
  @Test
  @Rule("L-3")
  void oneTimerServesAllAtThePaceOfTheShortest() {
    Resource shorter = Resource.builder("b", cluster("b")).ttl(Duration.ofSeconds(10)).build();
    DeltaStream stream = running(living("a", "1"), shorter);
    stream.advance(Duration.ofSeconds(5));
    assertThat(stream.acked().names()).containsExactly("a", "b");
    stream.advance(Duration.ofSeconds(5));
    assertThat(stream.acked().names()).containsExactly("a", "b");

    stream.remove(CLUSTER, "a", "b");
    stream.acked();
    stream.advance(TTL).silent();
    assertThat(stream.session().nextDeadline()).isEqualTo(Long.MAX_VALUE);
  }

  /** Break: {@code firstAnswer} leaves out {@code resumed}. */
  @Test
  @Rule("L-3")
  void whatTheClientListsIsKeptAliveAtOnce() {
    DeltaStream stream = DeltaStream.ads(KNOWS_TTL).publish(living("a", "1"), cluster("b"));
    stream.request(CLUSTER).holds(CLUSTER, "a", "b").send();
    DeltaReply heartbeat = stream.acked();
    assertThat(heartbeat.names()).containsExactly("a");
    assertThat(heartbeat.resource("a").hasResource()).isFalse();
    stream.silent();
  }

  /** Break: {@code refused} takes a heartbeat like any other response. */
  @Test
  @Rule("L-3")
  void refusedHeartbeatIsFollowedByTheWholeResourceOnce() {
    DeltaStream stream = running(living("a", "1"));
    stream.advance(TTL.dividedBy(2));
    stream.nack(stream.next());

    DeltaReply whole = stream.next();
    assertThat(whole.resource("a").hasResource()).isTrue();
    stream.nack(whole);
    stream.silent();
  }

  /** Break: {@code Heartbeats.take} gives the version of the view. */
  @Test
  @Rule("L-3")
  void heartbeatAfterANackCarriesTheVersionThatWasAcceptedLast() {
    DeltaStream stream = running(living("a", "1"), cluster("b"));
    String accepted = stream.version(CLUSTER, "a");
    stream.put(living("a", "2"), cluster("b", "2"));
    stream.nack(stream.next());

    // and so do those that follow an accepted heartbeat
    for (int i = 0; i < 3; i++) {
      stream.advance(TTL.dividedBy(2));
      DeltaReply heartbeat = stream.acked();
      assertThat(heartbeat.names()).containsExactly("a");
      assertThat(heartbeat.resource("a").getVersion()).isEqualTo(accepted);
    }
    stream.put(living("a", "3"));
    stream.acked();
    stream.advance(TTL.dividedBy(2));
    assertThat(stream.acked().resource("a").getVersion()).isEqualTo(stream.version(CLUSTER, "a"));
  }

  /** Break: {@code take} keeps alive what the client never accepted. */
  @Test
  @Rule("L-3")
  void resourceThatWasNeverAcceptedHasNoHeartbeat() {
    DeltaStream stream = DeltaStream.ads(KNOWS_TTL).publish(living("a", "1"));
    stream.wildcard(CLUSTER);
    stream.nack(stream.next());
    stream.advance(TTL).silent();
  }

  /** Break: {@code heartbeat} does not look at open responses. */
  @Test
  @Rule("L-4")
  void noHeartbeatWhileAResponseIsOpen() {
    DeltaStream stream = running(living("a", "1"));
    stream.put(cluster("b"));
    DeltaReply open = stream.next();
    assertThat(stream.session().nextDeadline()).isEqualTo(Long.MAX_VALUE);
    stream.advance(TTL).silent();
    stream.ack(open);
    DeltaReply heartbeat = stream.next();
    stream.advance(TTL).silent();
    stream.ack(heartbeat);
    assertThat(stream.next().names()).containsExactly("a");
  }

  /** Break: {@code answered} books the ACK of a heartbeat like that of content. */
  @Test
  @Rule("L-4")
  void heartbeatChangesNeitherVersionNorAckState() {
    NodesInMemory memory = new NodesInMemory();
    DeltaStream stream =
        DeltaStream.ads(KNOWS_TTL, DeltaStream.OPTIONS, memory).publish(living("a", "1"));
    stream.wildcard(CLUSTER);
    stream.acked();
    String accepted = stream.session().status().get(0).ackedVersion();
    stream.put(living("a", "2"), cluster("b"));
    stream.nack(stream.next());

    stream.advance(TTL.dividedBy(2));
    stream.acked();

    TypeStatus status = stream.session().status().get(0);
    assertThat(status.state()).isEqualTo(SyncState.NACKED);
    assertThat(status.nack()).isNotNull();
    assertThat(status.ackedVersion()).isEqualTo(accepted);
    assertThat(memory.rejectedNames("node-1", CLUSTER)).containsExactlyInAnyOrder("a", "b");
  }

  /** Break: {@code Resource.hashOf} leaves out the TTL. */
  @Test
  @Rule({"L-5", "D-10"})
  void changedOrRemovedTtlResendsTheResource() {
    DeltaStream stream = running(living("a", "1"));
    stream.put(Resource.builder("a", cluster("a", "1")).ttl(Duration.ofSeconds(30)).build());
    assertThat(stream.acked().resource("a").getTtl().getSeconds()).isEqualTo(30);
    stream.put(cluster("a", "1"));
    DeltaReply without = stream.acked();
    assertThat(without.resource("a").hasTtl()).isFalse();
    assertThat(without.resource("a").hasResource()).isTrue();
    stream.advance(TTL).silent();
  }

  /** Break: {@code take} goes through all of the view. */
  @Test
  @Rule({"L-3", "S-13"})
  void whatIsNotSubscribedHasNoHeartbeat() {
    DeltaStream stream = DeltaStream.ads(KNOWS_TTL).publish(living("a", "1"), living("b", "1"));
    stream.subscribe(CLUSTER, "a", "b");
    stream.acked();
    stream.unsubscribe(CLUSTER, "a");
    stream.advance(TTL.dividedBy(2));
    assertThat(stream.acked().names()).containsExactly("b");
  }
}
