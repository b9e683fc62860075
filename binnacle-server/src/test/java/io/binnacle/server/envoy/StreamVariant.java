package io.binnacle.server.envoy;

import java.util.HashMap;
import java.util.Map;

/** The four ways in which an Envoy can take everything from one server over gRPC. */
enum StreamVariant {
  ADS_SOTW("ads", "GRPC"),
  ADS_DELTA("ads", "DELTA_GRPC"),
  TYPED_SOTW("typed", "GRPC"),
  TYPED_DELTA("typed", "DELTA_GRPC");

  private final String file;
  private final String apiType;

  StreamVariant(String file, String apiType) {
    this.file = file;
    this.apiType = apiType;
  }

  /** An Envoy that takes listeners and clusters by wildcard, without TLS. */
  Bootstrap bootstrap(int xdsPort) {
    return bootstrap(file, xdsPort, "");
  }

  /** As above, with this transport socket, in YAML, for the connection to the server. */
  Bootstrap bootstrap(int xdsPort, String transportSocket) {
    return bootstrap(file, xdsPort, transportSocket);
  }

  /** An Envoy that takes its clusters as members of a collection; for ADS. */
  Bootstrap collectionsBootstrap(int xdsPort) {
    return bootstrap("collections", xdsPort, "");
  }

  /** As above, with the node's id and cluster as parameters of the collection. */
  Bootstrap nodeCollectionsBootstrap(int xdsPort) {
    return bootstrap("collections", xdsPort, "", "node_context_params: [id, cluster]");
  }

  private Bootstrap bootstrap(String name, int xdsPort, String transportSocket) {
    return bootstrap(name, xdsPort, transportSocket, "");
  }

  private Bootstrap bootstrap(String name, int xdsPort, String transportSocket, String more) {
    Map<String, String> values = new HashMap<>();
    values.put("api_type", apiType);
    values.put("source", source());
    values.put("node", "envoy-1");
    values.put("xds_port", Integer.toString(xdsPort));
    values.put("transport_socket", transportSocket);
    values.put("more", more);
    return new Bootstrap(name, values);
  }

  /** Resources whose parts come the same way. */
  Resources resources() {
    return new Resources(source());
  }

  private String source() {
    if (file.equals("ads")) {
      return "{resource_api_version: V3, ads: {}}";
    }
    return """
        {resource_api_version: V3, api_config_source: {api_type: %s, transport_api_version: V3, \
        set_node_on_first_message_only: true, grpc_services: [{envoy_grpc: {cluster_name: xds, \
        retry_policy: {retry_back_off: {base_interval: 0.1s, max_interval: 0.5s}}}}]}}"""
        .formatted(apiType);
  }
}
