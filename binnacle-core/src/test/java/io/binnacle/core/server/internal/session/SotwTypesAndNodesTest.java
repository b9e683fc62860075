package io.binnacle.core.server.internal.session;

import static io.binnacle.core.Resources.cluster;
import static io.binnacle.core.Resources.edsCluster;
import static io.binnacle.core.Resources.listener;
import static io.binnacle.core.Resources.secret;
import static io.binnacle.core.resource.ResourceType.CLUSTER;
import static io.binnacle.core.resource.ResourceType.CLUSTER_LOAD_ASSIGNMENT;
import static io.binnacle.core.resource.ResourceType.LISTENER;
import static io.binnacle.core.resource.ResourceType.SECRET;
import static io.binnacle.core.server.harness.SotwStream.ENVOY;
import static io.binnacle.core.server.harness.SotwStream.GRPC;
import static io.binnacle.core.server.harness.SotwStream.names;
import static io.binnacle.core.server.harness.SotwStream.request;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import com.google.protobuf.Struct;
import com.google.protobuf.Value;
import io.binnacle.core.Resources;
import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.Answer;
import io.binnacle.core.server.NodeMemory;
import io.binnacle.core.server.RequestFacts;
import io.binnacle.core.server.RequestOutcome;
import io.binnacle.core.server.RequestOutcome.Code;
import io.binnacle.core.server.RequestOutcome.Refused;
import io.binnacle.core.server.Shared;
import io.binnacle.core.server.SyncState;
import io.binnacle.core.server.TypeStatus;
import io.binnacle.core.server.harness.KeepingShared;
import io.binnacle.core.server.harness.SotwStream;
import io.binnacle.rules.Covers;
import io.binnacle.rules.Rule;
import io.envoyproxy.envoy.config.core.v3.Extension;
import io.envoyproxy.envoy.config.core.v3.Locality;
import io.envoyproxy.envoy.config.core.v3.Node;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryResponse;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a SotW stream carries, and whose stream it is: rules T and N. */
class SotwTypesAndNodesTest {

  @Test
  @Rule("T-2")
  @Covers(Covers.OTHER)
  void anUnknownTypeIsEmptyUntilAResourceOfItExists() {
    String url = "type.googleapis.com/acme.v1.Widget";
    ResourceType widget = ResourceType.of(url);
    SotwStream stream = SotwStream.ads(GRPC).publish(cluster("c"));

    stream.ask(widget, "w1");
    stream.silent();

    Any opaque =
        Any.newBuilder().setTypeUrl(url).setValue(ByteString.copyFromUtf8("\n\2w1")).build();
    stream.publish(Resource.packed("w1", opaque).build());

    assertThat(stream.one().getResourcesList()).containsExactly(opaque);
  }

  @Test
  @Rule("T-2")
  void anUnknownTypeCanBeAskedForAsAWildcard() {
    ResourceType widget = ResourceType.of("type.googleapis.com/acme.v1.Widget");
    SotwStream stream = SotwStream.ads(GRPC).publish(cluster("c"));
    stream.ask(widget);
    stream.silent();
    Any opaque =
        Any.newBuilder()
            .setTypeUrl(widget.typeUrl())
            .setValue(ByteString.copyFromUtf8("\n\2w1"))
            .build();
    stream.publish(Resource.packed("w1", opaque).build());

    assertThat(names(stream.one())).containsExactly("w1");
  }

  @Test
  @Rule("T-3")
  void aTypedServiceImpliesItsType() {
    SotwStream stream = SotwStream.typed(CLUSTER, GRPC).publish(cluster("c"), listener("l", "1"));

    stream.send(DiscoveryRequest.newBuilder());

    DiscoveryResponse response = stream.one();
    assertThat(response.getTypeUrl()).isEqualTo(CLUSTER.typeUrl());
    stream.send(DiscoveryRequest.newBuilder().setResponseNonce(response.getNonce()));
    assertThat(stream.session().status().get(0).state()).isEqualTo(SyncState.SYNCED);
  }

  @Test
  @Rule("T-3")
  void anotherTypeOnATypedServiceEndsTheStreamAndNamesBoth() {
    SotwStream stream = SotwStream.typed(CLUSTER, GRPC).publish(cluster("c"));

    RequestOutcome outcome = stream.outcome(request(LISTENER));

    assertThat(outcome)
        .isInstanceOfSatisfying(
            Refused.class,
            refused -> {
              assertThat(refused.code()).isEqualTo(Code.INVALID_ARGUMENT);
              assertThat(refused.message()).contains(CLUSTER.typeUrl(), LISTENER.typeUrl());
            });
  }

