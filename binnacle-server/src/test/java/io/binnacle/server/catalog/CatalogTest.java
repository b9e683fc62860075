package io.binnacle.server.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.view.Snapshot;
import io.binnacle.core.view.TypeView;
import io.binnacle.core.view.View;
import io.binnacle.rules.Rule;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CatalogTest {

  private static final ResourceType CDS = ResourceType.CLUSTER;

  private final Deque<Runnable> renderings = new ArrayDeque<>();
  private long now;
  private final Catalog catalog =
      new Catalog(NodeAssigner.everyNodeGets("edge"), renderings::add, () -> now);
  private final List<String> heard = new ArrayList<>();

  CatalogTest() {
    catalog.addListener(
        new CatalogListener() {
          @Override
          public void onPublish(PublicationProgress publication) {
            heard.add(publication.group());
          }

          @Override
          public void onRendered(String group) {
            heard.add("rendered " + group);
          }

          @Override
          public void onAssignerChanged() {
            heard.add("assigner");
          }
        });
  }

  private static Cluster cluster(String name) {
    return Cluster.newBuilder().setName(name).build();
  }

  private static ViewKey key(String id) {
    return new ViewKey("edge", Map.of("id", id));
  }

  private View ready(ViewLookup lookup) {
    assertThat(lookup).isInstanceOf(ViewLookup.Ready.class);
    return ((ViewLookup.Ready) lookup).view();
  }

  private void render() {
    while (!renderings.isEmpty()) {
      renderings.removeFirst().run();
    }
  }

  @Test
  void aSecondPublishKeepsWhatDidNotChange() {
    catalog.publish("edge", Snapshot.of(cluster("a"), cluster("b")));
    TypeView before = ready(catalog.acquire(ViewKey.of("edge"))).type(CDS);
    catalog.publish("edge", Snapshot.of(cluster("a"), cluster("c")));
    TypeView after = ready(catalog.lookup(ViewKey.of("edge"))).type(CDS);

    assertThat(after.get("a")).isSameAs(before.get("a"));
    assertThat(after.changesSince(before)).extracting("name").containsExactly("b", "c");
    assertThat(heard).containsExactly("edge", "edge");
  }

  @Test
  void anUpdateTouchesOnlyWhatItNames() {
    catalog.publish("edge", Snapshot.of(cluster("a"), cluster("b")));
    TypeView before = ready(catalog.lookup(ViewKey.of("edge"))).type(CDS);
    Map<String, Resource> edits = new HashMap<>();
    edits.put("a", null);
    edits.put("c", Resource.of(cluster("c")));
    catalog.update("edge", Map.of(CDS, Collections.unmodifiableMap(edits)));

    TypeView after = ready(catalog.lookup(ViewKey.of("edge"))).type(CDS);
    assertThat(after.changesSince(before)).extracting("name").containsExactly("a", "c");
  }

  @Test
  void aPublishOfTheSameWakesNobodyAndIsSettledAtOnce() {
    catalog.publish("edge", Snapshot.of(cluster("a")));
    heard.clear();
    Publication same = catalog.publish("edge", Snapshot.of(cluster("a")));
    Publication update =
        catalog.update("edge", Map.of(CDS, Map.of("a", Resource.of(cluster("a")))));

    assertThat(heard).isEmpty();
    assertThat(same.soFar().settled()).isTrue();
    assertThat(update.soFar().isAccepted()).isTrue();
  }

  @Test
  void aTemplateIsRenderedOncePerDistinctKeyAndSharesWhatIsEqual() {
    List<String> rendered = new ArrayList<>();
    catalog.publish(
        "edge",
        variables -> {
          rendered.add(variables.get("id"));
          return Snapshot.of(cluster("common"), cluster("of-" + variables.get("id")));
        });
    assertThat(catalog.acquire(key("1"))).isInstanceOf(ViewLookup.Rendering.class);
    catalog.acquire(key("2"));
    catalog.acquire(key("1"));
    render();
    assertThat(rendered).containsOnly("1", "2");

    rendered.clear();
    catalog.publish(
        "edge",
        variables -> {
          rendered.add(variables.get("id"));
          return Snapshot.of(
              cluster("common").toBuilder().setAltStatName("new").build(),
              cluster("of-" + variables.get("id")));
        });
    assertThat(rendered).containsExactlyInAnyOrder("1", "2");
    TypeView one = ready(catalog.lookup(key("1"))).type(CDS);
    TypeView two = ready(catalog.lookup(key("2"))).type(CDS);
    assertThat(one.get("common")).isSameAs(two.get("common"));
  }

  @Test
  @Rule("B-6")
  void aTemplateThatFailsForOneViewInUseChangesNone() {
    catalog.publish("edge", variables -> Snapshot.of(cluster("old")));
    catalog.acquire(key("1"));
    catalog.acquire(key("2"));
    render();

    assertThatThrownBy(
            () ->
                catalog.publish(
                    "edge",
                    variables -> {
                      if (variables.get("id").equals("2")) {
                        throw new IllegalArgumentException("no zone");
                      }
                      return Snapshot.of(cluster("new"));
                    }))
        .hasMessage("no zone");
    assertThat(ready(catalog.lookup(key("1"))).type(CDS).get("old")).isNotNull();
  }

  @Test
  void aFirstRenderingThatFailsIsToldAndMendedByTheNextPublish() {
    catalog.publish(
        "edge",
        variables -> {
          throw new IllegalArgumentException("no zone");
        });
    catalog.acquire(key("1"));
    render();
    assertThat(catalog.lookup(key("1"))).isEqualTo(new ViewLookup.Failed("no zone"));

    catalog.publish("edge", variables -> Snapshot.of(cluster("a")));
    assertThat(ready(catalog.lookup(key("1"))).type(CDS).size()).isEqualTo(1);
  }

  @Test
  void aViewThatNobodyUsesForFiveMinutesIsDropped() {
    catalog.publish("edge", variables -> Snapshot.of(cluster("a")));
    catalog.acquire(key("1"));
    render();
    catalog.release(key("1"));
    now += Duration.ofMinutes(5).toNanos();
    catalog.acquire(key("2"));
    assertThat(catalog.views("edge")).containsKey(Map.of("id", "1"));

    now += 1;
    catalog.acquire(key("3"));
    assertThat(catalog.views("edge")).doesNotContainKey(Map.of("id", "1"));
  }

  @Test
  void theViewsOfAGroupAreBoundedSinceANodeIdIsOnlyAClaim() {
    catalog.publish("edge", variables -> Snapshot.EMPTY);
    for (int i = 0; i < 10_000; i++) {
      catalog.acquire(key("n" + i));
    }
    assertThat(catalog.acquire(key("one-more"))).isEqualTo(new ViewLookup.TooMany(10_000));
    assertThat(catalog.acquire(key("n5"))).isInstanceOf(ViewLookup.Rendering.class);
  }

  @Test
  void aTemplateCannotBeEditedResourceByResource() {
    catalog.publish("edge", variables -> Snapshot.EMPTY);

    assertThatThrownBy(() -> catalog.update("edge", Map.of()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("publish the template anew");
  }

  @Test
  void aGroupThatTurnsIntoATemplateIsRenderedForItsNodes() {
    catalog.publish("edge", Snapshot.of(cluster("plain")));
    catalog.acquire(key("1"));
    catalog.publish("edge", variables -> Snapshot.of(cluster("rendered")));
    assertThat(catalog.lookup(key("1"))).isInstanceOf(ViewLookup.NotThere.class);
    catalog.acquire(key("1"));
    render();
    assertThat(ready(catalog.lookup(key("1"))).type(CDS).get("rendered")).isNotNull();
  }

  @Test
  void aRemovedGroupIsGone() {
    catalog.publish("edge", Snapshot.of(cluster("a")));
    catalog.remove("edge");

    assertThat(catalog.groups()).isEmpty();
    assertThat(catalog.lookup(ViewKey.of("edge"))).isInstanceOf(ViewLookup.NotThere.class);
  }

  /** Break: {@code Catalog.announce} in the other order. */
  @Test
  @Rule("O-10")
  void viewsAreToldBeforeTheyAreVisibleWithWhatTheyFollowUpon() {
    List<String> told = new ArrayList<>();
    catalog.addListener(
        new CatalogListener() {
          @Override
          public void onView(View before, View next) {
            boolean visible = catalog.views("edge").containsValue(next);
            told.add(before.type(CDS).all() + " to " + next.type(CDS).all() + " " + visible);
          }

          @Override
          public void onPublish(PublicationProgress publication) {}

          @Override
          public void onRendered(String group) {}

          @Override
          public void onAssignerChanged() {}
        });
    catalog.publish("edge", variables -> Snapshot.of(cluster(variables.get("id"))));
    catalog.acquire(key("one"));
    render();
    View first = ready(catalog.lookup(key("one")));
    catalog.publish("edge", variables -> Snapshot.of(cluster(variables.get("id") + "2")));
    View second = ready(catalog.lookup(key("one")));

    assertThat(told)
        .containsExactly(
            "[] to " + first.type(CDS).all() + " false",
            first.type(CDS).all() + " to " + second.type(CDS).all() + " false");
  }
}
