package io.binnacle.app.cli;

/**
 * A group that names clusters, secrets, routes and files which only its node has. {@code <HCM>},
 * {@code <ROUTER>} and {@code <TLS>} stand for the types of these messages.
 */
final class LonelyGroup {

  static final String TEXT =
      """
      listeners:
        - name: l
          address: {socket_address: {address: 127.0.0.1, port_value: 10000}}
          filter_chains:
            - transport_socket:
                name: tls
                typed_config:
                  "@type": type.googleapis.com/envoy.extensions.transport_sockets.tls.v3.DownstreamTlsContext
                  common_tls_context:
                    tls_certificate_sds_secret_configs: [{name: elsewhere, sds_config: {ads: {}}}]
              filters:
                - name: hcm
                  typed_config:
                    <HCM>
                    stat_prefix: a
                    rds:
                      route_config_name: r
                      config_source: {path_config_source: {path: /not/on/this/machine.yaml}}
                    http_filters: [{name: router, typed_config: {<ROUTER>}}]
      routes:
        - name: r
          vhds: {config_source: {api_config_source: {api_type: DELTA_GRPC, grpc_services: [{envoy_grpc: {cluster_name: of-bootstrap}}]}}}
          virtual_hosts:
            - {name: v, domains: ["*"], routes: [{match: {prefix: /}, route: {cluster: of-bootstrap}}]}
      clusters:
        - name: c
          type: EDS
          eds_cluster_config: {eds_config: {self: {}}}
          transport_socket:
            name: tls
            typed_config:
              <TLS>
              common_tls_context:
                tls_certificate_sds_secret_configs: [{name: of-bootstrap}]
      scoped_routes:
        - {name: s, route_configuration_name: r, key: {fragments: [{string_key: k}]}}
      runtimes: [{name: r, layer: {a: 1}}]
      """;

  private LonelyGroup() {}
}
