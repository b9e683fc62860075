package io.binnacle.core.server.internal.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.NodeMemory;
import io.binnacle.core.server.RequestOutcome;
import io.binnacle.core.server.Response;
import io.binnacle.core.server.SessionOptions;
import io.binnacle.core.server.Variant;
import io.binnacle.core.server.harness.NotShared;
import io.binnacle.core.view.Snapshot;
import io.binnacle.core.view.View;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import io.envoyproxy.envoy.config.core.v3.Node;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryRequest;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.openjdk.jol.info.GraphStats;

/** An idle stream costs the same for ten resources as for ten thousand. */
class StreamFootprintTest {

  private static final int FEW = 10;
  private static final int MANY = 10_000;

  /** What an idle stream may cost, beside its transport. */
  private static final int MOST_BYTES = 1_024;

  static {
    // the offsets of a record's fields are kept from libraries; the tool can guess them
    System.setProperty("jol.magicFieldOffset", "true");
  }

  private static final SessionOptions OPTIONS = SessionOptions.defaults("footprint");

  @ParameterizedTest
  @EnumSource(
      value = Variant.class,
      names = {"SOTW", "DELTA"})
  // Break: keep the part in Ledger.acked, or the versions in DeltaTypeSession.initial
  void anIdleWildcardStreamHoldsNothingPerResource(Variant variant) {
    long few = idle(variant, FEW);
    long many = idle(variant, MANY);

    assertThat(many).as("bytes of a session that is in step").isEqualTo(few);
    assertThat(few).isLessThan(MOST_BYTES);
  }

  /**
   * Bytes of a session that was sent everything and one change, less what it shares with others.
   */
  private static long idle(Variant variant, int clusters) {
    Snapshot.Builder snapshot = Snapshot.builder();
    for (int i = 0; i < clusters; i++) {
      snapshot.add(Cluster.newBuilder().setName("cluster-" + i).build());
    }
    View first = View.of(snapshot.build());
    Resource changed =
        Resource.of(Cluster.newBuilder().setName("cluster-1").setAltStatName("x").build());
    View second = first.apply(Map.of(ResourceType.CLUSTER, Map.of(changed.name(), changed)));
    ServerSession session =
        new ServerSession(variant, ResourceType.CLUSTER, OPTIONS, new NotShared(), NodeMemory.NONE);
    ask(session, variant, "");
    session.onView(first);
    answerAll(session, variant);
    session.onView(second);
    answerAll(session, variant);
    Object[] shared = {
      first, second, OPTIONS, variant, ResourceType.CLUSTER, Node.getDefaultInstance()
    };
    Object[] all = Arrays.copyOf(shared, shared.length + 1);
    all[shared.length] = session;
    return GraphStats.parseInstance(all).totalSize() - GraphStats.parseInstance(shared).totalSize();
  }

  private static void answerAll(ServerSession session, Variant variant) {
    for (Response next = session.poll(0); next != null; next = session.poll(0)) {
      ask(session, variant, next.nonce());
    }
  }

  private static void ask(ServerSession session, Variant variant, String nonce) {
    RequestOutcome outcome =
        variant == Variant.SOTW
            ? session.onRequest(DiscoveryRequest.newBuilder().setResponseNonce(nonce).build())
            : session.onRequest(DeltaDiscoveryRequest.newBuilder().setResponseNonce(nonce).build());
    assertThat(outcome).isInstanceOf(RequestOutcome.Accepted.class);
  }
}
