package io.binnacle.core.server.internal.subscribe;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.binnacle.core.resource.Resource;
import io.binnacle.rules.Rule;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

@Rule("D-5")
class InitialVersionsTest {

  private static Resource cluster(String name) {
    return Resource.of(Cluster.newBuilder().setName(name).build());
  }

  private static InitialVersions of(Map<String, String> listed) {
    return new InitialVersions(ListedVersions.of(listed), Set.of());
  }

  /** Break: {@code ListedVersions.isVersionOf} compares with {@code version()} in every case. */
  @Test
  void comparingWhatIsEqualMakesNoObjects() {
    List<Resource> view = new ArrayList<>();
    Map<String, String> listed = new LinkedHashMap<>();
    for (int i = 0; i < 1_000; i++) {
      view.add(cluster("c" + i));
      listed.put("c" + i, view.get(i).version());
    }
    InitialVersions initial = of(listed);
    view.forEach(resource -> assertThat(initial.meets(resource)).isTrue());
    InitialVersions again = of(listed);
    again.meets(view.get(view.size() - 1)); // what is remembered of the others has its size

    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    boolean all = true;
    for (int i = 0; i < 1_000; i++) {
      all &= again.meets(view.get(i));
    }
    long allocated = threads.getCurrentThreadAllocatedBytes() - before;

    assertThat(all).isTrue();
    assertThat(again.unmet()).isEmpty();
    assertThat(allocated).as("bytes for 1,000 comparisons").isLessThan(1_000);
  }

  @Test
  void otherVersionsOtherNamesAndWhatIsNotThereAreTold() {
    Resource same = cluster("same");
    InitialVersions initial =
        of(Map.of("same", same.version(), "other", "v1", "gone", cluster("x").version()));

    assertThat(initial.meets(same)).isTrue();
    assertThat(initial.meets(cluster("other"))).isFalse();
    assertThat(initial.meets(cluster("new"))).isFalse();
    assertThat(initial.unmet()).containsExactly("gone");
    assertThat(initial.names()).containsExactlyInAnyOrder("same", "other", "gone").hasSize(3);
    assertThat(initial.names().contains("new")).isFalse();
  }

  @Test
  @Rule("D-10")
  void versionsOfASourceAreComparedAsTheyAreAlsoWhereTheyLookLikeHashes() {
    String like = "0123456789abcdef0123456789abcdef";
    Cluster message = Cluster.newBuilder().setName("c").build();
    Resource supplied = Resource.builder("c", message).version(like).build();
    Resource text = Resource.builder("c", message).version("v7").build();

    assertThat(of(Map.of("c", like)).meets(supplied)).isTrue();
    assertThat(of(Map.of("c", like.toUpperCase(java.util.Locale.ROOT))).meets(supplied)).isFalse();
    assertThat(of(Map.of("c", "v7")).meets(text)).isTrue();
    assertThat(of(Map.of("c", "v8")).meets(text)).isFalse();
    assertThat(of(Map.of("c", like)).meets(cluster("c"))).isFalse();
  }

  @Test
  @Rule("VHDS-1")
  void whatTheClientWasToldToBeAbsentItDoesNotHold() {
    InitialVersions initial = of(Map.of("r/host", Resource.ABSENT, "r/other", "v"));

    assertThat(initial.names()).containsExactly("r/other");
    initial.forget(List.of("r/other", "r/other", "unknown"));
    assertThat(initial.isEmpty()).isTrue();
    assertThat(initial.unmet()).isEmpty();
  }

  @Test
  @Rule("X-1")
  void namesThatMeanTheSameAreOneAndTheLastCounts() {
    Resource resource = cluster("xdstp://a/envoy.config.cluster.v3.Cluster/c?a=1&b=2");
    Map<String, String> listed = new LinkedHashMap<>();
    listed.put("xdstp://a/envoy.config.cluster.v3.Cluster/c?b=2&a=1", "old");
    listed.put(resource.name(), resource.version());
    InitialVersions initial = of(listed);

    assertThat(initial.names()).containsExactly(resource.name());
    assertThat(initial.meets(resource)).isTrue();
  }

  @Test
  void listsAreWrittenBackAsTheyCame() {
    Map<String, String> listed = new LinkedHashMap<>();
    for (int i = 0; i < 100; i++) {
      listed.put("c" + i, i % 3 == 0 ? "v" + i : cluster("c" + i).version());
    }
    assertThat(ListedVersions.of(listed).asMap()).isEqualTo(listed);
  }
}
