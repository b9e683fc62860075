package io.binnacle.core.server.internal.order;

import static io.binnacle.core.Resources.assignment;
import static io.binnacle.core.Resources.edsCluster;
import static io.binnacle.core.Resources.lbEndpoint;
import static io.binnacle.core.Resources.ledsAssignment;
import static io.binnacle.core.Resources.listener;
import static io.binnacle.core.resource.ResourceType.CLUSTER;
import static io.binnacle.core.resource.ResourceType.CLUSTER_LOAD_ASSIGNMENT;
import static io.binnacle.core.resource.ResourceType.LB_ENDPOINT;
import static io.binnacle.core.resource.ResourceType.LISTENER;
import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.core.server.harness.DeltaReply;
import io.binnacle.core.server.harness.DeltaStream;
import io.binnacle.rules.Rule;
import org.junit.jupiter.api.Test;

/** Assignments follow their clusters, as the recorded sequences of Envoy need it. */
class DeltaWarmingTest {

  private static final String ZONE = "xdstp://lab/envoy.config.endpoint.v3.LbEndpoint/c1/zone-a/";

  /** A stream on which Envoy has c1, c2 and their assignments, everything answered. */
  private static DeltaStream running() {
    DeltaStream stream =
        DeltaStream.ads(DeltaStream.ENVOY)
            .publish(
                edsCluster("c1", "1"),
                edsCluster("c2", "1"),
                assignment("c1", 1),
                assignment("c2", 2));
    stream.wildcard(CLUSTER);
    DeltaReply clusters = stream.next();
    stream.subscribe(CLUSTER_LOAD_ASSIGNMENT, "c1", "c2");
    stream.ack(clusters);
    stream.acked();
    return stream;
  }

  /**
   * ED-20 to ED-22: Envoy neither asks for the assignment of a changed cluster nor ACKs the cluster
   * before it came. Break: {@code Warming.onSent} does not resend.
   */
  @Test
  @Rule("S-17")
  void assignmentOfAChangedClusterFollowsUnaskedAndBeforeTheAckAsInEd22() {
    DeltaStream stream = running();
    stream.put(edsCluster("c1", "2"));

    DeltaReply clusters = stream.next();
    assertThat(clusters.type()).isEqualTo(CLUSTER);
    DeltaReply assignments = stream.next();
    assertThat(assignments.type()).isEqualTo(CLUSTER_LOAD_ASSIGNMENT);
    assertThat(assignments.names()).containsExactly("c1");

    // the ACK of CDS comes when the warming is over, and is no reason to say it again
    stream.ack(assignments);
    stream.ack(clusters);
    stream.silent();
  }

  /**
   * ED-24: an assignment in front of its cluster does not count. Break: {@code ServerSession.poll}
   * goes through the types in the order of their requests.
   */
  @Test
  @Rule("S-17")
  void assignmentThatChangedWithItsClusterIsSentBehindIt() {
    DeltaStream stream = running();
    stream.put(assignment("c1", 9), edsCluster("c1", "2"));
    assertThat(stream.next().type()).isEqualTo(CLUSTER);
    assertThat(stream.next().names()).containsExactly("c1");
    stream.silent();
  }

  /** ED-24: what was sent in front is sent again. Break: as for ED-22. */
  @Test
  @Rule("S-17")
  void assignmentThatWasSentInFrontOfItsClusterIsSentAgainAsInEd24() {
    DeltaStream stream = running();
    stream.put(assignment("c1", 9));
    stream.acked();
    stream.put(edsCluster("c1", "2"));
    assertThat(stream.next().type()).isEqualTo(CLUSTER);
    assertThat(stream.next().names()).containsExactly("c1");
  }

  /** ED-23: the assignment of a new cluster is owed once it is asked for; not before. */
  @Test
  @Rule({"S-17", "S-13"})
  void assignmentOfANewClusterIsSentWhenItIsAskedFor() {
    DeltaStream stream = running();
    stream.put(edsCluster("c3", "1"), assignment("c3", 3));
    DeltaReply clusters = stream.next();
    stream.silent();
    stream.subscribe(CLUSTER_LOAD_ASSIGNMENT, "c3");
    stream.ack(clusters);
    assertThat(stream.acked().names()).containsExactly("c3");
    stream.silent();
  }

