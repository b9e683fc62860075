package io.binnacle.core.resource;

import static io.binnacle.core.Resources.cluster;
import static io.binnacle.core.Resources.edsCluster;
import static io.binnacle.core.Resources.lbEndpoint;
import static io.binnacle.core.Resources.ledsAssignment;
import static io.binnacle.core.Resources.runtime;
import static io.binnacle.core.Resources.secret;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import com.google.protobuf.Struct;
import com.google.protobuf.Value;
import io.binnacle.rules.Rule;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import io.envoyproxy.envoy.service.runtime.v3.Runtime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ResourceTest {

  @Test
  @Rule("D-10")
  void theVersionIsAFunctionOfContentAlsoWithMapsInIt() {
    List<String> keys = new ArrayList<>(IntStream.range(0, 50).mapToObj(i -> "k" + i).toList());
    String version = Resource.of(layer(keys)).version();
    Collections.reverse(keys);

    assertThat(Resource.of(layer(keys)).version()).isEqualTo(version).hasSize(32);
    assertThat(Resource.of(layer(keys.subList(1, 50))).version()).isNotEqualTo(version);
  }

  private static Runtime layer(List<String> keys) {
    Struct.Builder layer = Struct.newBuilder();
    keys.forEach(key -> layer.putFields(key, Value.newBuilder().setNumberValue(1).build()));
    return Runtime.newBuilder().setName("layer").setLayer(layer).build();
  }

  @Test
  @Rule({"D-10", "L-5"})
  void theVersionCoversNameContentTtlAndAliases() {
    List<String> versions =
        Stream.of(
                Resource.of(secret("a", "1")),
                Resource.of(secret("a", "2")),
                Resource.builder("b", secret("a", "1")).build(),
                Resource.builder("a", secret("a", "1")).ttl(Duration.ofSeconds(1)).build(),
                Resource.builder("a", secret("a", "1")).ttl(Duration.ofSeconds(2)).build(),
                Resource.builder("a", secret("a", "1")).alias("x").build(),
                Resource.builder("a", secret("a", "1")).alias("y").build())
            .map(Resource::version)
            .toList();

    assertThat(versions).doesNotHaveDuplicates();
    assertThat(Resource.builder("a", secret("a", "1")).alias("x").alias("y").build().version())
        .isEqualTo(Resource.builder("a", secret("a", "1")).alias("y").alias("x").build().version());
  }

  @Test
  @Rule("D-10")
  void aVersionFromTheSourceStandsForTheContent() {
    Resource one = Resource.builder("a", secret("a", "1")).version("v7").build();
    Resource other = Resource.builder("a", secret("a", "2")).version("v7").build();

    assertThat(one.version()).isEqualTo("v7");
    assertThat(one.sameContent(other)).isTrue();
    assertThat(one.sameContent(Resource.builder("a", secret("a", "1")).version("v8").build()))
        .isFalse();
  }

  @Test
  @Rule("X-1")
  void namesAndAliasesAreCanonical() {
    Resource resource =
        Resource.builder("xdstp://g/t/x?b=1&a=2", cluster("c")).alias("xdstp://g/t/%79").build();
    assertThat(resource.name()).isEqualTo("xdstp://g/t/x?a=2&b=1");
    assertThat(resource.aliases()).containsExactly("xdstp://g/t/y");
  }

  @Test
  @Rule("X-3")
  void aNameThatCannotBeServedIsRefusedWithTheReason() {
    for (String name : List.of("", "*", "xdstp://g/t/*", "xdstp://g", "xdstp://g/t/%")) {
      assertThatThrownBy(() -> Resource.builder(name, cluster("c")))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(name);
    }
    assertThatThrownBy(() -> Resource.of(Cluster.getDefaultInstance()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Resource.builder");
    assertThatThrownBy(() -> Resource.of(lbEndpoint(1)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Resource.builder("a", cluster("c")).ttl(Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Resource.builder("a", cluster("c")).version(""))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  @Rule("S-17")
  void referencesAreThoseThatWarmingNeeds() {
    assertThat(Resource.of(cluster("c")).references()).isEmpty();
    assertThat(Resource.of(edsCluster("c", "1")).references())
        .containsExactly(new Reference(ResourceType.CLUSTER_LOAD_ASSIGNMENT, "c"));
    assertThat(Resource.of(edsCluster("c", "s", "1")).references())
        .containsExactly(new Reference(ResourceType.CLUSTER_LOAD_ASSIGNMENT, "s"));
    assertThat(Resource.packed("c", Any.pack(edsCluster("c", "s", "1"))).build().references())
        .isEqualTo(Resource.of(edsCluster("c", "s", "1")).references());
    assertThat(Resource.of(ledsAssignment("c", "xdstp://g/t/z/*?b=1&a=2")).references())
        .containsExactly(new Reference(ResourceType.LB_ENDPOINT, "xdstp://g/t/z/*?a=2&b=1"));
    assertThat(Resource.of(runtime("r", "1")).references()).isEmpty();
  }

  @Test
  @Rule("T-2")
  void whatCannotBeReadIsServedAsItIs() {
    Any broken =
        Any.newBuilder()
            .setTypeUrl(ResourceType.CLUSTER.typeUrl())
            .setValue(ByteString.copyFromUtf8("no cluster at all"))
            .build();
    Resource resource = Resource.packed("c", broken).build();
    assertThat(resource.packed()).isSameAs(broken);
    assertThat(resource.references()).isEmpty();
  }
}
