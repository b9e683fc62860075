package io.binnacle.server.history;

import static io.binnacle.core.resource.ResourceType.CLUSTER;
import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.core.view.Overlay;
import io.binnacle.core.view.TypeView;
import io.binnacle.rules.Rule;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** O-10: views are found by their version, however many came after them, within a bound. */
class BoundedViewHistoryTest {

  private final BoundedViewHistory history = new BoundedViewHistory(1 << 20);

  private TypeView publish(TypeView before, String... clusters) {
    TypeView next = Clusters.changed(before, clusters);
    history.published(before, next);
    return next;
  }

  private List<String> found(TypeView view) {
    return Clusters.of(history.find(CLUSTER, view.version()));
  }

  @Test
  @Rule("O-10")
  void viewThatWasPublishedAndNeverShownIsKnownWhenItIsReplaced() {
    TypeView first = Clusters.view("a=1");
    history.published(null, first);
    TypeView second = publish(first, "a=2");

    assertThat(found(first)).containsExactly("a=1");
    assertThat(found(second)).containsExactly("a=2");
    assertThat(history.find(CLUSTER, "of another world")).isNull();
  }

  @Test
  @Rule("O-10")
  void phaseOfTransitionThatAClientWasShownIsKnown() {
    TypeView view = Clusters.view("a=1");
    TypeView phase = view.with(Overlay.EMPTY.showing(Clusters.cluster("old=1")));
    history.shown(phase);

    assertThat(found(phase)).containsExactly("a=1", "old=1");
  }

  /** A group that is quiet for months loses its present view to no other group. */
  @Test
  @Rule("O-10")
  void viewThatIsReplacedAfterALongTimeIsTheNewestOfAll() {
    TypeView quiet = Clusters.view("quiet=1");
    history.published(null, quiet);
    history.shown(quiet);
    TypeView busy = Clusters.view("busy=0");
    history.published(null, busy);
    for (int i = 1; i < 3_000; i++) {
      busy = publish(busy, "busy=" + i);
      history.shown(busy);
    }
    publish(quiet, "quiet=2");

    assertThat(found(quiet)).containsExactly("quiet=1");
  }

  /** Break: {@code RememberedViews.keep} without its loop. */
  @Test
  @Rule("O-10")
  void formerViewsAreForgottenTheOldestFirstWhenTheyAreTooMuch() {
    List<TypeView> views = new ArrayList<>();
    TypeView view = Clusters.view("a=0");
    String large = "x".repeat(10_000);
    for (int i = 1; i <= 200; i++) {
      view = publish(view, "a=" + large + i);
      views.add(view);
    }

    long known = views.stream().filter(v -> history.keeps(v)).count();
    assertThat(known).isBetween(80L, 105L);
    assertThat(history.keeps(views.get(0))).isFalse();
    assertThat(history.keeps(views.get(198))).isTrue();
  }

  /** Break: {@code RememberedViews.keep} without the largest part. */
  @Test
  @Rule("O-10")
  void oneLargeViewPushesNoOtherOut() {
    TypeView small = Clusters.view("a=1");
    history.published(null, small);
    history.shown(small);
    TypeView large = Clusters.view("b=" + "x".repeat(2 << 20));
    history.published(null, large);
    history.shown(large);

    assertThat(history.keeps(small)).isTrue();
    assertThat(history.keeps(large)).isTrue();
  }
}
