package io.binnacle.app.bootstrap;

import io.binnacle.app.bootstrap.BootstrapRequest.Tls;
import io.binnacle.app.net.HostPort;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The bootstrap of an Envoy, as YAML with comments. Values stand in it as JSON, which is YAML too,
 * so that no value needs thought about quotes.
 */
public final class EnvoyBootstrap {

  private static final Pattern IP = Pattern.compile("[0-9.]+|.*:.*");
  private static final String TLS_CONTEXT =
      "type.googleapis.com/envoy.extensions.transport_sockets.tls.v3.UpstreamTlsContext";
  private static final String HTTP_OPTIONS =
      "envoy.extensions.upstreams.http.v3.HttpProtocolOptions";

  /**
   * What else is worth knowing of files.
   *
   * @param extension of their names, with its dot
   * @param layers the file of each runtime layer by its name
   */
  public record Files(String extension, Map<String, String> layers) {
    static final Files DEFAULT = new Files(".yaml", Map.of());
  }

  private final BootstrapRequest request;
  private final Delivery delivery;
  private final Files files;

  private EnvoyBootstrap(BootstrapRequest request, Delivery delivery, Files files) {
    this.request = request;
    this.delivery = delivery;
    this.files = files;
  }

  /** One document that {@code envoy -c} takes; ends in a line feed. */
  public static String yaml(BootstrapRequest request, Delivery delivery) {
    return new EnvoyBootstrap(request, delivery, Files.DEFAULT).text();
  }

  /** The same for an Envoy that follows files of another form, or with runtime layers. */
  public static String ofFiles(BootstrapRequest request, Files files) {
    return new EnvoyBootstrap(request, Delivery.FILES, files).text();
  }

  private String text() {
    StringBuilder out = new StringBuilder();
    out.append("# Envoy bootstrap made by 'binnacle bootstrap envoy --variant ")
        .append(delivery)
        .append("'.\n")
        .append("node:\n")
        .append(Nodes.yaml(request.node(), "  "))
        .append("admin:\n")
        .append("  address: ")
        .append(socketAddress(request.admin()))
        .append("\n")
        .append("dynamic_resources:\n");
    if (delivery.isAggregated()) {
      // Without it Envoy repeats its whole node, 60 kB, in every request (ED-1).
      out.append("  ads_config:\n").append(apiConfig("    "));
    }
    out.append(subscription("lds")).append(subscription("cds"));
    files.layers().forEach((name, file) -> out.append(layer(name, file)));
    if (delivery != Delivery.FILES) {
      out.append("static_resources:\n  clusters:\n").append(cluster());
    }
    return out.toString();
  }

  private String layer(String name, String file) {
    boolean first = name.equals(files.layers().keySet().iterator().next());
    return (first ? "layered_runtime:\n  layers:\n" : "")
        + "  - name: "
        + Json.of(name)
        + "\n    rtds_layer: {name: "
        + Json.of(name)
        + ", rtds_config: {resource_api_version: V3, path_config_source: {path: "
        + Json.of(file)
        + "}}}\n";
  }

  private String subscription(String type) {
    String head = "  " + type + "_config:\n    resource_api_version: V3\n";
    if (delivery.isAggregated()) {
      return head + "    ads: {}\n";
    }
    if (delivery == Delivery.FILES) {
      String directory = request.directory();
      return head
          + "    # A new file must be moved into place; Envoy does not see one that is written"
          + " to.\n"
          + "    path_config_source: {path: "
          + Json.of(directory + "/" + type + files.extension())
          + "}\n";
    }
    return head + "    api_config_source:\n" + apiConfig("      ");
  }

  private String apiConfig(String indent) {
    StringBuilder out = new StringBuilder();
    out.append(indent).append("api_type: ").append(delivery.apiType()).append("\n");
    out.append(indent).append("transport_api_version: V3\n");
    if (delivery == Delivery.REST) {
      out.append(indent).append("cluster_names: [xds]\n");
      out.append(indent).append("refresh_delay: 1s\n");
      out.append(indent).append("request_timeout: 30s\n");
    } else {
      out.append(indent).append("set_node_on_first_message_only: true\n");
      out.append(indent).append("grpc_services: [{envoy_grpc: {cluster_name: xds}}]\n");
    }
    return out.toString();
  }

  private String cluster() {
    HostPort server = request.server();
    StringBuilder out = new StringBuilder();
    out.append("  - name: xds\n")
        .append("    type: ")
        .append(IP.matcher(server.host()).matches() ? "STATIC" : "STRICT_DNS")
        .append("\n")
        .append("    connect_timeout: 1s\n");
    if (delivery != Delivery.REST) {
      out.append("    typed_extension_protocol_options:\n")
          .append("      ")
          .append(HTTP_OPTIONS)
          .append(":\n")
          .append("        \"@type\": type.googleapis.com/")
          .append(HTTP_OPTIONS)
          .append("\n")
          .append("        explicit_http_config:\n")
          .append(
              "          # Finds out within 35 s that a control plane is gone without a word.\n")
          .append("          http2_protocol_options:\n")
          .append("            connection_keepalive: {interval: 30s, timeout: 5s}\n");
    }
    if (request.tls().isOn()) {
      out.append(transportSocket());
    }
    return out.append("    load_assignment:\n")
        .append("      cluster_name: xds\n")
        .append("      endpoints:\n")
        .append("      - lb_endpoints:\n")
        .append("        - endpoint: {address: ")
        .append(socketAddress(server))
        .append("}\n")
        .toString();
  }

  private String transportSocket() {
    Tls tls = request.tls();
    StringBuilder out = new StringBuilder();
    out.append("    transport_socket:\n")
        .append("      name: envoy.transport_sockets.tls\n")
        .append("      typed_config:\n")
        .append("        \"@type\": ")
        .append(TLS_CONTEXT)
        .append("\n")
        .append("        sni: ")
        .append(Json.of(request.server().host()))
        .append("\n")
        .append("        common_tls_context:\n")
        .append("          validation_context: {trusted_ca: {filename: ")
        .append(Json.of(tls.caFile()))
        .append("}}\n");
    if (!tls.certFile().isEmpty()) {
      out.append("          tls_certificates:\n")
          .append("          - certificate_chain: {filename: ")
          .append(Json.of(tls.certFile()))
          .append("}\n")
          .append("            private_key: {filename: ")
          .append(Json.of(tls.keyFile()))
          .append("}\n");
    }
    return out.toString();
  }

  private static String socketAddress(HostPort address) {
    return "{socket_address: {address: "
        + Json.of(address.host())
        + ", port_value: "
        + address.port()
        + "}}";
  }
}
