package io.binnacle.core.validate;

import com.google.protobuf.Message;
import io.binnacle.core.message.FieldPath;
import io.binnacle.core.message.MessageTypes;
import io.binnacle.core.message.MessageWalk;
import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * What a client refuses in one resource although each field is as it must be. Messages are found
 * wherever they are: a RouteConfiguration can be inline in a Listener.
 */
final class ContentChecks implements Check {

  private static final String TLS = "envoy.extensions.transport_sockets.tls.v3.";

  /** Types that can have many resources and nothing of interest inside. */
  private static final Set<ResourceType> PLAIN =
      Set.of(ResourceType.CLUSTER_LOAD_ASSIGNMENT, ResourceType.LB_ENDPOINT);

  private final MessageTypes types;
  private final Map<String, KindOfCheck> checks;

  /** What is said when a check finds something. */
  private record KindOfCheck(IssueKind kind, ContentCheck check) {}

  /** Looks at a message of one type. */
  interface ContentCheck {
    void check(Message message, FieldPath path, Constraints.Sink sink);
  }

  ContentChecks(MessageTypes types, Supplier<Instant> now) {
    this.types = types;
    this.checks =
        Map.of(
            "envoy.config.route.v3.RouteConfiguration",
            new KindOfCheck(IssueKind.DOMAIN, Domains::unique),
            "envoy.extensions.filters.network.http_connection_manager.v3"
                + ".ScopedRouteConfigurationsList",
            new KindOfCheck(IssueKind.SCOPE_KEY, ContentChecks::scopeKeys),
            "envoy.service.runtime.v3.Runtime",
            new KindOfCheck(IssueKind.RUNTIME, RuntimeValues::withoutLists),
            TLS + "TlsCertificate",
            new KindOfCheck(
                IssueKind.CERTIFICATE,
                (certificate, path, sink) ->
                    CertificateAndKey.check(certificate, path, now.get(), sink)));
  }

  @Override
  public void resource(Resource resource, Message message, Report report) {
    if (PLAIN.contains(resource.type()) || isPlainCluster(resource.type(), message)) {
      return;
    }
    MessageWalk.through(
        message,
        types,
        (inner, path) -> {
          KindOfCheck found = checks.get(inner.getDescriptorForType().getFullName());
          if (found != null) {
            found.check().check(inner, path, new Findings(found.kind().id(), resource, report));
          }
        });
  }

  /** What one check finds in one resource. */
  private record Findings(String rule, Resource resource, Report report)
      implements Constraints.Sink {
    @Override
    public void broken(FieldPath path, String message) {
      report.error(rule, resource, path, message);
    }

    @Override
    public void doubtful(FieldPath path, String message) {
      report.warning(rule, resource, path, message);
    }
  }

  private static boolean isPlainCluster(ResourceType type, Message message) {
    Fields fields = new Fields(message);
    return type.equals(ResourceType.CLUSTER)
        && fields.message("transport_socket") == null
        && fields.messages("transport_socket_matches").isEmpty();
  }

  // SRDS-1
  private static void scopeKeys(Message list, FieldPath path, Constraints.Sink sink) {
    Map<List<String>, String> taken = new HashMap<>();
    FieldPath scopes = path.field("scoped_route_configurations");
    int index = 0;
    for (Message scope : new Fields(list).messages("scoped_route_configurations")) {
      List<String> key = ScopeKeys.keyOf(scope);
      String other = taken.putIfAbsent(key, new Fields(scope).text("name"));
      if (other != null) {
        sink.broken(scopes.item(index).field("key"), "scope '" + other + "' has the same key");
      }
      index++;
    }
  }
}
