package io.binnacle.core.view;

import static io.binnacle.core.Resources.cluster;
import static io.binnacle.core.Resources.secret;
import static io.binnacle.core.resource.ResourceType.CLUSTER;
import static io.binnacle.core.resource.ResourceType.LISTENER;
import static io.binnacle.core.resource.ResourceType.SECRET;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.binnacle.core.resource.Origin;
import io.binnacle.core.resource.Resource;
import io.binnacle.rules.Rule;
import org.junit.jupiter.api.Test;

class SnapshotTest {

  @Test
  void holdsResourcesByTypeAndName() {
    Snapshot snapshot = Snapshot.of(cluster("a"), secret("a", "1"), cluster("b"));

    assertThat(snapshot.types()).containsExactly(CLUSTER, SECRET);
    assertThat(snapshot.size()).isEqualTo(3);
    assertThat(snapshot.resources(CLUSTER)).containsOnlyKeys("a", "b");
    assertThat(snapshot.resources(LISTENER)).isEmpty();
    assertThatThrownBy(() -> snapshot.resources(CLUSTER).clear())
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  @Rule("S-16")
  void aNameThatComesTwiceIsRefusedWithBothPlaces() {
    var builder =
        Snapshot.builder()
            .add(
                Resource.builder("a", cluster("a", "1"))
                    .origin(new Origin("one.yaml", 3, 0))
                    .build());
    assertThatThrownBy(
            () ->
                builder.add(
                    Resource.builder("a", cluster("a", "2"))
                        .origin(new Origin("two.yaml", 7, 2))
                        .build()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(CLUSTER.typeUrl())
        .hasMessageContaining("'a'")
        .hasMessageContaining("one.yaml:3")
        .hasMessageContaining("two.yaml:7:2");
  }

  @Test
  @Rule("S-7")
  void aViewThatIsReplacedWithTheSameKeepsItsIdentityPerType() {
    View view = View.of(Snapshot.of(cluster("a"), secret("s", "1")));

    assertThat(view.replaceWith(Snapshot.of(secret("s", "1"), cluster("a")))).isSameAs(view);
    View changed = view.replaceWith(Snapshot.of(cluster("a"), secret("s", "2")));
    assertThat(changed.type(CLUSTER)).isSameAs(view.type(CLUSTER));
    assertThat(changed.type(SECRET)).isNotSameAs(view.type(SECRET));
    View without = view.replaceWith(Snapshot.of(cluster("a")));
    assertThat(without.type(SECRET).size()).isZero();
    assertThat(without.types()).contains(SECRET);
    assertThat(View.empty().type(LISTENER)).isSameAs(view.type(LISTENER));
  }
}
