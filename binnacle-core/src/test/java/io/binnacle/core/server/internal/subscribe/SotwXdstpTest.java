package io.binnacle.core.server.internal.subscribe;

import static io.binnacle.core.Resources.cluster;
import static io.binnacle.core.Resources.listener;
import static io.binnacle.core.Resources.secret;
import static io.binnacle.core.resource.ResourceType.CLUSTER;
import static io.binnacle.core.resource.ResourceType.LISTENER;
import static io.binnacle.core.resource.ResourceType.SECRET;
import static io.binnacle.core.server.harness.SotwStream.ENVOY;
import static io.binnacle.core.server.harness.SotwStream.GRPC;
import static io.binnacle.core.server.harness.SotwStream.names;
import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.core.resource.Resource;
import io.binnacle.core.server.RequestFacts;
import io.binnacle.core.server.harness.SotwStream;
import io.binnacle.rules.Rule;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rules X on SotW streams. */
class SotwXdstpTest {

  private static final String EDGE = "xdstp://lab/envoy.config.cluster.v3.Cluster/edge/";

  // Break: compare names as they are written in Subscription.parse.
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @Rule("X-1")
  void aNameIsComparedInItsCanonicalForm(boolean typed) {
    Resource resource = Resource.builder("xdstp://g/t/x?b=1&a=2", secret("x", "1")).build();
    SotwStream stream = typed ? SotwStream.typed(SECRET, GRPC) : SotwStream.ads(GRPC);
    stream.publish(resource);
    stream.ask(SECRET, "xdstp://g/t/%78?a=2&b=1");
    DiscoveryResponse first = stream.one();
    assertThat(first.getResourcesList()).containsExactly(resource.packed());

    // written in another way it is no new name
    assertThat(stream.ack(first, "xdstp://g/t/x?b=1&a=2").added()).isEmpty();
    stream.silent();
  }

  // Break: let Subscription.selects match any name that begins with the glob's path.
  @Test
  @Rule("X-2") // ED-78
  void aGlobOfClustersOrListenersIsServedWithItsDirectMembers() {
    String edge = "xdstp://lab/envoy.config.listener.v3.Listener/edge/";
    SotwStream stream = SotwStream.ads(ENVOY);
    stream.publish(
        cluster(EDGE + "a"),
        cluster(EDGE + "a/b"),
        cluster(EDGE.replace("edge", "core") + "c"),
        cluster("plain"),
        listener(edge + "l", "1"));
    stream.ask(CLUSTER, EDGE + "*");
    assertThat(names(stream.one())).containsExactly(EDGE + "a");
    stream.ask(LISTENER, edge + "*");
    assertThat(names(stream.one())).containsExactly(edge + "l");

    // members come and go
    stream.publish(cluster(EDGE + "a"), cluster(EDGE + "n"), listener(edge + "l", "1"));
    assertThat(names(stream.one())).containsExactly(EDGE + "a", EDGE + "n");
    stream.publish(cluster(EDGE + "x/y"), listener(edge + "l", "1"));
    assertThat(stream.one().getResourcesList()).isEmpty();
    stream.publish(cluster(EDGE + "x/z"), listener(edge + "l", "1"));
    stream.silent();
  }

  // Break: drop contextOf from ResourceName.collectionOf.
  @Test
  @Rule("X-2") // ED-79
  void membersCarryTheContextOfTheirGlob() {
    SotwStream stream = SotwStream.ads(ENVOY);
    stream.publish(cluster(EDGE + "a"), cluster(EDGE + "b?env=prod"), cluster(EDGE + "c?env=test"));
    stream.ask(CLUSTER, EDGE + "*?env=prod");

    assertThat(names(stream.one())).containsExactly(EDGE + "b?env=prod");
  }

  // Break: leave malformed names out of the names in Subscription.replace.
  @Test
  @Rule("X-3")
  void aMalformedNameIsAnsweredAsNotExistingAndCounted() {
    SotwStream stream = SotwStream.ads(GRPC).publish(cluster("a"), secret("a", "1"));
    stream.ask(CLUSTER, "a");
    DiscoveryResponse first = stream.one();

    RequestFacts facts = stream.ack(first, "a", "xdstp://g/%", "xdstp://*", "xdstp://");

    assertThat(facts.malformed()).containsExactly("xdstp://g/%", "xdstp://*", "xdstp://");
    // full state: newly named, so answered; the same names again are not
    DiscoveryResponse second = stream.one();
    assertThat(names(second)).containsExactly("a");
    stream.ack(second, "a", "xdstp://g/%", "xdstp://*", "xdstp://");
    stream.silent();
    // partial: what does not exist is not answered
    stream.ask(SECRET, "xdstp://g", "a");
    assertThat(names(stream.one())).containsExactly("a");
    stream.ask(SECRET, "a", "xdstp://?#");
    stream.silent();
    SotwStream only = SotwStream.ads(GRPC).publish(secret("a", "1"));
    only.ask(SECRET, "xdstp://g");
    only.silent();
  }
}
