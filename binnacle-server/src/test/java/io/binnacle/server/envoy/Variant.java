package io.binnacle.server.envoy;

import java.util.Map;

/** The four ways in which an Envoy can take everything from one server over gRPC. */
enum Variant {
  ADS_SOTW("ads", "GRPC"),
  ADS_DELTA("ads", "DELTA_GRPC"),
  TYPED_SOTW("typed", "GRPC"),
  TYPED_DELTA("typed", "DELTA_GRPC");

  private final String bootstrap;
  private final String apiType;

  Variant(String bootstrap, String apiType) {
    this.bootstrap = bootstrap;
    this.apiType = apiType;
  }

  boolean isAds() {
    return bootstrap.equals("ads");
  }

  boolean isDelta() {
    return apiType.equals("DELTA_GRPC");
  }

  Bootstrap bootstrap(String node, int xdsPort) {
    return new Bootstrap(
        bootstrap,
        Map.of(
            "api_type",
            apiType,
            "source",
            source(),
            "node",
            node,
            "xds_port",
            Integer.toString(xdsPort)));
  }

  /** Resources whose parts come the same way. */
  Resources resources() {
    return new Resources(source());
  }

  private String source() {
    if (isAds()) {
      return "{resource_api_version: V3, ads: {}}";
    }
    return """
        {resource_api_version: V3, api_config_source: {api_type: %s, transport_api_version: V3, \
        set_node_on_first_message_only: true, grpc_services: [{envoy_grpc: {cluster_name: xds, \
        retry_policy: {retry_back_off: {base_interval: 0.1s, max_interval: 0.5s}}}}]}}"""
        .formatted(apiType);
  }
}
