package io.binnacle.core.server.internal.session;

import static io.binnacle.core.Resources.assignment;
import static io.binnacle.core.Resources.edsCluster;
import static io.binnacle.core.Resources.route;
import static io.binnacle.core.Resources.routedListener;
import static io.binnacle.core.resource.ResourceType.CLUSTER;
import static io.binnacle.core.resource.ResourceType.CLUSTER_LOAD_ASSIGNMENT;
import static io.binnacle.core.resource.ResourceType.LISTENER;
import static io.binnacle.core.resource.ResourceType.ROUTE_CONFIGURATION;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Message;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.NodeMemory;
import io.binnacle.core.server.Response;
import io.binnacle.core.server.SessionOptions;
import io.binnacle.core.server.Shared;
import io.binnacle.core.server.Variant;
import io.binnacle.core.server.ViewHistory;
import io.binnacle.core.server.harness.DeltaReply;
import io.binnacle.core.server.harness.DeltaStream;
import io.binnacle.core.server.harness.SotwStream;
import io.binnacle.core.server.internal.order.AdsSequencer;
import io.binnacle.core.server.internal.stream.StreamContext;
import io.binnacle.core.server.internal.subscribe.ListedVersions;
import io.binnacle.core.view.Snapshot;
import io.binnacle.core.view.View;
import io.binnacle.rules.Rule;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryRequest;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What make before break costs: round trips, responses, and nothing at rest. */
class OrderCostTest {

  private static final long NOW = 1_000_000_000_000L;

  /** Listeners by the routes {@code r0}, {@code r1} and so on, each with a cluster of its own. */
  private static Message[] generation(String clusters, int count) {
    return IntStream.range(0, count)
        .boxed()
        .flatMap(
            i ->
                Stream.of(
                    routedListener("l" + i, "r" + i, "1"),
                    route("r" + i, clusters + i),
                    edsCluster(clusters + i, "1"),
                    assignment(clusters + i, i)))
        .toArray(Message[]::new);
  }

  private static String[] names(String prefix, int count) {
    return IntStream.range(0, count).mapToObj(i -> prefix + i).toArray(String[]::new);
  }

  /** Two round trips: until the routes may move, and until the old clusters may go. */
  @ParameterizedTest
  @ValueSource(ints = {1, 10})
  @Rule("O-8")
  void swapOnSotwTakesFourResponsesAndTwoRoundTripsHoweverManyClustersMove(int count) {
    SotwStream stream = SotwStream.ads(SotwStream.ENVOY).publish(generation("old", count));
    stream.ask(CLUSTER);
    stream.settle();
    stream.ask(CLUSTER_LOAD_ASSIGNMENT, names("old", count));
    stream.settle(names("old", count));
    stream.ask(LISTENER);
    stream.settle();
    stream.ask(ROUTE_CONFIGURATION, names("r", count));
    stream.settle(names("r", count));

    stream.publish(generation("new", count));
    DiscoveryResponse clusters = stream.one(CLUSTER);
    stream.ask(CLUSTER_LOAD_ASSIGNMENT, names("new", count));
    DiscoveryResponse assignments = stream.one(CLUSTER_LOAD_ASSIGNMENT);
    stream.ack(assignments, names("new", count));
    stream.ack(clusters); // the first round trip
    stream.ack(stream.one(ROUTE_CONFIGURATION), names("r", count)); // the second
    stream.ack(stream.one(CLUSTER));

    stream.silent();
    assertThat(stream.session().holds()).isEmpty();
    assertThat(stream.session().nextDeadline()).isEqualTo(Long.MAX_VALUE);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 10})
  @Rule("O-8")
  void swapOnDeltaTakesTheSameRoundTripsHoweverManyClustersMove(int count) {
    DeltaStream stream =
        DeltaStream.ads(DeltaStream.ENVOY).publish((Object[]) generation("old", count));
    stream.wildcard(CLUSTER);
    stream.acked();
    stream.subscribe(CLUSTER_LOAD_ASSIGNMENT, names("old", count));
    stream.acked();
    stream.wildcard(LISTENER);
    stream.acked();
    stream.subscribe(ROUTE_CONFIGURATION, names("r", count));
    stream.acked();

    stream.publish((Object[]) generation("new", count));
    DeltaReply clusters = stream.next(CLUSTER);
    stream.subscribe(CLUSTER_LOAD_ASSIGNMENT, names("new", count));
    stream.ack(stream.next(CLUSTER_LOAD_ASSIGNMENT));
    stream.ack(clusters);
    stream.ack(stream.next(ROUTE_CONFIGURATION));
    stream.ack(stream.next(CLUSTER));
    stream.ack(stream.next(CLUSTER_LOAD_ASSIGNMENT)); // that the old ones are gone

    stream.silent();
    assertThat(stream.session().holds()).isEmpty();
    assertThat(stream.session().nextDeadline()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  @Rule("O-8")
  void atRestNothingIsDecidedWhateverTheClientSays() {
    StreamContext stream =
        new StreamContext(
            Variant.DELTA,
            true,
            SessionOptions.defaults("test"),
            Shared.NOTHING,
            NodeMemory.NONE,
            ViewHistory.NONE);
    Map<ResourceType, TypeSession> types = new TreeMap<>();
    AdsSequencer sequencer = new AdsSequencer(stream, types);
    View view = View.of(Snapshot.of(generation("old", 1)));
    for (ResourceType type : List.of(CLUSTER, LISTENER)) {
      DeltaTypeSession session = new DeltaTypeSession(type, stream, type.shortName() + ".");
      session.onRequest(
          DeltaDiscoveryRequest.getDefaultInstance(), ListedVersions.NONE, true, Set.of());
      types.put(type, session);
    }
    sequencer.touched();
    assertThat(sequencer.decide(view, NOW)).isTrue();
    exchange(types, sequencer, view);

    List<Boolean> decided = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      sequencer.touched(); // as each request does, an ACK too
      decided.add(sequencer.decide(view, NOW + i));
    }
    assertThat(decided).containsOnly(false);

    View changed = view.replaceWith(Snapshot.of(generation("new", 1)));
    assertThat(sequencer.decide(changed, NOW)).isTrue();
    exchange(types, sequencer, changed);
    sequencer.touched();
    assertThat(sequencer.decide(changed, NOW)).isFalse();
  }

  /** All is sent, and accepted, until nothing is left to send. */
  private static void exchange(
      Map<ResourceType, TypeSession> types, AdsSequencer sequencer, View view) {
    for (int rounds = 0; rounds < 10; rounds++) {
      for (TypeSession session : types.values()) {
        Response response = session.poll(sequencer.shown(session.type(), view), null, NOW);
        if (response != null) {
          ((DeltaTypeSession) session)
              .onRequest(
                  DeltaDiscoveryRequest.newBuilder().setResponseNonce(response.nonce()).build(),
                  ListedVersions.NONE,
                  false,
                  Set.of());
        }
      }
      sequencer.touched();
      sequencer.decide(view, NOW);
      sequencer.takeEvents();
    }
  }
}
