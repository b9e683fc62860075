package io.binnacle.core.server.internal.order;

import static io.binnacle.core.Resources.cluster;
import static io.binnacle.core.Resources.route;
import static io.binnacle.core.resource.ResourceType.CLUSTER;
import static io.binnacle.core.resource.ResourceType.ROUTE_CONFIGURATION;
import static io.binnacle.core.server.harness.SotwStream.ENVOY;
import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.core.server.NodeMemory;
import io.binnacle.core.server.SessionOptions;
import io.binnacle.core.server.harness.DeltaReply;
import io.binnacle.core.server.harness.DeltaStream;
import io.binnacle.core.server.harness.SotwStream;
import io.binnacle.rules.Rule;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryResponse;
import org.junit.jupiter.api.Test;

/** A response that was split by size, and whose rest a later publish overtakes (D-11 with O-3). */
class SplitOvertakenTest {

  private static final SessionOptions ONE_RESOURCE_EACH =
      SotwStream.options().withResponseSizeBudget(1);

  /** Break: do not call {@code notWritten} where the rest of a response is withdrawn. */
  @Test
  @Rule("O-3")
  void clusterOfRoutesThatADeltaClientNeverGotTheSuccessorOfStays() {
    DeltaStream stream =
        DeltaStream.ads(ENVOY, ONE_RESOURCE_EACH, NodeMemory.NONE)
            .publish(
                route("r1", "old"),
                route("r2", "old"),
                cluster("old"),
                cluster("mid"),
                cluster("x"));
    stream.wildcard(CLUSTER);
    stream.acked();
    stream.acked();
    stream.acked();
    stream.subscribe(ROUTE_CONFIGURATION, "r1", "r2");
    stream.acked();
    stream.acked();

    stream.publish(route("r1", "mid"), route("r2", "mid"), cluster("mid"), cluster("x"));
    DeltaReply first = stream.next(ROUTE_CONFIGURATION);
    assertThat(first.names()).containsExactly("r1");
    stream.publish(route("r1", "mid"), route("r2", "x"), cluster("mid"), cluster("x"));
    DeltaReply second = stream.next(ROUTE_CONFIGURATION);
    assertThat(second.names()).containsExactly("r2");
    stream.ack(first);

    stream.silent();
    stream.nack(second);
    stream.silent();
  }

  /** Break: do not call {@code notWritten} where the rest of a response is withdrawn. */
  @Test
  @Rule("O-3")
  void clusterOfRoutesThatASotwClientNeverGotTheSuccessorOfStays() {
    SotwStream stream =
        SotwStream.with(ONE_RESOURCE_EACH, ENVOY)
            .publish(
                route("r1", "old"),
                route("r2", "old"),
                cluster("old"),
                cluster("mid"),
                cluster("x"));
    stream.ask(CLUSTER);
    stream.settle();
    stream.ask(ROUTE_CONFIGURATION, "r1", "r2");
    stream.settle("r1", "r2");

    stream.publish(route("r1", "mid"), route("r2", "mid"), cluster("mid"), cluster("x"));
    DiscoveryResponse first = stream.next();
    stream.publish(route("r1", "mid"), route("r2", "x"), cluster("mid"), cluster("x"));
    DiscoveryResponse second = stream.next();
    assertThat(second.getResourcesCount()).isEqualTo(1);
    stream.ack(first, "r1", "r2");

    stream.silent();
    stream.nack(second, first.getVersionInfo(), "r1", "r2");
    stream.silent();
  }
}