  @Test
  @Rule({"T-3", "B-4"})
  void anEmptyTypeOnAdsEndsThatStreamOnly() {
    Shared shared = new KeepingShared();
    SotwStream bad = new SotwStream(null, GRPC, SotwStream.options(), shared, NodeMemory.NONE);
    SotwStream good = new SotwStream(null, GRPC, SotwStream.options(), shared, NodeMemory.NONE);
    bad.publish(cluster("c"));
    good.show(bad.view());

    RequestOutcome outcome =
        bad.outcome(DiscoveryRequest.newBuilder().setResponseNonce("nobody's"));

    assertThat(outcome).isInstanceOf(Refused.class);
    assertThat(((Refused) outcome).code()).isEqualTo(Code.INVALID_ARGUMENT);
    good.ask(CLUSTER);
    assertThat(names(good.one())).containsExactly("c");
  }

  @Test
  @Rule("T-3") // ED-19a
  void anEmptyTypeWithAKnownNonceBelongsToThatTypeAndIsNoAck() {
    SotwStream stream = SotwStream.ads(ENVOY).publish(cluster("c"), secret("s", "1"));
    stream.ask(CLUSTER);
    stream.ask(SECRET, "s");
    List<DiscoveryResponse> responses = stream.poll();

    RequestFacts facts =
        stream.send(
            DiscoveryRequest.newBuilder()
                .setVersionInfo(responses.get(1).getVersionInfo())
                .setResponseNonce(responses.get(1).getNonce()));

    assertThat(facts.withoutTypeUrl()).isTrue();
    assertThat(facts.type()).isEqualTo(SECRET);
    assertThat(facts.answer()).isEqualTo(new Answer.None());
    assertThat(facts.removed()).isEmpty();
    assertThat(stream.session().status()).extracting(TypeStatus::open).containsExactly(1, 1);
    stream.publish(cluster("c"), secret("s", "2"));
    assertThat(names(stream.one())).containsExactly("s");
  }

  @Test
  @Rule({"T-4", "T-5", "S-16"})
  void everyResponseSaysItsTypeNonceVersionAndInstance() {
    SotwStream stream =
        SotwStream.ads(GRPC)
            .publish(
                cluster("c"),
                edsCluster("e", "1"),
                Resources.assignment("e", 1),
                listener("l", "1"),
                Resources.route("r", "elsewhere"),
                Resources.scope("sc", "r"),
                secret("s", "1"),
                Resources.runtime("rt", "1"),
                Resources.extension("x"));
    List<ResourceType> types =
        ResourceType.known().stream()
            .filter(type -> !type.equals(ResourceType.LB_ENDPOINT))
            .filter(type -> !type.equals(ResourceType.VIRTUAL_HOST))
            .toList();
    types.forEach(stream::ask);

    // each of the four is checked by the stream itself, for every response of every test
    List<DiscoveryResponse> responses = stream.poll();

    assertThat(responses)
        .extracting(DiscoveryResponse::getTypeUrl)
        .containsExactlyElementsOf(types.stream().map(ResourceType::typeUrl).toList());
    assertThat(responses).extracting(DiscoveryResponse::getNonce).doesNotHaveDuplicates();
  }

  /** Two types without resources have equal versions and equal, empty contents. */
  @Test
  @Rule("T-4")
  void emptyResponsesOfTwoTypesAreNotMixedUp() {
    SotwStream stream = SotwStream.ads(GRPC).publish(secret("s", "1"));
    stream.ask(CLUSTER, "none");
    stream.ask(LISTENER, "none");

    assertThat(stream.poll())
        .extracting(DiscoveryResponse::getTypeUrl)
        .containsExactly(CLUSTER.typeUrl(), LISTENER.typeUrl());
  }

  @Test
  @Rule("T-6")
  void aTypeThatWasNotAskedForIsNotSent() {
    SotwStream stream = SotwStream.ads(ENVOY).publish(edsCluster("e", "1"), secret("s", "1"));
    stream.ask(CLUSTER);
    stream.poll().forEach(stream::ack);

    // not for a change, and not for a warming cluster either
    stream.publish(
        edsCluster("e", "2"), Resources.assignment("e", 1), secret("s", "2"), listener("l", "1"));

    assertThat(stream.one().getTypeUrl()).isEqualTo(CLUSTER.typeUrl());
    stream.silent();
  }

