package io.binnacle.server.resolve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.binnacle.core.resource.ResourceType;
import io.binnacle.rules.Rule;
import io.binnacle.server.catalog.Catalog;
import io.binnacle.server.catalog.NodeAssigner;
import io.grpc.Status;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class ResourceResolverTest {

  private static ResourceResolver saying(String who) {
    return lookup -> CompletableFuture.completedFuture(Resolution.failed(Status.Code.UNKNOWN, who));
  }

  private static String asked(ResourceResolver resolver, String name) {
    Lookup lookup = new Lookup("edge", ResourceType.CLUSTER, name);
    Resolution result = resolver.resolve(lookup).toCompletableFuture().join();
    return ((Resolution.Failed) result).message();
  }

  @Test
  @Rule("X-4")
  void collectionsAreListedByTheResolverOfTheirAuthority() {
    ResourceResolver all =
        ResourceResolver.byAuthority(
            Map.of("lab", ResourceResolver.withCollections(saying("lab"))), saying("otherwise"));
    String glob = "xdstp://lab/envoy.config.cluster.v3.Cluster/*";

    assertThat(all.listsCollection(glob)).isTrue();
    assertThat(asked(all, glob)).isEqualTo("lab");
    assertThat(all.listsCollection("xdstp://field/envoy.config.cluster.v3.Cluster/*")).isFalse();
  }

  @Test
  @Rule("X-4")
  void eachAuthorityHasAResolverOfItsOwn() {
    ResourceResolver all =
        ResourceResolver.byAuthority(Map.of("lab", saying("lab")), saying("otherwise"));

    assertThat(asked(all, "xdstp://lab/envoy.config.cluster.v3.Cluster/a")).isEqualTo("lab");
    assertThat(asked(all, "xdstp://field/envoy.config.cluster.v3.Cluster/a"))
        .isEqualTo("otherwise");
    assertThat(asked(all, "xdstp:///envoy.config.cluster.v3.Cluster/a")).isEqualTo("otherwise");
    assertThat(asked(all, "lab")).isEqualTo("otherwise");
  }

  @Test
  void secondResolverOfATypeIsRefused() {
    ResolversBuilder builder =
        Resolvers.builder(new Catalog(NodeAssigner.everyNodeGets("edge")))
            .resolver(ResourceType.CLUSTER, ResourceResolver.nothing());

    assertThatThrownBy(() -> builder.resolver(ResourceType.CLUSTER, ResourceResolver.nothing()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("CDS");
  }

  @Test
  void boundsThatAreNoneAreRefused() {
    ResolverOptions options = ResolverOptions.DEFAULTS;
    assertThatThrownBy(() -> options.withNames(0, 1)).hasMessageContaining("mostNames");
    assertThatThrownBy(() -> options.withRate(0, 1)).hasMessageContaining("perSecond");
    assertThatThrownBy(() -> options.withTimeout(Duration.ZERO)).hasMessageContaining("timeout");
  }
}
