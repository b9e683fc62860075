package io.binnacle.text.types;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The packages of extensions that only Envoy's contrib build has (the image {@code
 * envoyproxy/envoy:contrib-…}). Neither the usual Envoy nor the message classes here know them.
 * Stateless.
 */
final class ContribTypes {

  private static final Pattern VERSION_AND_NAME =
      Pattern.compile("\\.v[0-9]+(?:alpha[0-9]*)?\\..*");

  /** Without {@code envoy.extensions.} before and the version behind. */
  private static final Set<String> PACKAGES =
      List.of(
              "bootstrap.hyperscan",
              "compression.compressor.igzip",
              "compression.qatzip.compressor",
              "compression.qatzstd.compressor",
              "config",
              "filters.common.workload_discovery",
              "filters.http.alpn",
              "filters.http.checksum",
              "filters.http.dynamo",
              "filters.http.golang",
              "filters.http.istio_stats",
              "filters.http.language",
              "filters.http.mcp_sse_stateful_session",
              "filters.http.peak_ewma",
              "filters.http.peer_metadata",
              "filters.http.squash",
              "filters.http.sxg",
              "filters.listener.postgres_inspector",
              "filters.network.client_ssl_auth",
              "filters.network.generic_proxy.codecs.kafka",
              "filters.network.golang",
              "filters.network.kafka_broker",
              "filters.network.kafka_mesh",
              "filters.network.ldap_proxy",
              "filters.network.metadata_exchange",
              "filters.network.mysql_proxy",
              "filters.network.peer_metadata",
              "filters.network.postgres_proxy",
              "filters.network.rocketmq_proxy",
              "filters.network.sip_proxy",
              "filters.network.sip_proxy.router",
              "filters.network.sip_proxy.tra",
              "filters.network.smtp_proxy",
              "http.mcp_sse_stateful_session.envelope",
              "load_balancing_policies.peak_ewma",
              "matching.input_matchers.hyperscan",
              "network.connection_balance.dlb",
              "private_key_providers.cryptomb",
              "private_key_providers.kae",
              "private_key_providers.qat",
              "regex_engines.hyperscan",
              "router.cluster_specifier.golang",
              "stat_sinks.kafka",
              "tap_sinks.udp_sink",
              "upstreams.http.tcp.golang",
              "vcl")
          .stream()
          .map(name -> "envoy.extensions." + name)
          .collect(Collectors.toUnmodifiableSet());

  private ContribTypes() {}

  /** Whether a message with this full name is of such a package. */
  static boolean include(String fullName) {
    return PACKAGES.contains(VERSION_AND_NAME.matcher(fullName).replaceFirst(""));
  }
}
