package io.binnacle.app.check;

import com.google.protobuf.Any;
import com.google.protobuf.Duration;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.util.JsonFormat;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import io.envoyproxy.envoy.config.core.v3.Address;
import io.envoyproxy.envoy.config.core.v3.AggregatedConfigSource;
import io.envoyproxy.envoy.config.core.v3.ApiVersion;
import io.envoyproxy.envoy.config.core.v3.ConfigSource;
import io.envoyproxy.envoy.config.core.v3.SocketAddress;
import io.envoyproxy.envoy.config.endpoint.v3.ClusterLoadAssignment;
import io.envoyproxy.envoy.config.endpoint.v3.Endpoint;
import io.envoyproxy.envoy.config.endpoint.v3.LbEndpoint;
import io.envoyproxy.envoy.config.endpoint.v3.LocalityLbEndpoints;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryResponse;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * All that the server is to serve to the node of the checks: clusters and their assignments. Each
 * has a number in it, which a change raises.
 *
 * @param version of the whole; no two contents have the same
 * @param clusters number by name
 * @param assignments number by name
 */
public record Content(
    int version, SortedMap<String, Integer> clusters, SortedMap<String, Integer> assignments) {

  static final String A = "binnacle-check-a";
  static final String B = "binnacle-check-b";

  /** What is not there at first. */
  static final String C = "binnacle-check-c";

  private static final int FIRST_PORT = 10_000;
  private static final JsonFormat.TypeRegistry TYPES =
      JsonFormat.TypeRegistry.newBuilder()
          .add(Cluster.getDescriptor())
          .add(ClusterLoadAssignment.getDescriptor())
          .build();

  public Content {
    clusters = new TreeMap<>(clusters);
    assignments = new TreeMap<>(assignments);
  }

  /** Two clusters and their assignments. */
  static Content base(int version) {
    TreeMap<String, Integer> both = new TreeMap<>();
    both.put(A, version);
    both.put(B, version);
    return new Content(version, both, both);
  }

  /** A new or changed cluster. */
  Content withCluster(String name) {
    Content next = new Content(version + 1, clusters, assignments);
    next.clusters.put(name, next.version);
    return next;
  }

  /** A new or changed assignment. */
  Content withAssignment(String name) {
    Content next = new Content(version + 1, clusters, assignments);
    next.assignments.put(name, next.version);
    return next;
  }

  /** Without a cluster and its assignment. */
  Content without(String name) {
    Content next = new Content(version + 1, clusters, assignments);
    next.clusters.remove(name);
    next.assignments.remove(name);
    return next;
  }

  /** The clusters as messages. */
  public List<Cluster> clusterMessages() {
    List<Cluster> all = new ArrayList<>();
    clusters.forEach((name, number) -> all.add(cluster(name, number)));
    return all;
  }

  /** The assignments as messages. */
  public List<ClusterLoadAssignment> assignmentMessages() {
    List<ClusterLoadAssignment> all = new ArrayList<>();
    assignments.forEach((name, number) -> all.add(assignment(name, number)));
    return all;
  }

  private static Cluster cluster(String name, int number) {
    return Cluster.newBuilder()
        .setName(name)
        .setAltStatName(marker(number))
        .setConnectTimeout(Duration.newBuilder().setSeconds(1))
        .setType(Cluster.DiscoveryType.EDS)
        .setEdsClusterConfig(
            Cluster.EdsClusterConfig.newBuilder()
                .setEdsConfig(
                    ConfigSource.newBuilder()
                        .setResourceApiVersion(ApiVersion.V3)
                        .setAds(AggregatedConfigSource.getDefaultInstance())))
        .build();
  }

  /** What a cluster's {@code alt_stat_name} is. */
  static String marker(int number) {
    return "binnacle-check-" + number;
  }

  private static ClusterLoadAssignment assignment(String name, int number) {
    SocketAddress address =
        SocketAddress.newBuilder()
            .setAddress("127.0.0.1")
            .setPortValue(FIRST_PORT + number)
            .build();
    return ClusterLoadAssignment.newBuilder()
        .setClusterName(name)
        .addEndpoints(
            LocalityLbEndpoints.newBuilder()
                .addLbEndpoints(
                    LbEndpoint.newBuilder()
                        .setEndpoint(
                            Endpoint.newBuilder()
                                .setAddress(Address.newBuilder().setSocketAddress(address)))))
        .build();
  }

  /** Whether a resource is this message, in whatever order its fields were written. */
  static boolean holds(@Nullable Any resource, Message message) {
    try {
      return resource != null
          && message.getParserForType().parseFrom(resource.getValue()).equals(message);
    } catch (InvalidProtocolBufferException e) {
      return false;
    }
  }

  /** All of it as one response, of several types. */
  DiscoveryResponse asResponse() {
    DiscoveryResponse.Builder all =
        DiscoveryResponse.newBuilder().setVersionInfo(String.valueOf(version));
    clusterMessages().forEach(each -> all.addResources(Any.pack(each)));
    assignmentMessages().forEach(each -> all.addResources(Any.pack(each)));
    return all.build();
  }

  /** The same as JSON. */
  String asJson() {
    return json(asResponse());
  }

  /** The same as a group of {@code binnacle serve}, for one node. */
  String asGroup(String node) {
    return "{\"group\": \"binnacle-check\", \"priority\": 1000, \"nodes\": [{\"id\": "
        + quoted(node)
        + "}],\n\"clusters\": ["
        + list(clusterMessages())
        + "],\n\"endpoints\": ["
        + list(assignmentMessages())
        + "]}\n";
  }

  private static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  private static String list(Collection<? extends Message> messages) {
    return messages.stream().map(Content::json).collect(Collectors.joining(",\n"));
  }

  private static String json(Message message) {
    try {
      return JsonFormat.printer().usingTypeRegistry(TYPES).print(message);
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalStateException("cannot print a message of our own", e);
    }
  }
}
