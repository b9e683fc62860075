package io.binnacle.benchmarks.jcp;

import io.binnacle.benchmarks.server.Clusters;
import io.binnacle.benchmarks.server.MeasuredServer;
import io.binnacle.benchmarks.server.ServerControl;
import io.binnacle.benchmarks.server.SwapResources;
import io.envoyproxy.controlplane.cache.NodeGroup;
import io.envoyproxy.controlplane.cache.v3.SimpleCache;
import io.envoyproxy.controlplane.cache.v3.Snapshot;
import io.envoyproxy.controlplane.server.DefaultExecutorGroup;
import io.envoyproxy.controlplane.server.V3DiscoveryServer;
import io.envoyproxy.controlplane.server.serializer.CachedProtoResourcesSerializer;
import io.envoyproxy.controlplane.server.serializer.DefaultProtoResourcesSerializer;
import io.envoyproxy.controlplane.server.serializer.ProtoResourcesSerializer;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import io.envoyproxy.envoy.config.core.v3.Node;
import io.grpc.netty.NettyServerBuilder;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;

/** java-control-plane as its own examples set it up: a snapshot per group in a simple cache. */
public final class JavaControlPlaneServer implements MeasuredServer {

  private static final String GROUP = "bench";

  private final ProtoResourcesSerializer serializer;
  private final SimpleCache<String> cache =
      new SimpleCache<>(
          new NodeGroup<String>() {
            @Override
            public String hash(Node node) {
              return GROUP;
            }
          });
  private final List<Cluster> clusters = new ArrayList<>();

  private JavaControlPlaneServer(ProtoResourcesSerializer serializer) {
    this.serializer = serializer;
  }

  public static void main(String[] args) throws Exception {
    boolean cached = args[0].equals("cached");
    ServerControl.run(
        new JavaControlPlaneServer(
            cached ? new CachedProtoResourcesSerializer() : new DefaultProtoResourcesSerializer()));
  }

  @Override
  public int start() throws Exception {
    V3DiscoveryServer server =
        new V3DiscoveryServer(List.of(), cache, new DefaultExecutorGroup(), serializer);
    return NettyServerBuilder.forAddress(new InetSocketAddress("127.0.0.1", 0))
        .addService(server.getClusterDiscoveryServiceImpl())
        .addService(server.getAggregatedDiscoveryServiceImpl())
        .build()
        .start()
        .getPort();
  }

  @Override
  public void load(int count) {
    for (int i = 0; i < count; i++) {
      clusters.add(Clusters.cluster(i, 0));
    }
    publish(0);
  }

  @Override
  public void push(int cluster, int revision) {
    clusters.set(cluster, Clusters.cluster(cluster, revision));
    publish(revision);
  }

  private void publish(int revision) {
    cache.setSnapshot(
        GROUP,
        Snapshot.create(
            List.copyOf(clusters), List.of(), List.of(), List.of(), List.of(), "v" + revision));
  }

  @Override
  public void swap(SwapResources to) {
    cache.setSnapshot(
        GROUP,
        Snapshot.create(
            List.of(to.cluster()),
            List.of(to.assignment()),
            List.of(to.listener()),
            List.of(to.routes()),
            List.of(),
            to.cluster().getName()));
  }
}
