package io.binnacle.core.server.internal.order;

import static io.binnacle.core.Resources.assignment;
import static io.binnacle.core.Resources.cluster;
import static io.binnacle.core.Resources.edsCluster;
import static io.binnacle.core.Resources.lbEndpoint;
import static io.binnacle.core.Resources.listener;
import static io.binnacle.core.Resources.route;
import static io.binnacle.core.Resources.secret;
import static io.binnacle.core.resource.ResourceType.CLUSTER;
import static io.binnacle.core.resource.ResourceType.CLUSTER_LOAD_ASSIGNMENT;
import static io.binnacle.core.resource.ResourceType.LB_ENDPOINT;
import static io.binnacle.core.resource.ResourceType.LISTENER;
import static io.binnacle.core.resource.ResourceType.ROUTE_CONFIGURATION;
import static io.binnacle.core.resource.ResourceType.SECRET;
import static io.binnacle.core.server.harness.SotwStream.ENVOY;
import static io.binnacle.core.server.harness.SotwStream.GRPC;
import static io.binnacle.core.server.harness.SotwStream.names;
import static io.binnacle.core.server.harness.SotwStream.request;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Message;
import io.binnacle.core.server.harness.SotwStream;
import io.binnacle.rules.Rule;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryResponse;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** S-17 on a SotW stream, as replays of what a real Envoy was seen to send. */
class SotwWarmingTest {

  // Break: hold the other types back in ServerSession.poll while a response of CDS is open.
  @Test
  @Rule("S-17") // ED-11, ED-20, ED-21
  void theAssignmentIsSentWithoutWaitingForTheAckOfTheCluster() {
    SotwStream stream = SotwStream.ads(ENVOY).publish(edsCluster("c1", "1"), assignment("c1", 1));
    stream.ask(CLUSTER);
    DiscoveryResponse clusters = stream.one();

    // Envoy holds the CDS ACK back while c1 warms; the EDS request comes in front of it
    stream.ask(CLUSTER_LOAD_ASSIGNMENT, "c1");

    DiscoveryResponse assignments = stream.one();
    assertThat(names(assignments)).containsExactly("c1");
    stream.ack(clusters);
    stream.ack(assignments, "c1");
    stream.silent();
  }

  // Break: remove assignments.resend(names) from Warming.onSent.
  @Test
  @Rule("S-17") // ED-22
  void aChangedClusterBringsItsUnchangedAssignmentBehindIt() {
    SotwStream stream = warm(edsCluster("c1", "1"), edsCluster("c2", "1"));

    stream.publish(
        edsCluster("c1", "2"), edsCluster("c2", "1"), assignment("c1", 1), assignment("c2", 1));

    List<DiscoveryResponse> burst = stream.poll();
    assertThat(burst)
        .extracting(DiscoveryResponse::getTypeUrl)
        .containsExactly(CLUSTER.typeUrl(), CLUSTER_LOAD_ASSIGNMENT.typeUrl());
    assertThat(names(burst.get(1))).containsExactly("c1");
    // ED-22: Envoy asks again all the same, with the nonce before; that costs nothing
    stream.ask(CLUSTER_LOAD_ASSIGNMENT, "c1", "c2");
    stream.ack(burst.get(1), "c1", "c2");
    stream.ack(burst.get(0));
    stream.silent();
  }

  // Break: drop the ASKED debt in SotwTypeSession.renamed.
  @Test
  @Rule("S-17") // ED-23
  void aNewClusterGetsItsAssignmentWhenItIsAskedFor() {
    SotwStream stream = warm(edsCluster("c1", "1"));
    DiscoveryResponse last = lastAssignment;
    stream.publish(
        edsCluster("c1", "1"), edsCluster("c2", "1"), assignment("c1", 1), assignment("c2", 1));
    DiscoveryResponse clusters = stream.one();

    stream.ack(last, "c1", "c2");

    assertThat(names(stream.one())).containsExactly("c2");
    stream.ack(clusters);
    stream.silent();
  }