  /** ED-27: back to the active content while warming still needs EDS. Break: as for ED-22. */
  @Test
  @Rule({"S-17", "D-12"})
  void everyChangeOfAWarmingClusterIsFollowedByItsAssignmentAsInEd27() {
    DeltaStream stream = running();
    stream.put(edsCluster("c1", "2"));
    DeltaReply second = stream.next();
    stream.put(edsCluster("c1", "1"));
    DeltaReply back = stream.next();
    assertThat(back.names()).containsExactly("c1");
    DeltaReply assignments = stream.next();
    assertThat(assignments.names()).containsExactly("c1");
    stream.ack(assignments);
    stream.ack(second);
    stream.ack(back);
    stream.silent();
  }

  /** ED-28: Break: {@code onSent} goes by all resources of the view. */
  @Test
  @Rule({"S-17", "D-6"})
  void assignmentsOfOtherClustersAndOfListenersStayWhereTheyAre() {
    DeltaStream stream = running();
    stream.wildcard(LISTENER);
    stream.acked();
    stream.put(listener("l", "2"));
    assertThat(stream.acked().type()).isEqualTo(LISTENER);
    stream.silent();
    stream.remove(CLUSTER, "c2");
    assertThat(stream.acked().removed()).containsExactly("c2");
    stream.silent();
  }

  /**
   * ED-30: after a reconnect in mid-warming EDS comes first, and CDS when the warming is over.
   * Break: {@code mustSend} gives no names when CDS was not asked for.
   */
  @Test
  @Rule("S-17")
  void reconnectInMidWarmingIsSentItsAssignmentsAgainAsInEd30() {
    DeltaStream stream =
        DeltaStream.ads(DeltaStream.ENVOY).publish(edsCluster("c1", "2"), assignment("c1", 1));
    stream
        .request(CLUSTER_LOAD_ASSIGNMENT)
        .subscribe("c1")
        .holds(CLUSTER_LOAD_ASSIGNMENT, "c1")
        .send();
    stream.wildcard(LISTENER);

    assertThat(stream.acked().names()).containsExactly("c1");
    assertThat(stream.acked().type()).isEqualTo(LISTENER);

    stream.request(CLUSTER).holds(CLUSTER, "c1").send();
    stream.silent();
  }

  /** ED-30a. Break: {@code mustSend} forgets the clusters that were sent. */
  @Test
  @Rule("S-17")
  void clusterThatChangedWhileEnvoyWasAwayIsFollowedByItsEqualAssignmentAsInEd30a() {
    DeltaStream stream =
        DeltaStream.ads(DeltaStream.ENVOY)
            .publish(
                edsCluster("c1", "2"),
                edsCluster("c2", "1"),
                assignment("c1", 1),
                assignment("c2", 2));
    stream.request(CLUSTER).holds("c1", "before").holds(CLUSTER, "c2").send();
    DeltaReply clusters = stream.next();
    assertThat(clusters.names()).containsExactly("c1");

    stream
        .request(CLUSTER_LOAD_ASSIGNMENT)
        .subscribe("c1", "c2")
        .holds(CLUSTER_LOAD_ASSIGNMENT, "c1", "c2")
        .send();

    DeltaReply assignments = stream.acked();
    assertThat(assignments.names()).containsExactly("c1");
    stream.ack(clusters);
    stream.silent();
  }

  /**
   * ED-17: the first requests of a reconnect come back to back, so that EDS is asked for before the
   * cluster could be sent. Break: {@code firstAnswer} lets the list cover what is owed for warming.
   */
  @Test
  @Rule("S-17")
  void equalAssignmentFollowsItsClusterThoughBothWereAskedForAtOnce() {
    DeltaStream stream =
        DeltaStream.ads(DeltaStream.ENVOY).publish(edsCluster("c1", "2"), assignment("c1", 1));
    stream.request(CLUSTER).holds("c1", "before").send();
    stream
        .request(CLUSTER_LOAD_ASSIGNMENT)
        .subscribe("c1")
        .holds(CLUSTER_LOAD_ASSIGNMENT, "c1")
        .send();

    assertThat(stream.acked().type()).isEqualTo(CLUSTER);
    assertThat(stream.acked().names()).containsExactly("c1");
    stream.silent();
  }

