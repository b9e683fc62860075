package io.binnacle.benchmarks.client;

import com.google.protobuf.Struct;
import io.binnacle.benchmarks.server.Aggregates;
import io.grpc.Status;
import io.grpc.StatusOr;
import io.grpc.internal.ObjectPool;
import io.grpc.xds.InternalSharedXdsClientPoolProvider;
import io.grpc.xds.client.XdsClient;
import io.grpc.xds.client.XdsClient.ResourceUpdate;
import io.grpc.xds.client.XdsClient.ResourceWatcher;
import io.grpc.xds.client.XdsResourceType;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The xDS client inside of grpc-java, as its channels use it: state of the world on ADS. It is no
 * API of gRPC: what it makes of a cluster is reached by reflection.
 */
final class GrpcJavaClient implements MeasuredClient {

  private static final String RESOURCE = "io.grpc.xds.XdsClusterResource";

  private final XdsResourceType<ResourceUpdate> clusters;
  private final MethodHandle metadata;
  private @Nullable ObjectPool<XdsClient> pool;
  private @Nullable XdsClient client;

  @SuppressWarnings("unchecked") // every type of resource has updates of some kind
  GrpcJavaClient() throws ReflectiveOperationException {
    Method type = Class.forName(RESOURCE).getDeclaredMethod("getInstance");
    type.setAccessible(true);
    clusters = (XdsResourceType<ResourceUpdate>) type.invoke(null);
    Method accessor = Class.forName(RESOURCE + "$CdsUpdate").getDeclaredMethod("filterMetadata");
    accessor.setAccessible(true);
    metadata = MethodHandles.lookup().unreflect(accessor);
  }

  @Override
  public void watch(int port, List<String> names, Watcher watcher) throws Exception {
    InternalSharedXdsClientPoolProvider.setDefaultProviderBootstrapOverride(
        Map.of(
            "xds_servers",
            List.of(
                Map.of(
                    "server_uri",
                    "127.0.0.1:" + port,
                    "channel_creds",
                    List.of(Map.of("type", "insecure")))),
            "node",
            Map.of("id", "bench")));
    pool = InternalSharedXdsClientPoolProvider.getOrCreate("bench");
    XdsClient started = pool.getObject();
    client = started;
    for (String name : names) {
      started.watchXdsResource(clusters, name, new Follower(name, watcher));
    }
  }

  private int revision(ResourceUpdate update) {
    try {
      @SuppressWarnings("unchecked") // the type that the method is declared with
      Map<String, Struct> found = (Map<String, Struct>) metadata.invoke(update);
      return Aggregates.revision(found);
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    if (pool != null && client != null) {
      pool.returnObject(client);
    }
  }

  private final class Follower implements ResourceWatcher<ResourceUpdate> {
    private final String name;
    private final Watcher watcher;

    Follower(String name, Watcher watcher) {
      this.name = name;
      this.watcher = watcher;
    }

    @Override
    public void onResourceChanged(StatusOr<ResourceUpdate> update) {
      if (update.hasValue()) {
        watcher.onCluster(name, revision(update.getValue()));
      }
    }

    @Override
    public void onAmbientError(Status error) {
      System.err.println(name + ": " + error);
    }
  }
}
