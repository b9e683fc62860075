package io.binnacle.benchmarks.server;

import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.view.Snapshot;
import io.binnacle.server.XdsServer;
import io.binnacle.server.catalog.Catalog;
import io.binnacle.server.catalog.NodeAssigner;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Our server with its defaults; with {@code aggregates} its clusters are {@link Aggregates}. */
public final class BinnacleServer implements MeasuredServer {

  private static final String GROUP = "bench";

  private final Catalog catalog = new Catalog(NodeAssigner.everyNodeGets(GROUP));

  private final boolean aggregates;

  private BinnacleServer(boolean aggregates) {
    this.aggregates = aggregates;
  }

  public static void main(String[] args) throws Exception {
    ServerControl.run(new BinnacleServer(args.length > 0 && args[0].equals("aggregates")));
  }

  private Cluster cluster(int number, int revision) {
    return aggregates ? Aggregates.cluster(number, revision) : Clusters.cluster(number, revision);
  }

  @Override
  public int start() {
    return XdsServer.builder(catalog).listen("127.0.0.1", 0).build().start().port();
  }

  @Override
  public void load(int clusters) {
    Snapshot.Builder snapshot = Snapshot.builder();
    for (int i = 0; i < clusters; i++) {
      snapshot.add(cluster(i, 0));
    }
    catalog.publish(GROUP, snapshot.build());
  }

  @Override
  public void push(int cluster, int revision) {
    Map<String, @Nullable Resource> edit = new HashMap<>();
    edit.put(Clusters.name(cluster), Resource.of(cluster(cluster, revision)));
    catalog.update(GROUP, Map.of(ResourceType.CLUSTER, edit));
  }

  @Override
  public void swap(SwapResources to) {
    catalog.publish(GROUP, Snapshot.of(to.listener(), to.routes(), to.cluster(), to.assignment()));
  }
}
