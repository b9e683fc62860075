package io.binnacle.text.decode;

/** Blocks of {@code static_resources} as people write them. */
final class EnvoyDocuments {

  private EnvoyDocuments() {}

  static final String LISTENER =
      """
      name: ingress
      address:
        socket_address: {address: 0.0.0.0, port_value: 10000}
      filter_chains:
        - filters:
            - name: envoy.filters.network.http_connection_manager
              typed_config:
                "@type": type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager
                stat_prefix: ingress_http
                codec_type: AUTO
                stream_idle_timeout: 300s
                access_log:
                  - name: envoy.access_loggers.file
                    typed_config:
                      "@type": type.googleapis.com/envoy.extensions.access_loggers.file.v3.FileAccessLog
                      path: /dev/stdout
                      log_format:
                        json_format: {code: "%RESPONSE_CODE%", nested: {a: [1, true, null]}}
                rds:
                  route_config_name: routes
                  config_source: {ads: {}, resource_api_version: V3}
                http_filters:
                  - name: envoy.filters.http.local_ratelimit
                    typed_config:
                      "@type": type.googleapis.com/envoy.extensions.filters.http.local_ratelimit.v3.LocalRateLimit
                      stat_prefix: rl
                      token_bucket: {max_tokens: 10, tokens_per_fill: 10, fill_interval: 1s}
                      filter_enabled:
                        default_value: {numerator: 100, denominator: HUNDRED}
                        runtime_key: rl_enabled
                  - name: envoy.filters.http.router
                    typed_config:
                      "@type": type.googleapis.com/envoy.extensions.filters.http.router.v3.Router
          transport_socket:
            name: envoy.transport_sockets.tls
            typed_config:
              "@type": type.googleapis.com/envoy.extensions.transport_sockets.tls.v3.DownstreamTlsContext
              require_client_certificate: true
              common_tls_context:
                alpn_protocols: [h2, http/1.1]
                tls_certificate_sds_secret_configs:
                  - name: cert
                    sds_config: {ads: {}, resource_api_version: V3}
      """;

  static final String ROUTES =
      """
      name: routes
      virtual_hosts:
        - name: all
          domains: ["*"]
          retry_policy: {retry_on: "5xx", num_retries: 2, per_try_timeout: 0.25s}
          routes:
            - match: {prefix: /api, headers: [{name: x-v, string_match: {exact: "1"}}]}
              route:
                timeout: 15s
                weighted_clusters:
                  clusters:
                    - {name: a, weight: 90}
                    - {name: b, weight: 10}
              metadata:
                filter_metadata:
                  envoy.lb: {canary: true, version: "1.10"}
            - match: {safe_regex: {regex: "/x/\\\\d+$"}}
              redirect: {https_redirect: true, response_code: MOVED_PERMANENTLY}
            - match: {prefix: /}
              direct_response: {status: 200, body: {inline_string: "hi\\n"}}
              typed_per_filter_config:
                envoy.filters.http.buffer:
                  "@type": type.googleapis.com/envoy.extensions.filters.http.buffer.v3.BufferPerRoute
                  disabled: true
      """;

  static final String CLUSTER =
      """
      name: backend
      type: EDS
      eds_cluster_config:
        service_name: backend
        eds_config: {ads: {}, resource_api_version: V3}
      connect_timeout: 0.25s
      lb_policy: LEAST_REQUEST
      least_request_lb_config: {choice_count: 3}
      circuit_breakers:
        thresholds: [{priority: HIGH, max_connections: 4294967295}]
      health_checks:
        - timeout: 1s
          interval: 5s
          unhealthy_threshold: 2
          healthy_threshold: 1
          http_health_check: {path: /healthz, expected_statuses: [{start: 200, end: 299}]}
      typed_extension_protocol_options:
        envoy.extensions.upstreams.http.v3.HttpProtocolOptions:
          "@type": type.googleapis.com/envoy.extensions.upstreams.http.v3.HttpProtocolOptions
          explicit_http_config: {http2_protocol_options: {max_concurrent_streams: 100}}
      outlier_detection: {consecutive_5xx: 5, base_ejection_time: 30s}
      """;

  static final String SECRET =
      """
      name: cert
      tls_certificate:
        certificate_chain:
          inline_string: |
            -----BEGIN CERTIFICATE-----
            MIIB
            -----END CERTIFICATE-----
        private_key: {inline_bytes: c2VjcmV0}
      """;

  static final String ASSIGNMENT =
      """
      cluster_name: backend
      endpoints:
        - locality: {region: eu, zone: a}
          priority: 0
          load_balancing_weight: 10
          lb_endpoints:
            - &first
              endpoint: {address: {socket_address: {address: 10.0.0.1, port_value: 8080}}}
              health_status: HEALTHY
              load_balancing_weight: 5
            - <<: *first
              health_status: DRAINING
      """;
}
