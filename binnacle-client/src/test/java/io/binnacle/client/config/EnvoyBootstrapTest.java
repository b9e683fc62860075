package io.binnacle.client.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.binnacle.core.resource.ResourceType;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class EnvoyBootstrapTest {

  private static final String CLUSTER =
      """
      static_resources:
        clusters:
        - name: xds
          type: STATIC
          load_assignment:
            cluster_name: xds
            endpoints:
            - lb_endpoints:
              - {endpoint: {address: {socket_address: {address: 127.0.0.1, port_value: 18000}}}}
              - {endpoint: {address: {socket_address: {address: "::1", port_value: 18001}}}}
      """;

  private static final String TLS =
      """
          transport_socket:
            name: tls
            typed_config:
              "@type": type.googleapis.com/envoy.extensions.transport_sockets.tls.v3.UpstreamTlsContext
              common_tls_context:
                validation_context: {trusted_ca: {filename: /ca.pem}}
                tls_certificates: [{certificate_chain: {filename: /me.pem}, private_key: {filename: /me.key}}]
      """;

  private static ClientBootstrap read(String text) {
    return EnvoyBootstrap.parse("envoy.yaml", text);
  }

  private static GrpcSource server(String address, boolean delta, boolean aggregated) {
    return new GrpcSource(address, ChannelSecurity.PLAINTEXT, null, delta, aggregated, Set.of());
  }

  @Test
  void adsIsReadWithEveryEndpointOfItsCluster() {
    ClientBootstrap settings =
        read(
            """
            node: {id: envoy-1, cluster: lab}
            dynamic_resources:
              ads_config:
                api_type: DELTA_GRPC
                transport_api_version: V3
                grpc_services: [{envoy_grpc: {cluster_name: xds}}]
              lds_config: {resource_api_version: V3, ads: {}}
              cds_config: {resource_api_version: V3, ads: {}}
            """
                + CLUSTER);

    assertThat(settings.node().getCluster()).isEqualTo("lab");
    assertThat(settings.servers())
        .containsExactly(server("127.0.0.1:18000", true, true), server("[::1]:18001", true, true));
    assertThat(settings.types()).isEmpty();
  }

  @Test
  void typesMayHaveSourcesOfTheirOwn() {
    ClientBootstrap settings =
        read(
            """
            dynamic_resources:
              lds_config:
                api_config_source: {api_type: GRPC, grpc_services: [{envoy_grpc: {cluster_name: xds}}]}
              cds_config:
                path_config_source: {path: /cfg/cds.yaml, watched_directory: {path: /cfg}}
            """
                + CLUSTER);

    assertThat(settings.servers()).isEmpty();
    assertThat(settings.types())
        .isEqualTo(
            Map.of(
                ResourceType.LISTENER,
                server("127.0.0.1:18000", false, false),
                ResourceType.CLUSTER,
                new FileSource(Path.of("/cfg/cds.yaml"), Path.of("/cfg"))));
  }

  @Test
  void restHasItsTimes() {
    ClientBootstrap settings =
        read(
            """
            dynamic_resources:
              cds_config:
                api_config_source: {api_type: REST, cluster_names: [xds], refresh_delay: 1s, request_timeout: 2s}
            """
                + CLUSTER);

    assertThat(settings.types().get(ResourceType.CLUSTER))
        .isEqualTo(
            new RestSource(
                URI.create("http://127.0.0.1:18000"),
                null,
                Duration.ofSeconds(1),
                Duration.ofSeconds(2)));
  }

  @Test
  void authoritiesAndTlsAreRead() {
    ClientBootstrap settings =
        read(
            """
            config_sources:
            - authorities: [{name: lab}, {name: office}]
              api_config_source:
                api_type: AGGREGATED_DELTA_GRPC
                grpc_services: [{envoy_grpc: {cluster_name: xds}}]
            - authorities: [{name: google}]
              api_config_source:
                api_type: AGGREGATED_GRPC
                grpc_services:
                - google_grpc: {target_uri: "cp:443", stat_prefix: x, channel_credentials: {ssl_credentials: {}}}
            """
                + CLUSTER
                + TLS);

    GrpcSource first = (GrpcSource) settings.authorities().get("lab").get(0);
    assertThat(first)
        .isEqualTo(
            GrpcSource.tls(
                    "127.0.0.1:18000",
                    TlsFiles.trusting(Path.of("/ca.pem"))
                        .withCertificate(Path.of("/me.pem"), Path.of("/me.key")))
                .incremental());
    assertThat(settings.authorities().get("office")).hasSize(2);
    assertThat(settings.authorities().get("google")).isEqualTo(List.of(GrpcSource.tls("cp:443")));
  }

  @Test
  void whatCannotBeUsedIsTold() {
    assertThatThrownBy(() -> read("dynamic_resources: {}"))
        .isInstanceOf(BadBootstrapException.class)
        .hasMessage("envoy.yaml:1:1: dynamic_resources: names no source that a client can use");
    assertThatThrownBy(
            () ->
                read(
                    """
                    dynamic_resources:
                      ads_config: {api_type: GRPC, grpc_services: [{envoy_grpc: {cluster_name: nobody}}]}
                    """))
        .hasMessageContaining("there is no static cluster 'nobody'");
    assertThatThrownBy(() -> read("dynamic_resources: {ads_confg: {}}"))
        .hasMessageContaining("envoy.yaml:1:")
        .hasMessageContaining("did you mean 'ads_config'?");
  }
}
