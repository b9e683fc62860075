package io.binnacle.server.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.core.resource.Resource;
import io.binnacle.core.view.TypeView;
import io.binnacle.rules.Rule;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import io.envoyproxy.envoy.config.route.v3.RouteAction;
import io.envoyproxy.envoy.config.route.v3.RouteConfiguration;
import io.envoyproxy.envoy.config.route.v3.VirtualHost;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** O-10: what the memory of views counts is what it really keeps, so that its bound is one. */
class RememberedWeightTest {

  private static final int COLLECTIONS = 4;

  /** The heap is never quite the same after a collection. */
  private static final double MOST = 1.25;

  private static long used() {
    for (int i = 0; i < COLLECTIONS; i++) {
      System.gc();
    }
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }

  private static Resource cluster(int number, int revision) {
    return Resource.of(
        Cluster.newBuilder()
            .setName("cluster-" + number)
            .setAltStatName("revision-" + revision + "x".repeat(60))
            .build());
  }

  /** One that names twenty clusters. */
  private static Resource routes(int number, int revision) {
    RouteConfiguration.Builder routes = RouteConfiguration.newBuilder().setName("routes-" + number);
    for (int i = 0; i < 20; i++) {
      VirtualHost.Builder host = routes.addVirtualHostsBuilder().setName(revision + "-" + i);
      RouteAction.Builder to = host.addRoutesBuilder().getRouteBuilder();
      to.setCluster("cluster-" + number + "-" + i);
    }
    return Resource.of(routes.build());
  }

  /** What is really kept of so many views, for each byte that is counted. */
  private static double keptForOne(
      int resources, int changes, int views, BiFunction<Integer, Integer, Resource> made) {
    Map<String, @Nullable Resource> all = new HashMap<>();
    for (int i = 0; i < resources; i++) {
      Resource resource = made.apply(i, 0);
      all.put(resource.name(), resource);
    }
    TypeView view = TypeView.empty(made.apply(0, 0).type()).apply(all);
    RememberedViews remembered = new RememberedViews(Long.MAX_VALUE / 16);
    remembered.published(null, view);
    long before = used();
    int next = 0;
    for (int revision = 1; revision <= views; revision++) {
      Map<String, @Nullable Resource> edits = new HashMap<>();
      for (int i = 0; i < changes; i++) {
        Resource resource = made.apply(next++ % resources, revision);
        edits.put(resource.name(), resource);
      }
      TypeView after = view.apply(edits);
      remembered.published(view, after);
      view = after;
    }
    long kept = used() - before;
    return (double) kept / remembered.weight();
  }

  @BeforeAll
  static void classesAreLoadedBeforeAnythingIsCounted() {
    keptForOne(100, 100, 2, RememberedWeightTest::cluster);
    keptForOne(100, 100, 2, RememberedWeightTest::routes);
  }

  /** Break: leave references out of {@code RememberedViews.weight}. */
  @Test
  @Rule("O-10")
  void viewsOfWhichEachResourceChangedWeighWhatTheyKeep() {
    assertThat(keptForOne(2_000, 2_000, 20, RememberedWeightTest::cluster)).isLessThan(MOST);
    assertThat(keptForOne(500, 500, 20, RememberedWeightTest::routes)).isLessThan(MOST);
  }

  /** Break: {@code VIEW} of some hundred bytes. */
  @Test
  @Rule("O-10")
  void viewsOfWhichOneResourceOfManyChangedWeighWhatTheyKeep() {
    assertThat(keptForOne(5_000, 1, 5_000, RememberedWeightTest::cluster)).isLessThan(MOST);
  }
}
