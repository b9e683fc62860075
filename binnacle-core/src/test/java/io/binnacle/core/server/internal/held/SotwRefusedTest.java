package io.binnacle.core.server.internal.held;

import static io.binnacle.core.Resources.assignment;
import static io.binnacle.core.resource.ResourceType.CLUSTER_LOAD_ASSIGNMENT;
import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.core.server.harness.SotwStream;
import io.binnacle.rules.Rule;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryResponse;
import org.junit.jupiter.api.Test;

/** What is owed after a NACK when the names of the client change. */
class SotwRefusedTest {

  /** Break: {@code renamed} forgets the debts of all names that are taken away. */
  @Test
  @Rule("D-13")
  void whatWasRefusedStaysOwedWhenTheWildcardStillCoversTheNameTakenAway() {
    SotwStream stream = SotwStream.ads(SotwStream.GRPC).publish(assignment("a", 1));
    stream.ask(CLUSTER_LOAD_ASSIGNMENT, "*", "a");
    stream.settle("*", "a");
    stream.publish(assignment("a", 2), assignment("b", 2));
    DiscoveryResponse refused = stream.one();
    stream.nack(refused, "", "*", "a");

    stream.send(
        SotwStream.request(CLUSTER_LOAD_ASSIGNMENT, "*").setResponseNonce(refused.getNonce()));
    stream.silent();
    stream.publish(assignment("a", 2), assignment("b", 3));

    assertThat(SotwStream.names(stream.one())).containsExactlyInAnyOrder("a", "b");
  }
}
