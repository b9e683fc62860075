package io.binnacle.app.check;

import static io.binnacle.core.resource.ResourceType.CLUSTER;
import static io.binnacle.core.resource.ResourceType.CLUSTER_LOAD_ASSIGNMENT;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import io.binnacle.app.check.Case.Where;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import io.envoyproxy.envoy.config.endpoint.v3.ClusterLoadAssignment;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What happens when the content changes. Each case begins with {@link Content#base}. */
final class ChangeCases {

  private static final String A = Content.A;
  private static final String B = Content.B;
  private static final String C = Content.C;

  /** Until a change is among them. */
  private static final int MOST_RESPONSES = 10;

  private ChangeCases() {}

  static List<Case> all() {
    return Stream.concat(contents(), conversations()).toList();
  }

  private static Stream<Case> contents() {
    return Stream.of(
        Case.of(
            "S-14",
            "a change comes under another version",
            Where.ALL,
            ChangeCases::aChangeComesUnderAnotherVersion),
        Case.of(
            "S-9",
            "a change of one cluster is sent with all others",
            Where.SOTW,
            ChangeCases::aChangeOfClustersIsSentWithAllOthers),
        Case.of(
            "S-9",
            "a response without clusters says that the last one is gone",
            Where.SOTW,
            ChangeCases::theLastClusterGoesInAnEmptyResponse),
        Case.of("D-6", "only what changed is sent", Where.DELTA, ChangeCases::onlyTheChangeIsSent),
        Case.of(
            "D-7",
            "a removal is announced in removed_resources, once",
            Where.DELTA,
            ChangeCases::aRemovalIsAnnouncedOnce));
  }

  private static Stream<Case> conversations() {
    return Stream.of(
        Case.of(
            "S-12",
            "a name that did not exist is sent when it appears",
            Where.ALL,
            ChangeCases::whatAppearsIsSent),
        Case.of(
            "S-13",
            "what was unsubscribed is not sent when it changes",
            Where.ALL,
            ChangeCases::whatWasUnsubscribedIsNotSent),
        Case.of(
            "S-4",
            "after a NACK the next change is sent",
            Where.ALL,
            ChangeCases::theNextChangeFollowsANack),
        Case.of(
            "O-1",
            "a new cluster is sent in front of its assignment",
            Where.ADS,
            ChangeCases::clustersComeInFrontOfAssignments),
        Case.of(
            "S-17",
            "behind a changed cluster its assignment is sent again",
            Where.ADS,
            ChangeCases::assignmentsFollowTheirCluster));
  }

  /** A stream that has all clusters of the base, and has accepted them. */
  private static Talk withClusters(Stage stage) throws Broken, NotShown {
    Talk talk = stage.open(CLUSTER);
    talk.askAll(CLUSTER);
    talk.awaitAll(CLUSTER);
    return talk;
  }

  private static void aChangeComesUnderAnotherVersion(Stage stage) throws Broken, NotShown {
    Talk talk = stage.open(CLUSTER);
    talk.askAll(CLUSTER);
    Reply before = talk.awaitFirst(CLUSTER);
    talk.ack(CLUSTER);
    talk.settle(CLUSTER);
    stage.publish(stage.content().withCluster(B));
    Reply after = awaitMarker(talk, B, stage.content().version());
    String former = stage.delta() ? version(before, B) : before.version();
    String present = stage.delta() ? version(after, B) : after.version();
    require(!former.equals(present), "both contents have the version '" + former + "'");
  }

  private static void aChangeOfClustersIsSentWithAllOthers(Stage stage) throws Broken, NotShown {
    Talk talk = withClusters(stage);
    stage.publish(stage.content().withCluster(B));
    Reply reply = awaitMarker(talk, B, stage.content().version());
    require(reply.has(A), "left out " + A + ", so the client deletes it");
  }

  private static void theLastClusterGoesInAnEmptyResponse(Stage stage) throws Broken, NotShown {
    Talk talk = withClusters(stage);
    stage.publish(stage.content().without(A).without(B));
    Reply reply = talk.await(CLUSTER, "when all clusters were gone");
    talk.ack(CLUSTER);
    for (Reply more : talk.settle(CLUSTER)) {
      reply = more;
    }
    require(reply.entries().isEmpty(), "still sends " + Brief.names(reply.names()));
  }

  private static void onlyTheChangeIsSent(Stage stage) throws Broken, NotShown {
    Talk talk = withClusters(stage);
    stage.publish(stage.content().withCluster(B));
    Reply reply = awaitMarker(talk, B, stage.content().version());
    require(
        reply.names().equals(Set.of(B)),
        "sent " + Brief.names(reply.names()) + ", " + B + " changed");
  }

  private static void aRemovalIsAnnouncedOnce(Stage stage) throws Broken, NotShown {
    Talk talk = withClusters(stage);
    stage.publish(stage.content().without(B));
    Reply reply = talk.awaitNamed(CLUSTER, B, "when " + B + " was removed");
    require(reply.removed().contains(B), "sent content of " + B + ", which was removed");
    talk.ack(CLUSTER);
    talk.silence(CLUSTER, "the ACK of a removal");
  }

  private static void whatAppearsIsSent(Stage stage) throws Broken, NotShown {
    Talk talk = stage.open(CLUSTER_LOAD_ASSIGNMENT);
    talk.ask(CLUSTER_LOAD_ASSIGNMENT, C);
    if (!talk.settle(CLUSTER_LOAD_ASSIGNMENT).isEmpty()) {
      talk.ack(CLUSTER_LOAD_ASSIGNMENT); // D-4: it is called removed
    }
    talk.alive("after a name that does not exist");
    stage.publish(stage.content().withCluster(C).withAssignment(C));
    Reply reply = talk.awaitNamed(CLUSTER_LOAD_ASSIGNMENT, C, "when it appeared");
    require(reply.has(C), "called it removed when it appeared");
  }

  private static void whatWasUnsubscribedIsNotSent(Stage stage) throws Broken, NotShown {
    Talk talk = stage.open(CLUSTER_LOAD_ASSIGNMENT);
    talk.ask(CLUSTER_LOAD_ASSIGNMENT, A, B);
    talk.awaitFirst(CLUSTER_LOAD_ASSIGNMENT, B);
    talk.ack(CLUSTER_LOAD_ASSIGNMENT);
    talk.settle(CLUSTER_LOAD_ASSIGNMENT);
    talk.drop(CLUSTER_LOAD_ASSIGNMENT, B);
    talk.settle(CLUSTER_LOAD_ASSIGNMENT); // an answer is the matter of another case
    stage.publish(stage.content().withAssignment(B));
    awaitEverywhere(stage);
    for (Reply reply : talk.settle(CLUSTER_LOAD_ASSIGNMENT)) {
      require(!reply.has(B), "sent " + B + ", which was unsubscribed");
      talk.ack(CLUSTER_LOAD_ASSIGNMENT);
    }
    stage.publish(stage.content().withAssignment(A));
    talk.awaitNamed(CLUSTER_LOAD_ASSIGNMENT, A, "to a change of what is subscribed");
  }

  /** Waits until the newest content of assignment B is with a new client. */
  private static void awaitEverywhere(Stage stage) throws Broken, NotShown {
    Talk witness = stage.open(CLUSTER_LOAD_ASSIGNMENT);
    witness.ask(CLUSTER_LOAD_ASSIGNMENT, B);
    ClusterLoadAssignment wanted = stage.content().assignmentMessages().get(1);
    long end = System.nanoTime() + stage.timing().answer().toNanos();
    Reply seen = witness.awaitFirst(CLUSTER_LOAD_ASSIGNMENT);
    while (!Content.holds(seen.body(B), wanted)) {
      witness.ack(CLUSTER_LOAD_ASSIGNMENT);
      seen = next(witness, end, "the change of " + B + " did not come to another client");
    }
  }

  private static Reply next(Talk talk, long end, String otherwise) throws Broken {
    Duration left = Duration.ofNanos(Math.max(1, end - System.nanoTime()));
    Reply reply = talk.next(CLUSTER_LOAD_ASSIGNMENT, left);
    if (reply == null) {
      throw new Broken(otherwise);
    }
    return reply;
  }

  private static void theNextChangeFollowsANack(Stage stage) throws Broken, NotShown {
    Talk talk = withClusters(stage);
    stage.publish(stage.content().withCluster(B));
    awaitMarker(talk, B, stage.content().version());
    talk.nack(CLUSTER);
    boolean owed = !talk.settle(CLUSTER).isEmpty(); // a loop is another case's matter
    stage.publish(stage.content().withCluster(B));
    if (owed) {
      talk.nack(CLUSTER);
    }
    for (int i = 0; i < MOST_RESPONSES; i++) {
      Reply reply = talk.awaitNamed(CLUSTER, B, "to a change after a NACK");
      if (Content.marker(stage.content().version()).equals(marker(reply.body(B)))) {
        return;
      }
      talk.nack(CLUSTER);
    }
    throw new Broken("sent " + MOST_RESPONSES + " responses without the change after a NACK");
  }

  private static void clustersComeInFrontOfAssignments(Stage stage) throws Broken, NotShown {
    Talk talk = withClusters(stage);
    talk.ask(CLUSTER_LOAD_ASSIGNMENT, A, B, C);
    talk.awaitFirst(CLUSTER_LOAD_ASSIGNMENT, A);
    talk.ack(CLUSTER_LOAD_ASSIGNMENT);
    talk.settle(CLUSTER_LOAD_ASSIGNMENT);
    stage.publish(stage.content().withCluster(C).withAssignment(C));
    long end = System.nanoTime() + stage.timing().answer().toNanos();
    boolean cluster = false;
    while (true) {
      Reply reply = talk.any(Duration.ofNanos(Math.max(1, end - System.nanoTime())));
      if (reply == null) {
        talk.alive("when a cluster appeared");
        throw new Broken(cluster ? "no assignment of the new cluster" : "no new cluster");
      }
      cluster |= reply.isOf(CLUSTER) && reply.has(C);
      if (reply.isOf(CLUSTER_LOAD_ASSIGNMENT) && reply.has(C)) {
        require(cluster, "sent the assignment of " + C + " in front of its cluster");
        return;
      }
      talk.ack(reply.isOf(CLUSTER) ? CLUSTER : CLUSTER_LOAD_ASSIGNMENT);
    }
  }

  private static void assignmentsFollowTheirCluster(Stage stage) throws Broken, NotShown {
    Talk talk = withClusters(stage);
    talk.ask(CLUSTER_LOAD_ASSIGNMENT, A, B);
    talk.awaitFirst(CLUSTER_LOAD_ASSIGNMENT, A);
    talk.ack(CLUSTER_LOAD_ASSIGNMENT);
    talk.settle(CLUSTER_LOAD_ASSIGNMENT);
    stage.publish(stage.content().withCluster(A));
    awaitMarker(talk, A, stage.content().version());
    talk.takeWaiting(); // what came in front of the cluster does not count
    talk.awaitNamed(
        CLUSTER_LOAD_ASSIGNMENT, A, "behind the change of its cluster, which warms without it");
  }

  /** The response with this content of a cluster; those before it are accepted. */
  private static Reply awaitMarker(Talk talk, String name, int number) throws Broken {
    for (int i = 0; i < MOST_RESPONSES; i++) {
      Reply reply = talk.awaitNamed(CLUSTER, name, "to a change of " + name);
      if (Content.marker(number).equals(marker(reply.body(name)))) {
        return reply;
      }
      talk.ack(CLUSTER);
    }
    throw new Broken("sent " + MOST_RESPONSES + " responses without the change of " + name);
  }

  private static @Nullable String marker(@Nullable Any cluster) throws Broken {
    try {
      return cluster == null ? null : Cluster.parseFrom(cluster.getValue()).getAltStatName();
    } catch (InvalidProtocolBufferException e) {
      throw new Broken("sent a cluster that cannot be decoded: " + e.getMessage());
    }
  }

  private static String version(Reply reply, String name) {
    return reply.entries().stream()
        .filter(entry -> entry.name().equals(name))
        .map(Reply.Entry::version)
        .findFirst()
        .orElse("");
  }

  private static void require(boolean condition, String otherwise) throws Broken {
    if (!condition) {
      throw new Broken(otherwise);
    }
  }
}
