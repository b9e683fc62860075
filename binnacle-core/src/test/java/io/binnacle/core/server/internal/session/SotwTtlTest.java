package io.binnacle.core.server.internal.session;

import static io.binnacle.core.Resources.assignment;
import static io.binnacle.core.Resources.cluster;
import static io.binnacle.core.resource.ResourceType.CLUSTER;
import static io.binnacle.core.resource.ResourceType.CLUSTER_LOAD_ASSIGNMENT;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.NodeMemory;
import io.binnacle.core.server.Response;
import io.binnacle.core.server.SessionOptions;
import io.binnacle.core.server.SyncState;
import io.binnacle.core.server.Variant;
import io.binnacle.core.server.harness.NotShared;
import io.binnacle.core.server.harness.SotwStream;
import io.binnacle.core.view.Snapshot;
import io.binnacle.core.view.View;
import io.binnacle.rules.Delivery;
import io.binnacle.rules.Evidence;
import io.binnacle.rules.Rule;
import io.envoyproxy.envoy.config.core.v3.Node;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryResponse;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Times to live in SotW. */
class SotwTtlTest {

  private static final Duration TTL = Duration.ofSeconds(60);
  private static final long HALF = TTL.toNanos() / 2;
  private static final String KNOWS_TTL = "xds.config.supports-resource-ttl";
  private static final Node READS_ALL =
      Node.newBuilder()
          .setId("n")
          .addClientFeatures(KNOWS_TTL)
          .addClientFeatures("xds.config.supports-resource-in-sotw")
          .build();

  private ServerSession session;

  private static Resource living(String name, Message message) {
    return Resource.builder(name, message).ttl(TTL).build();
  }

  /** Opens a stream that asks for all of a type. */
  private DiscoveryResponse open(
      SessionOptions options, Node node, ResourceType type, Resource... resources) {
    return open(null, options, node, type, resources);
  }

  private DiscoveryResponse open(
      @Nullable ResourceType onlyType,
      SessionOptions options,
      Node node,
      ResourceType type,
      Resource... resources) {
    session = new ServerSession(Variant.SOTW, onlyType, options, new NotShared(), NodeMemory.NONE);
    session.onRequest(request(type).setNode(node).build());
    Evidence.ofThisTest().served(Delivery.ofStream(false, onlyType == null));
    show(resources);
    return next(0);
  }

  private void show(Resource... resources) {
    Snapshot.Builder snapshot = Snapshot.builder();
    for (Resource resource : resources) {
      snapshot.add(resource);
    }
    session.onView(View.of(snapshot.build()));
  }

  private static DiscoveryRequest.Builder request(ResourceType type) {
    return DiscoveryRequest.newBuilder().setTypeUrl(type.typeUrl()).addResourceNames("*");
  }

  private DiscoveryResponse next(long now) {
    Response response = session.poll(now);
    assertThat(response).as("a response is due").isNotNull();
    return SotwStream.decoded(response);
  }

  private void answer(DiscoveryResponse response, boolean accepted) {
    DiscoveryRequest.Builder request =
        request(ResourceType.of(response.getTypeUrl())).setResponseNonce(response.getNonce());
    if (!accepted) {
      request.getErrorDetailBuilder().setCode(13).setMessage("refused");
    }
    session.onRequest(request.build());
  }

  private static io.envoyproxy.envoy.service.discovery.v3.Resource unwrapped(Any any) {
    try {
      return any.unpack(io.envoyproxy.envoy.service.discovery.v3.Resource.class);
    } catch (InvalidProtocolBufferException e) {
      throw new AssertionError("not wrapped: " + any.getTypeUrl(), e);
    }
  }

  /** GC-3. Break: {@code Client.readsWrappedInSotw} knows one of the two names only. */
  @ParameterizedTest
  @CsvSource({
    "xds.config.supports-resource-in-sotw,false",
    "xds.config.resource-in-sotw,false",
    "xds.config.resource-in-sotw,true"
  })
  @Rule({"L-1", "L-2"})
  void resourceWithTtlIsWrappedForClientsThatDeclareBoth(String feature, boolean typed) {
    Node node = Node.newBuilder().addClientFeatures(KNOWS_TTL).addClientFeatures(feature).build();
    Resource living = living("a", cluster("a"));

    DiscoveryResponse response =
        open(
            typed ? CLUSTER : null,
            SotwStream.options(),
            node,
            CLUSTER,
            living,
            Resource.builder("b", cluster("b")).build());

    var wrapped = unwrapped(response.getResources(0));
    assertThat(wrapped.getName()).isEqualTo("a");
    assertThat(wrapped.getVersion()).isEqualTo(living.version());
    assertThat(wrapped.getTtl().getSeconds()).isEqualTo(60);
    assertThat(wrapped.getResource()).isEqualTo(living.packed());
    assertThat(response.getResources(1).getTypeUrl()).isEqualTo(CLUSTER.typeUrl());
  }

  /** Break: {@code Client.getsTtl} asks for one of the two only. */
  @ParameterizedTest
  @ValueSource(strings = {KNOWS_TTL, "xds.config.resource-in-sotw", "none"})
  @Rule({"L-1", "L-2"})
  void resourceWithTtlIsBareForAllOthers(String feature) {
    Node node = Node.newBuilder().addClientFeatures(feature).build();
    Resource living = living("a", cluster("a"));
    DiscoveryResponse response = open(SotwStream.options(), node, CLUSTER, living);
    assertThat(response.getResourcesList()).containsExactly(living.packed());
    answer(response, true);
    assertThat(session.nextDeadline()).isEqualTo(Long.MAX_VALUE);
    assertThat(session.poll(10 * HALF)).isNull();
  }

