package io.binnacle.core.server.internal.subscribe;

import static io.binnacle.core.Resources.assignment;
import static io.binnacle.core.Resources.cluster;
import static io.binnacle.core.Resources.secret;
import static io.binnacle.core.resource.ResourceType.CLUSTER;
import static io.binnacle.core.resource.ResourceType.CLUSTER_LOAD_ASSIGNMENT;
import static io.binnacle.core.resource.ResourceType.SECRET;
import static io.binnacle.core.server.harness.SotwStream.GRPC;
import static io.binnacle.core.server.harness.SotwStream.names;
import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.core.server.harness.SotwStream;
import io.binnacle.rules.Rule;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryResponse;
import org.junit.jupiter.api.Test;

/** Names that a stale SotW request leaves out, and the next one names again or not: S-2, S-8. */
class NamesInDoubtTest {

  // Break: leave out debts.addAll(namedAnew, …) in SotwTypeSession.renamed.
  @Test
  @Rule({"S-2", "S-8"})
  void aResourceOfAPartialTypeIsSentAgainAndOnlyOnce() {
    SotwStream stream = SotwStream.ads(GRPC).publish(secret("a", "1"), secret("b", "1"));
    stream.ask(SECRET, "a", "b");
    DiscoveryResponse first = stream.one();
    stream.ack(first, "a", "b");
    stream.publish(secret("a", "2"), secret("b", "1"));
    DiscoveryResponse second = stream.one();

    stream.ack(first, "a"); // stale, and without b
    stream.silent();
    stream.ack(second, "a", "b");
    DiscoveryResponse again = stream.one();

    assertThat(names(again)).contains("b");
    stream.ack(again, "a", "b");
    stream.silent();
  }

  // Break: do not call doubtful.leftOut(…) in SotwTypeSession.onRequest.
  @Test
  @Rule({"S-2", "S-8"})
  void anAbsentResourceOfAFullStateTypeIsAnsweredAgain() {
    SotwStream stream = SotwStream.ads(GRPC).publish(cluster("c"));
    stream.ask(CLUSTER, "c", "absent");
    DiscoveryResponse first = stream.one();
    stream.ack(first, "c", "absent");
    stream.publish(cluster("c", "2"));
    DiscoveryResponse second = stream.one();

    stream.ack(first, "c"); // stale, and without the absent one
    stream.ack(second, "c", "absent");

    assertThat(names(stream.one())).containsExactly("c");
  }

  // Break: let DoubtfulNames.wildcardSettled say false.
  @Test
  @Rule({"S-2", "S-8"})
  void allMembersOfAWildcardAreSentAgainAndOnlyOnce() {
    SotwStream stream = SotwStream.ads(GRPC).publish(assignment("c", 1), assignment("d", 1));
    stream.ask(CLUSTER_LOAD_ASSIGNMENT, "c", "*");
    DiscoveryResponse first = stream.one();
    stream.ack(first, "c", "*");
    stream.publish(assignment("c", 2), assignment("d", 1));
    DiscoveryResponse second = stream.one();

    stream.ack(first, "c"); // stale, and without the wildcard: the client may drop d
    stream.ack(first, "c", "*"); // stale too
    stream.silent();
    stream.ack(second, "c", "*");
    DiscoveryResponse again = stream.one();

    assertThat(names(again)).containsExactlyInAnyOrder("c", "d");
    stream.ack(again, "c", "*");
    stream.silent();
  }
}
