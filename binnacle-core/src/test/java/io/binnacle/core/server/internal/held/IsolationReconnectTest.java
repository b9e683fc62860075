package io.binnacle.core.server.internal.held;

import static io.binnacle.core.Resources.cluster;
import static io.binnacle.core.resource.ResourceType.CLUSTER;
import static io.binnacle.core.server.harness.SotwStream.ENVOY;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.InvalidProtocolBufferException;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.NodeMemory;
import io.binnacle.core.server.harness.KeepingShared;
import io.binnacle.core.server.harness.SotwStream;
import io.binnacle.core.server.harness.ViewsInMemory;
import io.binnacle.rules.Rule;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryResponse;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * S-19 for a SotW client that came back: the version that it names tells what it holds, on a typed
 * stream as on ADS.
 */
class IsolationReconnectTest {

  private final ViewsInMemory history = new ViewsInMemory();

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = "CDS")
  @Rule({"S-19", "O-10"})
  void badClusterThatIsMetAtTheReturnBlocksNoOther(@Nullable String only) {
    ResourceType type = only == null ? null : CLUSTER;
    SotwStream before = stream(type).publish(cluster("a", "1"), cluster("b", "1"));
    before.ask(CLUSTER);
    DiscoveryResponse accepted = before.one();
    before.ack(accepted);

    SotwStream stream = stream(type).publish(cluster("a", "bad"), cluster("b", "2"));
    stream.send(SotwStream.request(CLUSTER).setVersionInfo(accepted.getVersionInfo()));
    assertThat(settled(stream, accepted.getVersionInfo())).containsExactly("a 1", "b 2");
    stream.publish(cluster("a", "bad"), cluster("b", "3"));

    assertThat(contents(stream.one())).containsExactly("a 1", "b 3");
  }

  /** Nobody showed the former state here: this process only published it. */
  @ParameterizedTest
  @NullSource
  @ValueSource(strings = "CDS")
  @Rule({"S-19", "O-10"})
  void stateThatWasPublishedOnlyTellsAsMuch(@Nullable String only) {
    ResourceType type = only == null ? null : CLUSTER;
    SotwStream stream = stream(type).publish(cluster("a", "1"), cluster("b", "1"));
    history.published(null, stream.view().type(CLUSTER));
    String version = stream.view().type(CLUSTER).version();
    stream.publish(cluster("a", "bad"), cluster("b", "2"));

    stream.send(SotwStream.request(CLUSTER).setVersionInfo(version));

    assertThat(settled(stream, version)).containsExactly("a 1", "b 2");
  }

  private SotwStream stream(@Nullable ResourceType type) {
    return new SotwStream(
        type, ENVOY, SotwStream.options(), new KeepingShared(), NodeMemory.NONE, history);
  }

  /** What an Envoy that refuses "bad" ends up with. */
  private static List<String> settled(SotwStream stream, String version) {
    String used = version;
    List<String> holds = List.of();
    for (DiscoveryResponse next = stream.next(); next != null; next = stream.next()) {
      List<String> contents = contents(next);
      if (contents.stream().anyMatch(content -> content.endsWith(" bad"))) {
        stream.nack(next, used);
      } else {
        stream.ack(next);
        used = next.getVersionInfo();
        holds = contents;
      }
    }
    return holds;
  }

  private static List<String> contents(DiscoveryResponse response) {
    List<String> contents = new ArrayList<>();
    for (var packed : response.getResourcesList()) {
      try {
        Cluster cluster = packed.unpack(Cluster.class);
        contents.add(cluster.getName() + " " + cluster.getAltStatName());
      } catch (InvalidProtocolBufferException e) {
        throw new AssertionError(e);
      }
    }
    return contents;
  }
}
