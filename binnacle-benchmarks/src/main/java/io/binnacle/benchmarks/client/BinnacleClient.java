package io.binnacle.benchmarks.client;

import io.binnacle.benchmarks.server.Aggregates;
import io.binnacle.client.ResourceEvent;
import io.binnacle.client.ResourceKind;
import io.binnacle.client.XdsClient;
import io.binnacle.client.config.GrpcSource;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import io.envoyproxy.envoy.config.core.v3.Node;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Our client with its defaults. */
final class BinnacleClient implements MeasuredClient {

  private final boolean delta;
  private final boolean wildcard;
  private @Nullable XdsClient client;

  /**
   * One that has not connected yet.
   *
   * @param wildcard whether it asks for everything in place of names
   */
  BinnacleClient(boolean delta, boolean wildcard) {
    this.delta = delta;
    this.wildcard = wildcard;
  }

  @Override
  public void watch(int port, List<String> names, Watcher watcher) {
    GrpcSource server = GrpcSource.plaintext("127.0.0.1:" + port);
    XdsClient started =
        XdsClient.builder()
            .server(delta ? server.incremental() : server)
            .node(Node.newBuilder().setId("bench").build())
            .build();
    client = started;
    if (wildcard) {
      started.watchAll(ResourceKind.CLUSTER, event -> tell(event, watcher));
      return;
    }
    started.together(
        () ->
            names.forEach(
                name -> started.watch(ResourceKind.CLUSTER, name, event -> tell(event, watcher))));
  }

  private static void tell(ResourceEvent<Cluster> event, Watcher watcher) {
    if (event instanceof ResourceEvent.Updated<Cluster> updated) {
      var metadata = updated.value().getMetadata().getFilterMetadataMap();
      watcher.onCluster(updated.name(), Aggregates.revision(metadata));
    }
  }

  @Override
  public void close() {
    if (client != null) {
      client.close();
    }
  }
}
