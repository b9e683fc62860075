package io.binnacle.benchmarks.client;

import com.linecorp.armeria.xds.ClusterSnapshot;
import com.linecorp.armeria.xds.XdsBootstrap;
import io.binnacle.benchmarks.server.Aggregates;
import io.envoyproxy.envoy.config.bootstrap.v3.Bootstrap;
import io.envoyproxy.envoy.config.bootstrap.v3.Bootstrap.DynamicResources;
import io.envoyproxy.envoy.config.bootstrap.v3.Bootstrap.StaticResources;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import io.envoyproxy.envoy.config.core.v3.Address;
import io.envoyproxy.envoy.config.core.v3.AggregatedConfigSource;
import io.envoyproxy.envoy.config.core.v3.ApiConfigSource;
import io.envoyproxy.envoy.config.core.v3.ConfigSource;
import io.envoyproxy.envoy.config.core.v3.GrpcService;
import io.envoyproxy.envoy.config.core.v3.Node;
import io.envoyproxy.envoy.config.core.v3.SocketAddress;
import io.envoyproxy.envoy.config.endpoint.v3.ClusterLoadAssignment;
import io.envoyproxy.envoy.config.endpoint.v3.Endpoint;
import io.envoyproxy.envoy.config.endpoint.v3.LbEndpoint;
import io.envoyproxy.envoy.config.endpoint.v3.LocalityLbEndpoints;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Armeria's xDS client with its defaults: state of the world on ADS. */
final class ArmeriaClient implements MeasuredClient {

  private static final String SERVER = "server";

  private @Nullable XdsBootstrap client;

  @Override
  public void watch(int port, List<String> names, Watcher watcher) {
    XdsBootstrap started = XdsBootstrap.of(bootstrap(port));
    client = started;
    for (String name : names) {
      started
          .clusterRoot(name)
          .addSnapshotWatcher(snapshot -> watcher.onCluster(name, revision(snapshot)));
    }
  }

  private static int revision(ClusterSnapshot snapshot) {
    Cluster cluster = snapshot.xdsResource().resource();
    return Aggregates.revision(cluster.getMetadata().getFilterMetadataMap());
  }

  private static Bootstrap bootstrap(int port) {
    ApiConfigSource ads =
        ApiConfigSource.newBuilder()
            .setApiType(ApiConfigSource.ApiType.GRPC)
            .addGrpcServices(
                GrpcService.newBuilder()
                    .setEnvoyGrpc(GrpcService.EnvoyGrpc.newBuilder().setClusterName(SERVER)))
            .build();
    return Bootstrap.newBuilder()
        .setNode(Node.newBuilder().setId("bench"))
        .setDynamicResources(
            DynamicResources.newBuilder()
                .setAdsConfig(ads)
                .setCdsConfig(
                    ConfigSource.newBuilder().setAds(AggregatedConfigSource.getDefaultInstance())))
        .setStaticResources(StaticResources.newBuilder().addClusters(server(port)))
        .build();
  }

  private static Cluster server(int port) {
    SocketAddress address =
        SocketAddress.newBuilder().setAddress("127.0.0.1").setPortValue(port).build();
    return Cluster.newBuilder()
        .setName(SERVER)
        .setType(Cluster.DiscoveryType.STATIC)
        .setLoadAssignment(
            ClusterLoadAssignment.newBuilder()
                .setClusterName(SERVER)
                .addEndpoints(
                    LocalityLbEndpoints.newBuilder()
                        .addLbEndpoints(
                            LbEndpoint.newBuilder()
                                .setEndpoint(
                                    Endpoint.newBuilder()
                                        .setAddress(
                                            Address.newBuilder().setSocketAddress(address))))))
        .build();
  }

  @Override
  public void close() {
    if (client != null) {
      client.close();
    }
  }
}
