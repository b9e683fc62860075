package io.binnacle.core.server.internal.wire;

import static io.binnacle.core.Resources.cluster;
import static io.binnacle.core.Resources.secret;
import static io.binnacle.core.resource.ResourceType.CLUSTER;
import static io.binnacle.core.resource.ResourceType.SECRET;
import static io.binnacle.core.server.harness.SotwStream.GRPC;
import static io.binnacle.core.server.harness.SotwStream.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.Message;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.NodeMemory;
import io.binnacle.core.server.Response;
import io.binnacle.core.server.ResponseBody;
import io.binnacle.core.server.Shared;
import io.binnacle.core.server.Variant;
import io.binnacle.core.server.harness.KeepingShared;
import io.binnacle.core.server.harness.SotwStream;
import io.binnacle.core.server.internal.session.ServerSession;
import io.binnacle.core.view.Snapshot;
import io.binnacle.core.view.View;
import io.binnacle.rules.Rule;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryRequest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** What streams have in common and what they have not: B-2, B-6. */
class SharedWorkTest {

  private final Shared shared = new KeepingShared();

  // Break: leave the shareKey out of the Part in SotwTypeSession.fullState, for more than 64.
  @Test
  @Rule("B-2")
  void aChangeIsEncodedOnceForAllStreamsOfAVariant() {
    for (ResourceType type : List.of(CLUSTER, SECRET)) {
      for (Variant variant : List.of(Variant.SOTW, Variant.DELTA)) {
        List<ServerSession> sessions = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
          sessions.add(ask(variant, type, i % 2 == 0 ? List.of() : List.of("*")));
        }
        View first = View.of(Snapshot.of(many("1")));
        assertThat(bodies(sessions, first)).hasSize(1);
        assertThat(bodies(sessions, first.replaceWith(Snapshot.of(many("2"))))).hasSize(1);
      }
    }
  }

  // Break: return null from Part.key when there is no shareKey.
  @Test
  @Rule("B-2")
  void namedSubscriptionsThatGetTheSameShareItsBytesToo() {
    for (Variant variant : List.of(Variant.SOTW, Variant.DELTA)) {
      ServerSession one = ask(variant, SECRET, List.of("n1", "n2"));
      ServerSession other = ask(variant, SECRET, List.of("n2", "n1"));
      View view = View.of(Snapshot.of(many("1")));
      bodies(List.of(one, other), view);
      Message[] changed = many("1");
      changed[2] = secret("n1", "2");

      assertThat(bodies(List.of(one, other), view.replaceWith(Snapshot.of(changed)))).hasSize(1);
    }
  }

  // Break: use a constant nonce in Ledger.sent.
  @Test
  @Rule({"B-2", "S-1"})
  void onlyTheNonceIsWrittenPerStream() {
    ServerSession one = ask(Variant.SOTW, CLUSTER, List.of());
    View view = View.of(Snapshot.of(many("1")));
    one.onView(view);
    Response first = poll(one);
    one.onView(view.replaceWith(Snapshot.of(many("2"))));
    Response second = poll(one);
    ServerSession late = ask(Variant.SOTW, CLUSTER, List.of());
    late.onView(view.replaceWith(Snapshot.of(many("2"))));

    assertThat(second.nonce()).isNotEqualTo(first.nonce());
    assertThat(SotwStream.decoded(second).getNonce()).isEqualTo(second.nonce());
    // the nonce is field 5 and no part of the body
    assertThat(SotwStream.decoded(poll(late)).getResourcesList())
        .isEqualTo(SotwStream.decoded(second).getResourcesList());
  }

  // Break: book the response as sent before the work in SotwTypeSession.send, and forget it.
  @Test
  @Rule("B-6")
  void aFaultInOneStreamReachesNoOther() {
    Shared broken =
        new Shared() {
          @Override
          public <T> T once(Object key, Supplier<T> work) {
            throw new IllegalStateException("out of everything");
          }
        };
    SotwStream bad = new SotwStream(null, GRPC, SotwStream.options(), broken, NodeMemory.NONE);
    SotwStream good = SotwStream.ads(GRPC).publish(cluster("a"));
    bad.show(good.view());
    bad.ask(CLUSTER);
    good.ask(CLUSTER);

    assertThatThrownBy(bad::poll).isInstanceOf(IllegalStateException.class);

    assertThat(SotwStream.names(good.one())).containsExactly("a");
    good.publish(cluster("a"), cluster("b"));
    assertThat(SotwStream.names(good.one())).containsExactly("a", "b");
  }

  // Break: edit the view in place in View.apply.
  @Test
  @Rule("B-6")
  void anEditThatFailsLeavesTheLastGoodStateInService() {
    SotwStream stream = SotwStream.ads(GRPC).publish(cluster("a"));
    stream.ask(CLUSTER);
    stream.one();
    View good = stream.view();

    assertThatThrownBy(
            () ->
                good.apply(
                    Map.of(
                        CLUSTER,
                        Map.of("b", io.binnacle.core.resource.Resource.of(cluster("other"))))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("other");
    assertThatThrownBy(() -> Snapshot.of(cluster("a", "1"), cluster("a", "2")))
        .isInstanceOf(IllegalArgumentException.class);

    stream.show(good);
    stream.silent();
    assertThat(good.type(CLUSTER).size()).isEqualTo(1);
  }

  /** Clusters and secrets, more than are compared one by one. */
  private static Message[] many(String content) {
    Message[] all = new Message[200];
    Arrays.setAll(
        all, i -> i % 2 == 0 ? secret("n" + i / 2, content) : cluster("n" + i / 2, content));
    return all;
  }

  private ServerSession ask(Variant variant, ResourceType type, List<String> names) {
    var session = new ServerSession(variant, null, SotwStream.options(), shared, NodeMemory.NONE);
    if (variant == Variant.SOTW) {
      session.onRequest(request(type, names.toArray(String[]::new)).build());
    } else {
      session.onRequest(
          DeltaDiscoveryRequest.newBuilder()
              .setTypeUrl(type.typeUrl())
              .addAllResourceNamesSubscribe(names)
              .build());
    }
    return session;
  }

  private static Response poll(ServerSession session) {
    Response response = session.poll(0);
    assertThat(response).isNotNull();
    return response;
  }

  private static Set<ResponseBody> bodies(List<ServerSession> sessions, View view) {
    Set<ResponseBody> bodies = java.util.Collections.newSetFromMap(new IdentityHashMap<>());
    for (ServerSession session : sessions) {
      session.onView(view);
      bodies.add(poll(session).body());
      assertThat(session.poll(0)).isNull();
    }
    return bodies;
  }
}
