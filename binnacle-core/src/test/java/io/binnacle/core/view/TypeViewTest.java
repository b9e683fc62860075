package io.binnacle.core.view;

import static io.binnacle.core.Resources.secret;
import static io.binnacle.core.resource.ResourceType.SECRET;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.binnacle.core.Resources;
import io.binnacle.core.resource.Resource;
import io.binnacle.rules.Rule;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TypeViewTest {

  private static final String P = "xdstp://lab/envoy.x.Secret/";

  @Test
  void anEditThatChangesNothingGivesTheSameView() {
    TypeView view = view(Resource.of(secret("a", "1")));

    assertThat(view.apply(Map.of("a", Resource.of(secret("a", "1"))))).isSameAs(view);
    Map<String, Resource> removal = new HashMap<>();
    removal.put("none", null);
    assertThat(view.apply(removal)).isSameAs(view);
    assertThat(view.replaceWith(Map.of("a", Resource.of(secret("a", "1"))))).isSameAs(view);
  }

  @Test
  void twoSuccessorsOfOneViewAreToldApart() {
    TypeView view = view(Resource.of(secret("a", "1")));
    TypeView one = view.apply(Map.of("b", Resource.of(secret("b", "1"))));
    TypeView other = view.apply(Map.of("c", Resource.of(secret("c", "1"))));

    assertThat(other.changesSince(one)).extracting(Change::name).containsExactly("b", "c");
    assertThat(other.changesSince(view)).extracting(Change::name).containsExactly("c");
  }

  @Test
  void anAliasThatTwoResourcesClaimOutlivesEitherOfThem() {
    TypeView both =
        view(Resource.builder("a", secret("a", "1")).alias("x").build())
            .apply(Map.of("b", Resource.builder("b", secret("b", "1")).alias("x").build()));
    Map<String, Resource> withoutA = new HashMap<>();
    withoutA.put("a", null);
    Map<String, Resource> withoutB = new HashMap<>();
    withoutB.put("b", null);

    assertThat(both.get("x")).extracting("name").isEqualTo("a");
    assertThat(both.apply(withoutA).get("x")).extracting("name").isEqualTo("b");
    assertThat(both.apply(withoutB).get("x")).extracting("name").isEqualTo("a");
  }

  @Test
  @Rule("D-14")
  void anAliasFindsItsResourceAlsoWhenItMovesToAnother() {
    TypeView view = view(Resource.builder("a", secret("a", "1")).alias("x").build());
    assertThat(view.get("x")).isSameAs(view.get("a"));

    TypeView moved =
        view.apply(
            Map.of(
                "a", Resource.of(secret("a", "1")),
                "b", Resource.builder("b", secret("b", "1")).alias("x").build()));

    assertThat(moved.get("x")).isSameAs(moved.get("b"));
    Map<String, Resource> removal = new HashMap<>();
    removal.put("b", null);
    assertThat(moved.apply(removal).get("x")).isNull();
    assertThat(moved.apply(removal).hasAliases()).isFalse();
  }

  @Test
  @Rule({"X-2", "D-19"})
  void membersLieDirectlyUnderTheirGlobWithItsContext() {
    TypeView view =
        view(
            named(P + "edge/a"),
            named(P + "edge/b?k=v"),
            named(P + "edge/a/deep"),
            named(P + "edge-1/a"),
            named(P + "core/a"),
            Resource.of(secret("edge/a", "1")));

    assertThat(view.membersOf(P + "edge/*"))
        .extracting(Resource::name)
        .containsExactly(P + "edge/a");
    assertThat(view.membersOf(P + "edge/*?k=v"))
        .extracting(Resource::name)
        .containsExactly(P + "edge/b?k=v");
    assertThat(view.membersOf(P + "none/*")).isEmpty();
    TypeView emptied = view.replaceWith(Map.of());
    assertThat(emptied.removedMembersOf(P + "edge/*")).containsExactly(P + "edge/a");
  }

  @Test
  void anOverlayShowsFormerContentAndHidesWhatIsNotToBeSeenYet() {
    Resource before = Resource.of(secret("a", "1"));
    TypeView old = view(before, Resource.of(secret("gone", "1")));
    TypeView now =
        old.replaceWith(
            Map.of("a", Resource.of(secret("a", "2")), "new", Resource.of(secret("new", "1"))));
    Resource gone = old.get("gone");
    assertThat(gone).isNotNull();

    TypeView shown = now.with(Overlay.EMPTY.showing(before).showing(gone).hiding("new"));

    assertThat(shown.changesSince(old)).isEmpty();
    assertThat(shown.version()).isEqualTo(old.version());
    assertThat(shown.with(Overlay.EMPTY)).isSameAs(now);
    assertThat(now.changesSince(shown))
        .extracting(Change::name)
        .containsExactly("a", "gone", "new");
    assertThat(shown.overlay().names()).containsExactlyInAnyOrder("a", "gone", "new");
  }

  @Test
  void aResourceOfAnotherTypeOrUnderAnotherNameIsRefused() {
    TypeView view = TypeView.empty(SECRET);
    assertThatThrownBy(() -> view.apply(Map.of("a", Resource.of(Resources.cluster("a")))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(SECRET.typeUrl());
    assertThatThrownBy(() -> view.apply(Map.of("b", Resource.of(secret("a", "1")))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("b");
  }

  private static Resource named(String name) {
    return Resource.builder(name, secret("m", "1")).build();
  }

  private static TypeView view(Resource... resources) {
    Map<String, Resource> all = new HashMap<>();
    for (Resource resource : resources) {
      all.put(resource.name(), resource);
    }
    return TypeView.empty(SECRET).replaceWith(all);
  }
}