  // Break: order types by type URL backwards in ResourceType.compareTo.
  @Test
  @Rule("S-17") // ED-24
  void anAssignmentThatChangesWithItsClusterGoesBehindItOnce() {
    SotwStream stream = warm(edsCluster("c1", "1"));

    stream.publish(edsCluster("c1", "2"), assignment("c1", 2));

    List<DiscoveryResponse> burst = stream.poll();
    assertThat(burst)
        .extracting(DiscoveryResponse::getTypeUrl)
        .containsExactly(CLUSTER.typeUrl(), CLUSTER_LOAD_ASSIGNMENT.typeUrl());
  }

  // Break: as before; here the assignment was written in front of the cluster.
  @Test
  @Rule("S-17") // ED-24
  void anAssignmentThatWasSentInFrontOfTheClusterIsSentAgain() {
    SotwStream stream = warm(edsCluster("c1", "1"));
    stream.publish(edsCluster("c1", "1"), assignment("c1", 2));
    DiscoveryResponse front = stream.one();
    assertThat(front.getTypeUrl()).isEqualTo(CLUSTER_LOAD_ASSIGNMENT.typeUrl());
    stream.publish(edsCluster("c1", "2"), assignment("c1", 2));

    List<DiscoveryResponse> behind = stream.poll();

    assertThat(behind).hasSize(2);
    assertThat(behind.get(1).getResourcesList()).isEqualTo(front.getResourcesList());
  }

  // Break: ignore eds_cluster_config.service_name in ResourceMessages.assignmentOf.
  @Test
  @Rule("S-17") // ED-16
  void theServiceNameTellsWhichAssignmentItIs() {
    SotwStream stream = SotwStream.ads(ENVOY);
    stream.publish(edsCluster("a", "s", "1"), edsCluster("b", "s", "1"), assignment("s", 1));
    stream.ask(CLUSTER);
    stream.ask(CLUSTER_LOAD_ASSIGNMENT, "s");
    stream.poll();
    stream.publish(edsCluster("a", "s", "2"), edsCluster("b", "s", "2"), assignment("s", 1));

    List<DiscoveryResponse> burst = stream.poll();

    assertThat(burst).hasSize(2);
    assertThat(names(burst.get(1))).containsExactly("s");
  }

  // Break: resend the assignments of all resources of a full-state response in Warming.onSent.
  @Test
  @Rule("S-17") // ED-28, ED-33
  void whatDidNotChangeOrNeedsNoAssignmentIsNotResent() {
    SotwStream stream = SotwStream.ads(ENVOY);
    stream.publish(
        edsCluster("c1", "1"),
        cluster("plain", "1"),
        assignment("c1", 1),
        listener("l", "1"),
        route("r", "c1"),
        secret("s", "1"));
    stream.ask(CLUSTER);
    stream.ask(CLUSTER_LOAD_ASSIGNMENT, "c1");
    stream.ask(LISTENER);
    stream.ask(ROUTE_CONFIGURATION, "r");
    stream.ask(SECRET, "s");
    for (List<DiscoveryResponse> all = stream.poll(); !all.isEmpty(); all = stream.poll()) {
      all.forEach(each -> stream.ack(each, isWildcard(each) ? new String[0] : namesOf(each)));
    }

    stream.publish(
        edsCluster("c1", "1"),
        cluster("plain", "2"),
        assignment("c1", 1),
        listener("l", "2"),
        route("r", "c1"),
        secret("s", "1"));

    // the CDS response repeats c1, which does not make it warm
    assertThat(stream.poll())
        .extracting(DiscoveryResponse::getTypeUrl)
        .containsExactly(CLUSTER.typeUrl(), LISTENER.typeUrl());
  }

