package io.binnacle.core.view;

import static io.binnacle.core.Resources.secret;
import static io.binnacle.core.resource.ResourceType.SECRET;
import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.core.resource.ContentHash;
import io.binnacle.core.resource.Resource;
import io.binnacle.rules.Rule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;

/**
 * Whatever was edited, forked or overlaid: the short way by positions tells what a comparison in
 * full tells, and the hash is the sum over what is there.
 */
class TypeViewProperties {

  /** Few names, so that they are removed and come back. */
  private static final int NAMES = 12;

  @Property(tries = 300)
  @Rule({"S-14", "D-6"})
  void changesSinceEqualsAFullComparison(@ForAll long seed) {
    Random random = new Random(seed);
    List<TypeView> views = new ArrayList<>(List.of(TypeView.empty(SECRET)));
    for (int i = 0; i < 30; i++) {
      TypeView from = views.get(random.nextInt(views.size()));
      // mostly the newest, sometimes an older one: a fork
      TypeView base = random.nextInt(4) == 0 ? from : views.get(views.size() - 1);
      views.add(random.nextInt(3) == 0 ? overlaid(base, views, random) : edited(base, random));
    }
    for (TypeView from : views) {
      for (TypeView to : views) {
        assertThat(to.changesSince(from).stream().map(Change::toString))
            .containsExactlyElementsOf(compared(from, to));
      }
      assertThat(from.wildcardHash()).isEqualTo(summed(from));
      assertThat(from.wildcard()).noneMatch(Resource::onDemand);
      assertThat(Set.copyOf(from.withTtl()))
          .isEqualTo(from.all().stream().filter(r -> r.ttl() != null).collect(Collectors.toSet()));
      assertThat(from.hasOnDemand()).isEqualTo(from.all().stream().anyMatch(Resource::onDemand));
    }
  }

  /** More changes than the history keeps. */
  @Property(tries = 5)
  @Rule({"S-14", "D-6"})
  void aStreamThatFellBehindTheHistoryIsComparedInFull(@ForAll long seed) {
    Random random = new Random(seed);
    TypeView first = edited(TypeView.empty(SECRET), random);
    TypeView view = first;
    TypeView middle = first;
    for (int i = 0; i < 600; i++) {
      middle = i == 550 ? view : middle;
      view = edited(view, random);
    }
    for (TypeView from : List.of(first, middle)) {
      assertThat(view.changesSince(from).stream().map(Change::toString))
          .containsExactlyElementsOf(compared(from, view));
      assertThat(from.changesSince(view).stream().map(Change::toString))
          .containsExactlyElementsOf(compared(view, from));
    }
  }

  private static TypeView edited(TypeView view, Random random) {
    Map<String, @Nullable Resource> edits = new HashMap<>();
    for (int i = random.nextInt(4); i >= 0; i--) {
      String name = "n" + random.nextInt(NAMES);
      edits.put(name, random.nextInt(3) == 0 ? null : resource(name, random));
    }
    return view.apply(edits);
  }

  private static TypeView overlaid(TypeView view, List<TypeView> views, Random random) {
    Overlay overlay = Overlay.EMPTY;
    for (int i = random.nextInt(3); i > 0; i--) {
      String name = "n" + random.nextInt(NAMES);
      Resource former = views.get(random.nextInt(views.size())).get(name);
      overlay = former == null ? overlay.hiding(name) : overlay.showing(former);
    }
    return view.with(overlay);
  }

  private static Resource resource(String name, Random random) {
    var builder = Resource.builder(name, secret(name, "" + random.nextInt(3)));
    if (random.nextInt(5) == 0) {
      builder.ttl(Duration.ofSeconds(9));
    }
    return builder.onDemand(random.nextInt(5) == 0).build();
  }

  private static List<String> compared(TypeView from, TypeView to) {
    Set<String> names = new TreeSet<>();
    from.all().forEach(resource -> names.add(resource.name()));
    to.all().forEach(resource -> names.add(resource.name()));
    List<String> changes = new ArrayList<>();
    for (String name : names) {
      Resource before = from.get(name);
      Resource after = to.get(name);
      boolean same = before != null && after != null && before.sameContent(after);
      if (!same) {
        changes.add(new Change(name, before, after).toString());
      }
    }
    return changes;
  }

  private static ContentHash summed(TypeView view) {
    ContentHash sum = ContentHash.ZERO;
    for (Resource resource : view.all()) {
      sum = resource.onDemand() ? sum : sum.plus(resource.hash());
    }
    return sum;
  }
}
