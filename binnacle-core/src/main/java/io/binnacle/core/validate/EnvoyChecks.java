package io.binnacle.core.validate;

import com.google.protobuf.Message;
import io.binnacle.core.message.FieldPath;
import io.binnacle.core.validate.constraint.Constraints;
import io.binnacle.core.validate.content.Addresses;
import io.binnacle.core.validate.content.Clusters;
import io.binnacle.core.validate.content.Fields;
import io.binnacle.core.validate.content.FilterChains;
import io.binnacle.core.validate.content.Filters;
import io.binnacle.core.validate.content.Headers;
import io.binnacle.core.validate.content.HealthChecks;
import io.binnacle.core.validate.content.JwtProviders;
import io.binnacle.core.validate.content.Regexes;
import io.binnacle.core.validate.content.Routes;
import io.binnacle.core.validate.content.Tls;
import io.binnacle.core.validate.content.Weights;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What an Envoy refuses by code of its own, though no annotation of the API forbids it: a check is
 * one line here, a row in docs/validation.md, and a fault in the corpus, where an Envoy is asked
 * whether it is one. What an Envoy takes is not an error for us.
 */
final class EnvoyChecks {

  private static final String CORE = "envoy.config.core.v3.";
  private static final String ROUTE = "envoy.config.route.v3.";
  private static final String HTTP = "envoy.extensions.filters.http.";
  private static final String HCM =
      "envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager";
  private static final String CLUSTER = "envoy.config.cluster.v3.Cluster";
  private static final String LISTENER = "envoy.config.listener.v3.";

  /** Looks at a message of one type. */
  interface ContentCheck {
    void check(Message message, FieldPath path, Constraints.Sink sink);
  }

  /** A check, and the kind under which its findings are reported. */
  record KindOfCheck(IssueKind kind, ContentCheck check) {}

  private final Map<String, List<KindOfCheck>> byType = new HashMap<>();

  EnvoyChecks() {
    add("envoy.type.matcher.v3.RegexMatcher", IssueKind.REGEX, Regexes::readable);
    add(CORE + "CidrRange", IssueKind.ADDRESS, Addresses::range);
    add(CORE + "HeaderValueOption", IssueKind.HEADER, Headers::added);
    for (String owner : List.of("RouteConfiguration", "VirtualHost", "Route")) {
      add(ROUTE + owner, IssueKind.HEADER, Headers::removed);
    }
    add(ROUTE + "WeightedCluster.ClusterWeight", IssueKind.HEADER, Headers::removed);
    add(ROUTE + "WeightedCluster", IssueKind.ROUTE, Weights::addUp);
    add(ROUTE + "RouteAction", IssueKind.ROUTE, Routes::action);
    add(ROUTE + "RetryPolicy.RetryBackOff", IssueKind.ROUTE, Routes::backOff);
    add(LISTENER + "Listener", IssueKind.FILTER_CHAIN, FilterChains::distinct);
    add(LISTENER + "FilterChain", IssueKind.FILTER, Filters::ofConnections);
    add(LISTENER + "FilterChain", IssueKind.TLS, (m, p, s) -> socket("Downstream", m, p, s));
    add(HCM, IssueKind.FILTER, Filters::ofHttp);
    add(HCM, IssueKind.ROUTE, Routes::upgrades);
    add(HTTP + "jwt_authn.v3.JwtAuthentication", IssueKind.JWT, JwtProviders::known);
    add(HTTP + "local_ratelimit.v3.LocalRateLimit", IssueKind.FILTER, Routes::bucket);
    add(CLUSTER, IssueKind.CLUSTER, Clusters::consistent);
    add(CLUSTER, IssueKind.HEALTH_CHECK, HealthChecks::named);
    add(CLUSTER, IssueKind.TLS, (m, p, s) -> socket("Upstream", m, p, s));
    add(CORE + "HealthCheck.HttpHealthCheck", IssueKind.HEALTH_CHECK, HealthChecks::statuses);
    add(CORE + "HealthCheck.Payload", IssueKind.HEALTH_CHECK, HealthChecks::hex);
    add(
        "envoy.extensions.transport_sockets.tls.v3.DownstreamTlsContext",
        IssueKind.TLS,
        Tls::hasCertificate);
  }

  void add(String type, IssueKind kind, ContentCheck check) {
    byType.computeIfAbsent(type, t -> new ArrayList<>()).add(new KindOfCheck(kind, check));
  }

  List<KindOfCheck> of(Message message) {
    return byType.getOrDefault(message.getDescriptorForType().getFullName(), List.of());
  }

  private static void socket(String end, Message owner, FieldPath path, Constraints.Sink sink) {
    Message socket = new Fields(owner).message("transport_socket");
    if (socket != null) {
      Tls.isOf(end, socket, path.field("transport_socket"), sink);
    }
  }
}