  /** ED-92, ED-93: it would crash. Break: {@code Client.getsTtl} makes no exception. */
  @Test
  @Rule("L-2")
  void envoyGetsNoTtlThoughItDeclaresBothUnlessForced() {
    Node envoy = READS_ALL.toBuilder().setUserAgentName("envoy").build();
    Resource living = living("a", cluster("a"));

    DiscoveryResponse response = open(SotwStream.options(), envoy, CLUSTER, living);
    assertThat(response.getResourcesList()).containsExactly(living.packed());
    answer(response, true);
    assertThat(session.poll(10 * HALF)).isNull();

    SessionOptions forced = SotwStream.options().withEnvoyExceptions(false, true);
    DiscoveryResponse wrapped = open(forced, envoy, CLUSTER, living);
    assertThat(unwrapped(wrapped.getResources(0)).hasTtl()).isTrue();
  }

  /** Break: {@code heartbeat} sends all of the type, or under a version of its own. */
  @Test
  @Rule({"L-3", "L-4"})
  void partialTypeIsKeptAliveByHeartbeatsUnderTheLastSentVersion() {
    Resource living = living("a", assignment("a", 1));
    DiscoveryResponse first =
        open(
            SotwStream.options(),
            READS_ALL,
            CLUSTER_LOAD_ASSIGNMENT,
            living,
            Resource.builder("b", assignment("b", 2)).build());
    assertThat(session.poll(HALF)).as("open").isNull();
    answer(first, true);
    assertThat(session.nextDeadline()).isEqualTo(HALF);
    assertThat(session.poll(HALF - 1)).isNull();

    DiscoveryResponse heartbeat = next(HALF);

    assertThat(heartbeat.getVersionInfo()).isEqualTo(first.getVersionInfo());
    assertThat(heartbeat.getResourcesCount()).isEqualTo(1);
    var alive = unwrapped(heartbeat.getResources(0));
    assertThat(alive.getName()).isEqualTo("a");
    assertThat(alive.getVersion()).isEqualTo(living.version());
    assertThat(alive.getTtl().getSeconds()).isEqualTo(60);
    assertThat(alive.hasResource()).isFalse();
    assertThat(session.poll(3 * HALF)).as("open").isNull();
    answer(heartbeat, true);
    assertThat(session.nextDeadline()).isEqualTo(2 * HALF);
  }

  /** Break: {@code refused} takes a heartbeat like any other response. */
  @Test
  @Rule("L-3")
  void refusedHeartbeatIsFollowedByTheWholeResourceOnce() {
    Resource living = living("a", assignment("a", 1));
    answer(open(SotwStream.options(), READS_ALL, CLUSTER_LOAD_ASSIGNMENT, living), true);
    answer(next(HALF), false);

    DiscoveryResponse whole = next(HALF);
    assertThat(unwrapped(whole.getResources(0)).getResource()).isEqualTo(living.packed());
    answer(whole, false);
    assertThat(session.poll(HALF)).isNull();
  }

  /** Break: {@code decided} takes the ACK of a heartbeat for that of the refused content. */
  @Test
  @Rule({"L-3", "L-4"})
  void heartbeatsAfterANackCarryTheVersionThatWasAcceptedLast() {
    Resource accepted = living("a", assignment("a", 1));
    answer(open(SotwStream.options(), READS_ALL, CLUSTER_LOAD_ASSIGNMENT, accepted), true);
    show(living("a", assignment("a", 2)));
    answer(next(1), false);

    for (int i = 1; i < 4; i++) {
      DiscoveryResponse heartbeat = next(2 * i * HALF);
      assertThat(unwrapped(heartbeat.getResources(0)).getVersion()).isEqualTo(accepted.version());
      answer(heartbeat, true);
      assertThat(session.status().get(0).state()).isEqualTo(SyncState.NACKED);
    }
  }

  /** ED-93: heartbeats would empty the client. Break: {@code heartbeat} makes no difference. */
  @Test
  @Rule("L-4")
  void fullStateTypeIsKeptAliveByTheWholeSetUnderTheSameVersion() {
    Resource living = living("a", cluster("a"));
    Resource other = Resource.builder("b", cluster("b")).build();
    DiscoveryResponse first = open(SotwStream.options(), READS_ALL, CLUSTER, living, other);
    answer(first, true);

    DiscoveryResponse again = next(HALF);

    assertThat(again.getResourcesList()).isEqualTo(first.getResourcesList());
    assertThat(again.getVersionInfo()).isEqualTo(first.getVersionInfo());
    answer(again, true);
    assertThat(session.poll(HALF)).isNull();
    assertThat(session.nextDeadline()).isEqualTo(2 * HALF);
  }

  /** Break: {@code Resource.hashOf} leaves out the TTL. */
  @Test
  @Rule("L-5")
  void removedTtlResendsTheResourceAndEndsTheHeartbeats() {
    answer(
        open(
            SotwStream.options(),
            READS_ALL,
            CLUSTER_LOAD_ASSIGNMENT,
            living("a", assignment("a", 1))),
        true);
    Resource without = Resource.builder("a", assignment("a", 1)).build();
    show(without);
    DiscoveryResponse resent = next(1);
    assertThat(resent.getResourcesList()).containsExactly(without.packed());
    answer(resent, true);
    assertThat(session.poll(10 * HALF)).isNull();
    assertThat(session.nextDeadline()).isEqualTo(Long.MAX_VALUE);
  }
}
