package io.binnacle.core.server.internal.session;

import static io.binnacle.core.Resources.cluster;
import static io.binnacle.core.Resources.secret;
import static io.binnacle.core.resource.ResourceType.CLUSTER;
import static io.binnacle.core.resource.ResourceType.SECRET;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.binnacle.core.server.RequestFacts;
import io.binnacle.core.server.SettledNames;
import io.binnacle.core.server.harness.DeltaStream;
import io.binnacle.core.server.harness.SotwStream;
import io.binnacle.core.view.Snapshot;
import io.binnacle.core.view.View;
import io.binnacle.rules.Rule;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryRequest;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a session is to its driver, whatever its types do. */
class ServerSessionTest {

  // Break: leave out the check of the variant in ServerSession.onRequest.
  @Test
  void aRequestOfTheOtherVariantIsAFaultOfTheDriver() {
    ServerSession sotw = SotwStream.ads(SotwStream.GRPC).session();
    ServerSession delta = DeltaStream.ads().session();

    assertThatThrownBy(() -> sotw.onRequest(DeltaDiscoveryRequest.getDefaultInstance()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("SOTW");
    assertThatThrownBy(() -> delta.onRequest(DiscoveryRequest.getDefaultInstance()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("DELTA");
  }

  // Break: return true always in ServerSession.connect.
  @Test
  @Rule("N-1")
  void onlyOneRequestIsTheFirstOfItsStreamAlsoWhereALaterOneHasANode() {
    SotwStream stream = SotwStream.ads(SotwStream.GRPC).publish(cluster("c"), secret("s", "1"));

    assertThat(stream.ask(CLUSTER, "c").firstOfStream()).isTrue();
    RequestFacts later = stream.send(SotwStream.request(SECRET, "s").setNode(SotwStream.ENVOY));

    assertThat(later.firstOfStream()).isFalse();
    assertThat(stream.session().node().getId()).isEqualTo(SotwStream.GRPC.getId());
  }

  // Break: return false always in ServerSession.isAwaiting.
  @Test
  void aSessionIsAwaitingUntilItsNamesAreSettled() {
    SotwStream stream = SotwStream.ads(SotwStream.GRPC).publish(secret("s", "1"));
    stream.ask(SECRET, "s", "looked-up");
    assertThat(stream.session().isAwaiting()).isFalse();

    stream.session().await(SECRET, List.of("looked-up"));
    assertThat(stream.session().isAwaiting()).isTrue();

    stream.session().settle(SECRET, SettledNames.of(List.of("looked-up"), true));
    assertThat(stream.session().isAwaiting()).isFalse();
  }

  // Break: give all types of the stream in ServerSession.selecting, or none.
  @Test
  void aStepSelectsTheTypesInWhichASubscribedResourceChanges() {
    View before = View.empty().replaceWith(Snapshot.of(cluster("c"), secret("s", "1")));
    View after = before.replaceWith(Snapshot.of(cluster("c"), secret("s", "2")));
    SotwStream stream = SotwStream.ads(SotwStream.GRPC).show(before);
    stream.ask(CLUSTER, "c");
    stream.ask(SECRET, "s");

    assertThat(stream.session().selecting(before, after)).containsExactly(SECRET);
    assertThat(stream.session().selecting(before, before)).isEmpty();
  }
}