  // Break: resend explicit names only in SotwTypeSession.resend.
  @Test
  @Rule("S-17")
  void onlyAssignmentsThatTheClientSubscribesToAreSent() {
    SotwStream stream = warm(edsCluster("c1", "1"));
    stream.publish(
        edsCluster("c1", "1"), edsCluster("c2", "1"), assignment("c1", 1), assignment("c2", 1));
    assertThat(stream.one().getTypeUrl()).isEqualTo(CLUSTER.typeUrl());

    SotwStream wildcard = SotwStream.ads(GRPC).publish(edsCluster("c", "1"), assignment("c", 1));
    wildcard.ask(CLUSTER);
    wildcard.ask(CLUSTER_LOAD_ASSIGNMENT);
    wildcard.poll();
    wildcard.publish(edsCluster("c", "2"), assignment("c", 1));
    assertThat(wildcard.poll()).hasSize(2);
  }

  // By construction: a typed stream has no second type that a Cluster could cause to be sent.
  @Test
  @Rule("S-17") // ED-51
  void aTypedStreamNeedsNoResend() {
    SotwStream clusters =
        SotwStream.typed(CLUSTER, ENVOY).publish(edsCluster("c", "1"), assignment("c", 1));
    clusters.ask(CLUSTER);
    clusters.poll();
    SotwStream assignments = SotwStream.typed(CLUSTER_LOAD_ASSIGNMENT, ENVOY);
    assignments.show(clusters.view());
    assignments.ask(CLUSTER_LOAD_ASSIGNMENT, "c");
    assignments.ack(assignments.one(), "c");

    clusters.publish(edsCluster("c", "2"), assignment("c", 1));
    assignments.show(clusters.view());

    assertThat(clusters.poll()).hasSize(1);
    assignments.silent();
  }

  // Break: let Debts.add ignore Debt.WARMING.
  @Test
  @Rule({"S-17", "S-4"})
  void aRejectedAssignmentGoesOutAgainBehindItsCluster() {
    SotwStream stream = SotwStream.ads(ENVOY).publish(edsCluster("c1", "1"), assignment("c1", 1));
    stream.ask(CLUSTER);
    stream.ask(CLUSTER_LOAD_ASSIGNMENT, "c1");
    List<DiscoveryResponse> both = stream.poll();
    stream.ack(both.get(0));
    stream.nack(both.get(1), "", "c1");
    stream.silent();

    stream.publish(edsCluster("c1", "2"), assignment("c1", 1));

    assertThat(names(stream.poll().get(1))).containsExactly("c1");
  }

  // Break: count a rejected Cluster as no change in SotwTypeSession.fullState.
  @Test
  @Rule({"S-17", "S-4"}) // ED-41: a part of what was rejected may be warming
  void aRejectedClusterThatGoesOutAgainBringsItsAssignment() {
    SotwStream stream = warm(edsCluster("c1", "1"), edsCluster("c2", "1"));
    stream.publish(
        edsCluster("c1", "2"), edsCluster("c2", "bad"), assignment("c1", 1), assignment("c2", 1));
    stream.nack(stream.poll().get(0), lastCluster.getVersionInfo());

    stream.publish(
        edsCluster("c1", "2"), edsCluster("c2", "2"), assignment("c1", 1), assignment("c2", 1));

    List<DiscoveryResponse> burst = stream.poll();
    assertThat(names(burst.get(1))).containsExactlyInAnyOrder("c1", "c2");
  }

  // Break: drop the ASKED debt in SotwTypeSession.renamed.
  @Test
  @Rule("S-17") // ED-30: SotW likewise
  void aClientThatLostItsStreamInMidWarmingAsksForAssignmentsFirst() {
    SotwStream before = warm(edsCluster("c1", "1"));
    String version = lastAssignment.getVersionInfo();

    SotwStream stream = SotwStream.ads(ENVOY).show(before.view());
    stream.send(request(CLUSTER_LOAD_ASSIGNMENT, "c1").setVersionInfo(version));

    assertThat(names(stream.one())).containsExactly("c1");
  }