  @Test
  @Rule("N-1")
  void theNodeOfTheFirstRequestServesTheWholeStream() {
    SotwStream stream = SotwStream.ads(ENVOY).publish(cluster("c"), secret("s", "1"));
    stream.ask(SECRET);

    // no node in it, but W-7 still holds: the session knows that it is an Envoy
    assertThat(stream.ask(CLUSTER, "c").envoyWildcardKept()).isTrue();
    assertThat(stream.session().node().getId()).isEqualTo("envoy-1");
  }

  @Test
  @Rule("N-1")
  void aNodeThatComesLaterThanTheFirstRequestDoesNotCount() {
    SotwStream stream =
        new SotwStream(null, null, SotwStream.options(), new KeepingShared(), NodeMemory.NONE);
    stream.publish(cluster("c"));
    stream.ask(SECRET);

    RequestFacts facts = stream.send(request(CLUSTER, "c").setNode(ENVOY));

    assertThat(facts.envoyWildcardKept()).isFalse();
    assertThat(facts.otherNodeId()).isTrue();
    assertThat(stream.session().node()).isEqualTo(Node.getDefaultInstance());
  }

  @Test
  @Rule("N-2")
  void anotherNodeIdChangesNothingAndIsTold() {
    SotwStream stream = SotwStream.ads(GRPC).publish(cluster("a"), cluster("b"));
    stream.ask(CLUSTER, "a");
    DiscoveryResponse response = stream.one();

    RequestFacts facts =
        stream.send(
            request(CLUSTER, "a", "b").setNode(ENVOY).setResponseNonce(response.getNonce()));

    assertThat(facts.otherNodeId()).isTrue();
    assertThat(facts.envoyWildcardKept()).isFalse();
    assertThat(stream.session().node().getId()).isEqualTo("grpc-1");
    assertThat(names(stream.one())).containsExactlyInAnyOrder("a", "b");
    assertThat(stream.send(request(CLUSTER, "a", "b").setNode(GRPC)).otherNodeId()).isFalse();
  }

  @Test
  @Rule({"N-3", "N-5"})
  void whatTheNodeSaidOfItselfIsKeptAsItWasAtTheStart() {
    Node node =
        Node.newBuilder()
            .setId("n")
            .setCluster("edge")
            .setLocality(Locality.newBuilder().setZone("z1"))
            .setMetadata(
                Struct.newBuilder()
                    .putFields("tier", Value.newBuilder().setStringValue("gold").build()))
            .setUserAgentName("gRPC Java")
            .addClientFeatures("envoy.lb.does_not_support_overprovisioning")
            .putDynamicParameters(
                CLUSTER.typeUrl(),
                com.github.xds.core.v3.ContextParams.newBuilder().putParams("env", "prod").build())
            .addExtensions(Extension.newBuilder().setName("sixty kilobytes of these"))
            .build();
    SotwStream stream = SotwStream.ads(node);
    stream.ask(CLUSTER);

    stream.send(request(LISTENER).setNode(node.toBuilder().setCluster("other")));

    assertThat(stream.session().node()).isEqualTo(node.toBuilder().clearExtensions().build());
  }

  @Test
  @Rule("N-4")
  void aStreamWithoutNodeIdOrWithoutNodeIsServed() {
    for (Node node : List.of(Node.getDefaultInstance(), Node.newBuilder().setId("").build())) {
      SotwStream stream = SotwStream.ads(node).publish(cluster("c"));
      assertThat(stream.ask(CLUSTER).otherNodeId()).isFalse();
      assertThat(names(stream.one())).containsExactly("c");
    }
    SotwStream nodeless =
        new SotwStream(null, null, SotwStream.options(), new KeepingShared(), NodeMemory.NONE);
    nodeless.publish(cluster("c"));
    assertThat(nodeless.ask(CLUSTER).firstOfStream()).isTrue();
    assertThat(names(nodeless.one())).containsExactly("c");
    assertThat(nodeless.session().isConnected()).isTrue();
  }

  @Test
  @Rule("T-6")
  void typesThatWereAskedForAreTold() {
    SotwStream stream = SotwStream.ads(GRPC);
    stream.ask(SECRET, "s");
    stream.ask(CLUSTER_LOAD_ASSIGNMENT, "a");

    assertThat(stream.session().types()).isEqualTo(Set.of(SECRET, CLUSTER_LOAD_ASSIGNMENT));
  }
}