  /** An unchanged world: nothing is resent. Break: {@code mustSend} gives all names. */
  @Test
  @Rule({"S-17", "D-5"})
  void reconnectWithoutChangesIsSentNothing() {
    DeltaStream stream =
        DeltaStream.ads(DeltaStream.ENVOY).publish(edsCluster("c1", "1"), assignment("c1", 1));
    stream.request(CLUSTER).holds(CLUSTER, "c1").send();
    stream
        .request(CLUSTER_LOAD_ASSIGNMENT)
        .subscribe("c1")
        .holds(CLUSTER_LOAD_ASSIGNMENT, "c1")
        .send();
    stream.silent();
  }

  /** ED-51: on streams of their own no resend is needed. Break: {@code Warming} forgets ADS. */
  @Test
  @Rule({"S-17", "D-5"})
  void typedStreamOfAssignmentsIsSentOnlyWhatDiffers() {
    DeltaStream stream =
        DeltaStream.typed(CLUSTER_LOAD_ASSIGNMENT, DeltaStream.ENVOY)
            .publish(edsCluster("c1", "1"), assignment("c1", 1));
    stream
        .request(CLUSTER_LOAD_ASSIGNMENT)
        .subscribe("c1")
        .holds(CLUSTER_LOAD_ASSIGNMENT, "c1")
        .send();
    stream.silent();
  }

  /**
   * ED-76: members of LEDS collections are not asked for again. Break: {@code Warming.onSent}
   * leaves out the collections.
   */
  @Test
  @Rule({"S-17", "X-2"})
  void membersOfItsCollectionsFollowTheAssignmentAsInEd76() {
    DeltaStream stream =
        DeltaStream.ads(DeltaStream.ENVOY)
            .publish(
                edsCluster("c1", "1"),
                ledsAssignment("c1", ZONE + "*"),
                lbEndpoint(ZONE + "e1", 1),
                lbEndpoint(ZONE + "e2", 2));
    stream.wildcard(CLUSTER);
    stream.acked();
    stream.subscribe(CLUSTER_LOAD_ASSIGNMENT, "c1");
    stream.acked();
    stream.subscribe(LB_ENDPOINT, ZONE + "*");
    stream.acked();
    stream.silent();

    stream.put(edsCluster("c1", "2"));

    assertThat(stream.acked().type()).isEqualTo(CLUSTER);
    assertThat(stream.acked().type()).isEqualTo(CLUSTER_LOAD_ASSIGNMENT);
    assertThat(stream.acked().names()).containsExactly(ZONE + "e1", ZONE + "e2");
    stream.silent();
  }

  /** An assignment that does not exist was said to be missing when it was asked for. */
  @Test
  @Rule("S-17")
  void missingAssignmentOfAChangedClusterIsNotSpokenOfAgain() {
    DeltaStream stream = running();
    stream.remove(CLUSTER_LOAD_ASSIGNMENT, "c1");
    assertThat(stream.acked().removed()).containsExactly("c1");
    stream.put(edsCluster("c1", "2"));
    assertThat(stream.acked().type()).isEqualTo(CLUSTER);
    stream.silent();
  }

  /** The service name, not the cluster's, is what is followed. */
  @Test
  @Rule("S-17")
  void assignmentIsFoundByTheServiceName() {
    DeltaStream stream =
        DeltaStream.ads(DeltaStream.ENVOY)
            .publish(edsCluster("c", "svc", "1"), assignment("svc", 1));
    stream.wildcard(CLUSTER);
    stream.acked();
    stream.subscribe(CLUSTER_LOAD_ASSIGNMENT, "svc");
    stream.acked();
    stream.put(edsCluster("c", "svc", "2"));
    stream.acked();
    assertThat(stream.acked().names()).containsExactly("svc");
  }
}
