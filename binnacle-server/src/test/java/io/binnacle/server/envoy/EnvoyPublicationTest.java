package io.binnacle.server.envoy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.binnacle.rules.Rule;
import io.binnacle.server.catalog.Publication;
import io.binnacle.server.catalog.Publication.NodeState;
import io.binnacle.server.catalog.Publication.State;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a publish tells about a real Envoy: that it took the change, or why not. */
@RequiresEnvoy
final class EnvoyPublicationTest {

  @ParameterizedTest
  @EnumSource
  @Rule({"S-3", "D-12"})
  void editsInQuickSuccessionAreAllAcked(StreamVariant variant) throws InterruptedException {
    try (Lab lab = Lab.start(variant)) {
      lab.serve("pool", 9, 503);

      // ED-27: in SotW Envoy answers the last of several responses only.
      Publication first = lab.put(lab.resources().edsCluster("pool", "7s"));
      Publication second = lab.put(lab.resources().edsCluster("pool", "8s"));

      assertAcked(first.within(Await.PATIENCE));
      assertAcked(second.within(Await.PATIENCE));
      // ED-20, ED-51: on ADS the ACK says that the cluster is warm, without ADS it comes before.
      Await.until("8s", () -> lab.admin().connectTimeout("pool"), "8s"::equals);
    }
  }

  @ParameterizedTest
  @EnumSource
  @Rule("S-4")
  void refusedChangeComesBackWithEnvoysOwnText(StreamVariant variant) throws InterruptedException {
    try (Lab lab = Lab.start(variant)) {
      Publication.Result result = lab.put(Resources.brokenCluster("bad")).within(Await.PATIENCE);

      List<NodeState> refused = result.in(State.NACKED);
      assertEquals(1, refused.size(), result::toString);
      assertEquals("envoy-1", refused.get(0).nodeId());
      String text = refused.get(0).message();
      assertTrue(text.contains("malformed IP address"), text);
    }
  }

  @ParameterizedTest
  @EnumSource
  @Rule({"S-13", "D-6"})
  void changeThatNoEnvoyAskedForConcernsNone(StreamVariant variant) {
    try (Lab lab = Lab.start(variant)) {
      Publication publication = lab.put(Resources.runtime("other-layer", "lab.value", 5));

      Await.until("it is settled", () -> publication.soFar().settled());
      assertEquals(List.of(), publication.soFar().nodes());
    }
  }

  private static void assertAcked(Publication.Result result) {
    assertTrue(result.isAccepted(), result::toString);
    assertEquals(
        List.of("envoy-1"),
        result.in(State.ACKED).stream().map(NodeState::nodeId).distinct().toList(),
        result::toString);
  }
}
