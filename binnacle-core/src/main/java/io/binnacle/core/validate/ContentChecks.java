package io.binnacle.core.validate;

import com.google.protobuf.Message;
import io.binnacle.core.message.FieldPath;
import io.binnacle.core.message.MessageTypes;
import io.binnacle.core.message.MessageWalk;
import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.validate.constraint.Constraints;
import io.binnacle.core.validate.content.Addresses;
import io.binnacle.core.validate.content.CertificateAndKey;
import io.binnacle.core.validate.content.Fields;
import io.binnacle.core.validate.content.Filters;
import io.binnacle.core.validate.content.RuntimeValues;
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
  private final EnvoyChecks checks = new EnvoyChecks();

  ContentChecks(MessageTypes types, Supplier<Instant> now) {
    this.types = types;
    checks.add("envoy.config.route.v3.RouteConfiguration", IssueKind.DOMAIN, Domains::unique);
    checks.add(
        "envoy.extensions.filters.network.http_connection_manager.v3"
            + ".ScopedRouteConfigurationsList",
        IssueKind.SCOPE_KEY,
        ContentChecks::scopeKeys);
    checks.add("envoy.service.runtime.v3.Runtime", IssueKind.RUNTIME, RuntimeValues::withoutLists);
    checks.add(
        TLS + "TlsCertificate",
        IssueKind.CERTIFICATE,
        (certificate, path, sink) -> CertificateAndKey.check(certificate, path, now.get(), sink));
  }

  @Override
  public void resource(Resource resource, Message message, Report report) {
    if (PLAIN.contains(resource.type())) {
      endpoints(resource, message, new Findings(IssueKind.ADDRESS.id(), resource, report));
    } else if (isPlainCluster(resource.type(), message)) {
      look(resource, message, FieldPath.ROOT, report);
    } else {
      MessageWalk.through(
          message,
          types,
          (inner, path) -> {
            look(resource, inner, path, report);
            Filters.configured(inner, path, new Findings(IssueKind.FILTER.id(), resource, report));
          });
    }
  }

  private void look(Resource resource, Message message, FieldPath path, Report report) {
    for (EnvoyChecks.KindOfCheck found : checks.of(message)) {
      found.check().check(message, path, new Findings(found.kind().id(), resource, report));
    }
  }

  private static void endpoints(Resource resource, Message message, Constraints.Sink sink) {
    String otherwise = ", and over EDS an Envoy takes no other";
    if (resource.type().equals(ResourceType.LB_ENDPOINT)) {
      Addresses.endpoint(message, FieldPath.ROOT, otherwise, sink);
    } else {
      Addresses.literals(message, FieldPath.ROOT, otherwise, sink);
    }
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
        && fields.message("cluster_type") == null
        && fields.messages("health_checks").isEmpty()
        && fields.messages("typed_extension_protocol_options").isEmpty()
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
