package io.binnacle.benchmarks.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.benchmarks.server.Aggregates;
import io.binnacle.benchmarks.server.Clusters;
import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.view.Snapshot;
import io.binnacle.server.XdsServer;
import io.binnacle.server.catalog.Catalog;
import io.binnacle.server.catalog.NodeAssigner;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every client of the bench does what it is measured at. */
class ClientKindTest {

  private static final String GROUP = "bench";
  private static final int CLUSTERS = 20;
  private static final long PATIENCE_SECONDS = 60;

  // Break: let a client subscribe to all names but the last; let its watcher tell revision 0
  // always.
  @ParameterizedTest
  @EnumSource
  void followsAllClustersAndIsToldOfChangesOfThem(ClientKind kind) throws Exception {
    Catalog catalog = new Catalog(NodeAssigner.everyNodeGets(GROUP));
    Snapshot.Builder snapshot = Snapshot.builder();
    IntStream.range(0, CLUSTERS).forEach(i -> snapshot.add(Aggregates.cluster(i, 0)));
    catalog.publish(GROUP, snapshot.build());
    List<String> names = IntStream.range(0, CLUSTERS).mapToObj(Clusters::name).toList();
    Revisions revisions = new Revisions(CLUSTERS);
    try (XdsServer server = XdsServer.builder(catalog).listen("127.0.0.1", 0).build().start();
        MeasuredClient client = kind.create()) {
      client.watch(server.port(), names, revisions);
      assertThat(revisions.awaitAll(PATIENCE_SECONDS)).as("clusters missing").isZero();
      change(catalog, 3, 1);
      assertThat(revisions.awaitChanges(1, PATIENCE_SECONDS)).as("changes missing").isZero();
      change(catalog, 3, 2);
      change(catalog, CLUSTERS - 1, 3);
      assertThat(revisions.awaitChanges(3, PATIENCE_SECONDS)).as("changes missing").isZero();
    }
  }

  private static void change(Catalog catalog, int number, int revision) {
    Resource cluster = Resource.of(Aggregates.cluster(number, revision));
    catalog.update(GROUP, Map.of(ResourceType.CLUSTER, Map.of(cluster.name(), cluster)));
  }
}
