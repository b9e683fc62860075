package io.binnacle.core.resource;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import io.binnacle.core.MessageJar;
import io.binnacle.core.TextMessages;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Fields that a new version of the API brings must be put into the table, or below. */
class ReferenceTableTest {

  private static final Pattern LOOKS_LIKE_A_NAME =
      Pattern.compile(
          "(.*_)?clusters?(_names?)?|route_config(uration)?_name|secret(_name)?|.*collection_name");

  private static final Set<String> SOURCES =
      Set.of("envoy.config.core.v3.ConfigSource", "envoy.config.core.v3.ExtensionConfigSource");

  /** Packages with messages that are exchanged or logged, and are no configuration. */
  private static final Pattern NO_CONFIGURATION =
      Pattern.compile("envoy\\.(admin|service|data\\.(accesslog|core|cluster|tap))\\..*");

  /** Fields that look like references, and why they are none. */
  private static final Map<String, String> NO_REFERENCES =
      Map.ofEntries(
          Map.entry(
              "envoy.config.bootstrap.v3.ClusterManager.local_cluster_name", "the node's own"),
          Map.entry("envoy.config.core.v3.Node.cluster", "says who the node is"),
          Map.entry(
              "envoy.config.endpoint.v3.ClusterLoadAssignment.cluster_name", "the resource's name"),
          Map.entry("envoy.config.endpoint.v3.ClusterStats.cluster_name", "a load report"),
          Map.entry("envoy.config.route.v3.VirtualCluster.name", "a name for statistics"),
          Map.entry(
              "envoy.extensions.filters.http.fault.v3.HTTPFault.upstream_cluster",
              "a condition: matches the cluster of the route"));

  /** Fields of Envoy 1.40 that the jar does not have yet; they were read out of its binary. */
  private static final Set<String> NEWER_THAN_THE_JAR =
      Set.of(
          "envoy.extensions.clusters.composite.v3.ClusterConfig.ClusterEntry.name",
          "envoy.extensions.clusters.mcp_multicluster.v3.ClusterConfig.McpCluster.cluster",
          "envoy.extensions.filters.http.mcp_router.v3.McpRouter.McpCluster.cluster",
          "envoy.extensions.router.cluster_specifiers.priority_group.v3.ClusterWeight.cluster_name");

  /** Messages with a config source that name no resource by a field of theirs. */
  private static final Map<String, String> SOURCE_WITHOUT_NAME =
      Map.ofEntries(
          Map.entry("envoy.config.bootstrap.v3.Bootstrap", "where authorities live"),
          Map.entry(
              "envoy.config.bootstrap.v3.Bootstrap.DynamicResources", "all listeners, clusters"),
          Map.entry("envoy.config.bootstrap.v3.RuntimeLayer.RtdsLayer", "layers of the bootstrap"),
          Map.entry("envoy.config.cluster.v3.Cluster.EdsClusterConfig", "see Cluster.type"),
          Map.entry("envoy.config.cluster.v3.Cluster", "lrs_server: no resource"),
          Map.entry("envoy.config.core.v3.ExtensionConfigSource", "named by its owner"),
          Map.entry("envoy.config.listener.v3.Listener.FcdsConfig", "not implemented by Envoy"),
          Map.entry("envoy.config.route.v3.Vhds", "virtual hosts of the route configuration"),
          Map.entry("envoy.extensions.filters.http.on_demand.v3.OnDemandCds", "names of requests"),
          Map.entry(
              "envoy.extensions.filters.network.tcp_proxy.v3.TcpProxy.OnDemand",
              "names of connections"));

  private static final List<Descriptor> MESSAGES = new ArrayList<>();

  @BeforeAll
  static void readTheJar() {
    for (Message message : MessageJar.messages()) {
      Descriptor type = message.getDescriptorForType();
      if (!NO_CONFIGURATION.matcher(type.getFullName()).matches()) {
        MESSAGES.add(type);
      }
    }
  }

  @Test
  void everyFieldThatLooksLikeAReferenceIsInTheTableOrHasAReasonNotTo() {
    Set<String> unknown = new TreeSet<>();
    for (Descriptor message : MESSAGES) {
      for (FieldDescriptor field : message.getFields()) {
        if (looksLikeAReference(field)
            && !ReferenceTable.rules().containsKey(field.getFullName())
            && !NO_REFERENCES.containsKey(field.getFullName())) {
          unknown.add(field.getFullName());
        }
      }
    }
    assertThat(unknown).isEmpty();
  }

  private static boolean looksLikeAReference(FieldDescriptor field) {
    boolean isWeight =
        field.getName().equals("name")
            && field.getContainingType().getName().contains("Cluster")
            && !field.getContainingType().getFullName().startsWith("envoy.config.cluster.v3.");
    return field.getJavaType() == FieldDescriptor.JavaType.STRING
        && (isWeight || LOOKS_LIKE_A_NAME.matcher(field.getName()).matches());
  }

  @Test
  void everyMessageWithAConfigSourceIsInTheTableOrHasAReasonNotTo() {
    Set<String> owners = new HashSet<>();
    ReferenceTable.rules().keySet().forEach(f -> owners.add(f.substring(0, f.lastIndexOf('.'))));
    Set<String> unknown = new TreeSet<>();
    for (Descriptor message : MESSAGES) {
      boolean hasSource =
          message.getFields().stream()
              .filter(field -> field.getJavaType() == FieldDescriptor.JavaType.MESSAGE)
              .anyMatch(field -> SOURCES.contains(field.getMessageType().getFullName()));
      if (hasSource
          && !owners.contains(message.getFullName())
          && !SOURCE_WITHOUT_NAME.containsKey(message.getFullName())) {
        unknown.add(message.getFullName());
      }
    }
    assertThat(unknown).isEmpty();
  }

  @Test
  void everyLineOfTheTableAndEveryExceptionIsAboutAFieldThatExists() {
    Set<String> fields = new HashSet<>();
    Set<String> messages = new HashSet<>();
    for (Descriptor message : MESSAGES) {
      messages.add(message.getFullName());
      message.getFields().forEach(field -> fields.add(field.getFullName()));
    }
    Set<String> named = new TreeSet<>(ReferenceTable.rules().keySet());
    named.addAll(NO_REFERENCES.keySet());
    named.removeAll(fields);
    assertThat(named).isEqualTo(NEWER_THAN_THE_JAR);
    assertThat(SOURCE_WITHOUT_NAME.keySet()).allMatch(messages::contains);
  }

  @Test
  void everyNameOfTheTableIsFound() {
    for (Map.Entry<String, ReferenceRule> line : ReferenceTable.rules().entrySet()) {
      boolean newer = NEWER_THAN_THE_JAR.contains(line.getKey());
      if (!newer && line.getValue() instanceof ReferenceRule.Named named) {
        String owner = line.getKey().substring(0, line.getKey().lastIndexOf('.'));
        String field = line.getKey().substring(owner.length() + 1);
        Message message = TextMessages.parse(owner, field + ": 'x'");
        assertThat(ReferenceFinder.generated().of("me", message))
            .as(line.getKey())
            .containsExactly(new Reference(named.type(), "x"));
      }
    }
  }
}
