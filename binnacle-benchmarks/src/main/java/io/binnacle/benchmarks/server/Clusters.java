package io.binnacle.benchmarks.server;

import com.google.protobuf.Duration;
import com.google.protobuf.UInt32Value;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import io.envoyproxy.envoy.config.cluster.v3.Cluster.DiscoveryType;
import io.envoyproxy.envoy.config.cluster.v3.Cluster.EdsClusterConfig;
import io.envoyproxy.envoy.config.core.v3.AggregatedConfigSource;
import io.envoyproxy.envoy.config.core.v3.ApiVersion;
import io.envoyproxy.envoy.config.core.v3.ConfigSource;

/**
 * The resources of the bench: plain EDS clusters of some 110 bytes.
 *
 * <p>Each ends with a marker that tells its revision, so that a client can see in the last bytes of
 * a resource whether a response holds the change it waits for. Compiled against the message classes
 * of whichever server runs in the process.
 */
public final class Clusters {

  private static final int CONNECT_SECONDS = 1;
  private static final int BUFFER_LIMIT = 1 << 20;

  private Clusters() {}

  /** The name of a cluster by its number. */
  public static String name(int number) {
    return "cluster-%05d".formatted(number);
  }

  /** What stands at the end of each cluster of a revision. */
  public static String marker(int revision) {
    return "~rev%07d".formatted(revision);
  }

  /** One cluster at one revision. */
  public static Cluster cluster(int number, int revision) {
    ConfigSource ads =
        ConfigSource.newBuilder()
            .setAds(AggregatedConfigSource.getDefaultInstance())
            .setResourceApiVersion(ApiVersion.V3)
            .build();
    return Cluster.newBuilder()
        .setName(name(number))
        .setType(DiscoveryType.EDS)
        .setEdsClusterConfig(
            EdsClusterConfig.newBuilder()
                .setEdsConfig(ads)
                .setServiceName("service-" + name(number)))
        .setConnectTimeout(Duration.newBuilder().setSeconds(CONNECT_SECONDS))
        .setPerConnectionBufferLimitBytes(UInt32Value.of(BUFFER_LIMIT))
        .setAltStatName(marker(revision))
        .build();
  }
}
