package io.binnacle.benchmarks.server;

import com.google.protobuf.Any;
import com.google.protobuf.Struct;
import com.google.protobuf.Value;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import io.envoyproxy.envoy.config.cluster.v3.Cluster.CustomClusterType;
import io.envoyproxy.envoy.config.core.v3.Metadata;
import io.envoyproxy.envoy.extensions.clusters.aggregate.v3.ClusterConfig;
import java.util.Map;

/**
 * The resources that clients are measured with: aggregate clusters of some 190 bytes.
 *
 * <p>Of these a client can be asked for the cluster alone. Of a cluster with endpoints Armeria's
 * client tells nothing before it has subscribed to the endpoints too, and gRPC's accepts no other
 * kinds. The revision is in the metadata, which each client hands on.
 */
public final class Aggregates {

  private static final String FILTER = "bench";
  private static final String REVISION = "revision";
  private static final Any MEMBERS =
      Any.pack(ClusterConfig.newBuilder().addClusters("member").build());

  private Aggregates() {}

  /** One cluster at one revision. */
  public static Cluster cluster(int number, int revision) {
    Value value = Value.newBuilder().setNumberValue(revision).build();
    return Cluster.newBuilder()
        .setName(Clusters.name(number))
        .setClusterType(
            CustomClusterType.newBuilder()
                .setName("envoy.clusters.aggregate")
                .setTypedConfig(MEMBERS))
        .setMetadata(
            Metadata.newBuilder()
                .putFilterMetadata(FILTER, Struct.newBuilder().putFields(REVISION, value).build()))
        .build();
  }

  /** The revision that stands in the metadata of a cluster. */
  public static int revision(Map<String, Struct> filterMetadata) {
    Struct metadata = filterMetadata.getOrDefault(FILTER, Struct.getDefaultInstance());
    return (int) metadata.getFieldsOrDefault(REVISION, Value.getDefaultInstance()).getNumberValue();
  }
}
