package io.binnacle.core.validate.content;

import com.google.protobuf.Message;
import io.binnacle.core.message.FieldPath;
import io.binnacle.core.message.MessageTypes;
import io.binnacle.core.validate.constraint.Constraints;
import java.util.List;
import java.util.Set;

/**
 * Lists of filters: one ends the chain, so it is the last; each has its configuration, of a type
 * for its place. Types that Envoy does not bring along are left alone, since only their author
 * knows what they do.
 */
public final class Filters {

  private static final String HTTP = "envoy.extensions.filters.http.";
  private static final String NETWORK = "envoy.extensions.filters.network.";
  private static final String ROUTER = HTTP + "router.v3.Router";

  /** HTTP filters that end a chain or not by what is in them. */
  private static final Set<String> OPEN =
      Set.of(
          HTTP + "dynamic_modules.v3.DynamicModuleFilter",
          HTTP + "composite.v3.Composite",
          HTTP + "match_delegate.v3.MatchDelegate");

  private static final Set<String> ENDS_OF_CONNECTIONS =
      Set.of(
          NETWORK + "http_connection_manager.v3.HttpConnectionManager",
          NETWORK + "tcp_proxy.v3.TcpProxy",
          NETWORK + "redis_proxy.v3.RedisProxy",
          NETWORK + "echo.v3.Echo",
          NETWORK + "direct_response.v3.Config",
          NETWORK + "thrift_proxy.v3.ThriftProxy");

  private static final Set<String> NO_ENDS_OF_CONNECTIONS =
      Set.of(
          NETWORK + "connection_limit.v3.ConnectionLimit",
          NETWORK + "ext_authz.v3.ExtAuthz",
          NETWORK + "local_ratelimit.v3.LocalRateLimit",
          NETWORK + "ratelimit.v3.RateLimit",
          NETWORK + "rbac.v3.RBAC",
          NETWORK + "sni_cluster.v3.SniCluster",
          NETWORK + "mongo_proxy.v3.MongoProxy",
          NETWORK + "zookeeper_proxy.v3.ZooKeeperProxy");

  private Filters() {}

  /** An {@code HttpConnectionManager}. */
  public static void ofHttp(Message manager, FieldPath path, Constraints.Sink sink) {
    http(new Fields(manager).messages("http_filters"), path.field("http_filters"), sink);
    upgrades(manager, path, sink);
  }

  private static void upgrades(Message manager, FieldPath path, Constraints.Sink sink) {
    FieldPath list = path.field("upgrade_configs");
    int index = 0;
    for (Message upgrade : new Fields(manager).messages("upgrade_configs")) {
      http(new Fields(upgrade).messages("filters"), list.item(index++).field("filters"), sink);
    }
  }

  private static void http(List<Message> filters, FieldPath list, Constraints.Sink sink) {
    for (int i = 0; i < filters.size(); i++) {
      boolean last = i == filters.size() - 1;
      Fields filter = new Fields(filters.get(i));
      String type = typeOf(filter);
      FieldPath at = list.item(i);
      if (type.equals(ROUTER) && !last) {
        sink.broken(at, "a router ends the chain, so it must be the last filter");
      } else if (type.equals(ROUTER) && filter.flag("disabled")) {
        sink.broken(at.field("disabled"), "the filter that ends the chain cannot be disabled");
      } else if (last && type.startsWith(HTTP) && !type.equals(ROUTER) && !OPEN.contains(type)) {
        sink.broken(
            at,
            "is the last filter, which must be one that ends the chain: add a router behind it");
      } else if (type.startsWith(NETWORK)) {
        sink.broken(at.field("typed_config"), type + " is no HTTP filter");
      }
    }
  }

  /** A {@code FilterChain}. */
  public static void ofConnections(Message chain, FieldPath path, Constraints.Sink sink) {
    List<Message> filters = new Fields(chain).messages("filters");
    for (int i = 0; i < filters.size(); i++) {
      boolean last = i == filters.size() - 1;
      String type = typeOf(new Fields(filters.get(i)));
      FieldPath at = path.field("filters").item(i);
      if (!last && ENDS_OF_CONNECTIONS.contains(type)) {
        sink.broken(at, "ends the chain, so it must be the last filter");
      } else if (last && NO_ENDS_OF_CONNECTIONS.contains(type)) {
        sink.broken(at, "is the last filter, which must be one that ends the chain");
      } else if (type.startsWith(HTTP)) {
        sink.broken(at.field("typed_config"), type + " is no network filter");
      }
    }
  }

  /** Any message that may name an extension. */
  public static void configured(Message extension, FieldPath path, Constraints.Sink sink) {
    if (extension.getDescriptorForType().findFieldByName("typed_config") == null) {
      return;
    }
    boolean hasPlace =
        extension.getDescriptorForType().getOneofs().stream()
            .anyMatch(oneof -> oneof.getName().equals("config_type") && !extension.hasOneof(oneof));
    Fields fields = new Fields(extension);
    if (hasPlace && !fields.text("name").isEmpty() && !fields.flag("is_optional")) {
      sink.broken(path, "has no typed_config, so Envoy does not know which extension it is");
    }
    Message config = fields.message("typed_config");
    if (config != null && isEmptyAny(config)) {
      sink.broken(path.field("typed_config"), "'@type' is missing, it says which message this is");
    }
  }

  private static boolean isEmptyAny(Message config) {
    return config.getDescriptorForType().getFullName().equals("google.protobuf.Any")
        && new Fields(config).text("type_url").isEmpty();
  }

  /** The full name of a filter's configuration; empty when there is none here. */
  private static String typeOf(Fields filter) {
    Message config = filter.message("typed_config");
    return config == null ? "" : MessageTypes.nameOf(new Fields(config).text("type_url"));
  }
}
