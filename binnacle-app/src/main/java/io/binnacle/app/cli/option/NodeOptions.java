package io.binnacle.app.cli.option;

import com.google.protobuf.Struct;
import com.google.protobuf.Value;
import io.binnacle.app.problem.Problem;
import io.envoyproxy.envoy.config.core.v3.Locality;
import io.envoyproxy.envoy.config.core.v3.Node;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Option;

/** The flags for which node is meant (CL-1a). */
public final class NodeOptions {

  private static final int LOCALITY_PARTS = 3;

  @Option(names = "--node", paramLabel = "ID", description = "Id of the node.")
  private String id = "";

  @Option(names = "--cluster", paramLabel = "NAME", description = "Cluster of the node.")
  private String cluster = "";

  @Option(
      names = "--metadata",
      paramLabel = "KEY=VALUE",
      description = "Metadata of the node; a dot in KEY goes into a map. May be repeated.")
  private Map<String, String> metadata = new LinkedHashMap<>();

  @Option(
      names = "--locality",
      paramLabel = "REGION/ZONE/SUB",
      description = "Locality of the node; parts may be left out at the end.")
  private String locality = "";

  public Node node() {
    Node.Builder node = Node.newBuilder().setId(id).setCluster(cluster);
    if (!metadata.isEmpty()) {
      Struct.Builder struct = Struct.newBuilder();
      metadata.forEach((key, value) -> put(struct, key, value));
      node.setMetadata(struct);
    }
    if (!locality.isEmpty()) {
      node.setLocality(parseLocality());
    }
    return node.build();
  }

  private static void put(Struct.Builder struct, String key, String value) {
    int dot = key.indexOf('.');
    if (dot <= 0) {
      struct.putFields(key, Value.newBuilder().setStringValue(value).build());
      return;
    }
    String first = key.substring(0, dot);
    Struct.Builder inner =
        struct.getFieldsOrDefault(first, Value.getDefaultInstance()).getStructValue().toBuilder();
    put(inner, key.substring(dot + 1), value);
    struct.putFields(first, Value.newBuilder().setStructValue(inner).build());
  }

  private Locality parseLocality() {
    String[] parts = locality.split("/", -1);
    if (parts.length > LOCALITY_PARTS) {
      throw Problem.usage(
          "--locality " + locality + " has more than three parts; write REGION/ZONE/SUB");
    }
    return Locality.newBuilder()
        .setRegion(parts[0])
        .setZone(parts.length > 1 ? parts[1] : "")
        .setSubZone(parts.length > 2 ? parts[2] : "")
        .build();
  }
}