  // Break: drop the ASKED debt in SotwTypeSession.renamed.
  @Test
  @Rule("S-17") // ED-30a, ED-19
  void aClusterThatChangedMeanwhileGetsItsAssignmentAfterAReconnect() {
    SotwStream before = warm(edsCluster("c1", "1"));
    String clusters = lastCluster.getVersionInfo();
    String assignments = lastAssignment.getVersionInfo();
    before.publish(edsCluster("c1", "2"), assignment("c1", 1));

    SotwStream stream = SotwStream.ads(ENVOY).show(before.view());
    stream.send(request(CLUSTER).setVersionInfo(clusters));
    assertThat(names(stream.one())).containsExactly("c1");
    stream.send(request(CLUSTER_LOAD_ASSIGNMENT, "c1").setVersionInfo(assignments));
    stream.ask(CLUSTER_LOAD_ASSIGNMENT, "c1");

    assertThat(names(stream.one())).containsExactly("c1");
    // and when CDS and EDS come back to back, EDS is written behind CDS
    SotwStream both = SotwStream.ads(ENVOY).show(before.view());
    both.send(request(CLUSTER_LOAD_ASSIGNMENT, "c1").setVersionInfo(assignments));
    both.send(request(CLUSTER).setVersionInfo(clusters));
    assertThat(both.poll())
        .extracting(DiscoveryResponse::getTypeUrl)
        .containsExactly(CLUSTER.typeUrl(), CLUSTER_LOAD_ASSIGNMENT.typeUrl());
  }

  // Break: remove warming.onAnswer from ServerSession.onRequest.
  @Test
  @Rule("S-17") // ED-41 (a): of a response that holds a bad cluster nothing may be used
  void clusterThatIsUsedByTheResponseBehindARefusedOneGetsItsAssignmentAgain() {
    SotwStream stream = warm(edsCluster("c1", "1"));
    stream.publish(edsCluster("c1", "2"), cluster("c2", "bad"), assignment("c1", 1));
    List<DiscoveryResponse> refused = stream.poll();
    assertThat(names(refused.get(0))).containsExactly("c1", "c2");
    assertThat(names(refused.get(1))).containsExactly("c1");
    stream.publish(edsCluster("c1", "2"), assignment("c1", 1));
    DiscoveryResponse repeated = stream.one(CLUSTER);

    stream.nack(refused.get(0), lastCluster.getVersionInfo());
    stream.ack(refused.get(1), "c1");

    // c1 begins to warm when the client reads the repeated response
    assertThat(names(stream.one(CLUSTER_LOAD_ASSIGNMENT))).containsExactly("c1");
    stream.ack(repeated);
    stream.silent();
  }

  // Break: answer LbEndpoint in SotwTypeSession.poll.
  @Test
  @Rule("X-2") // ED-77
  void ledsIsNotAnsweredInSotw() {
    String glob = "xdstp://lab/envoy.config.endpoint.v3.LbEndpoint/c/z/*";
    SotwStream stream = SotwStream.ads(ENVOY);
    stream.publish(lbEndpoint(glob.replace("*", "e1"), 1));
    stream.ask(LB_ENDPOINT, glob);
    stream.silent();
  }

  private DiscoveryResponse lastCluster = DiscoveryResponse.getDefaultInstance();
  private DiscoveryResponse lastAssignment = DiscoveryResponse.getDefaultInstance();

  /** An Envoy that has these clusters, and the assignment of each, and accepted all. */
  private static boolean isWildcard(DiscoveryResponse response) {
    return List.of(CLUSTER.typeUrl(), LISTENER.typeUrl()).contains(response.getTypeUrl());
  }

  private static String[] namesOf(DiscoveryResponse response) {
    return names(response).toArray(String[]::new);
  }

  private SotwStream warm(Cluster... clusters) {
    List<Message> all = new ArrayList<>(List.of(clusters));
    String[] services = new String[clusters.length];
    for (int i = 0; i < clusters.length; i++) {
      services[i] = clusters[i].getName();
      all.add(assignment(services[i], 1));
    }
    SotwStream stream = SotwStream.ads(ENVOY);
    stream.publish(all.toArray(Message[]::new));
    stream.ask(CLUSTER);
    lastCluster = stream.one();
    stream.ack(lastCluster);
    stream.ask(CLUSTER_LOAD_ASSIGNMENT, services);
    lastAssignment = stream.one();
    stream.ack(lastAssignment, services);
    stream.silent();
    return stream;
  }
}
