package io.binnacle.app.envoy;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import io.binnacle.core.message.MessageTypes;
import io.binnacle.core.resource.Reference;
import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.envoyproxy.envoy.config.bootstrap.v3.Bootstrap;
import io.envoyproxy.envoy.config.bootstrap.v3.RuntimeLayer;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import io.envoyproxy.envoy.config.endpoint.v3.ClusterLoadAssignment;
import io.envoyproxy.envoy.config.endpoint.v3.LbEndpoint;
import io.envoyproxy.envoy.config.endpoint.v3.LocalityLbEndpoints;
import io.envoyproxy.envoy.config.listener.v3.Listener;
import io.envoyproxy.envoy.config.route.v3.RouteConfiguration;
import io.envoyproxy.envoy.config.route.v3.ScopedRouteConfiguration;
import io.envoyproxy.envoy.config.route.v3.VirtualHost;
import io.envoyproxy.envoy.extensions.transport_sockets.tls.v3.SdsSecretConfig;
import io.envoyproxy.envoy.extensions.transport_sockets.tls.v3.Secret;
import io.envoyproxy.envoy.service.runtime.v3.Runtime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Lays out each resource of a group so that Envoy looks at it when it starts: it never asks anybody
 * in validate mode, so what comes over a subscription has to stand in the bootstrap itself.
 *
 * <p>Each by itself, so that who is refused is at fault: a route configuration is not in the
 * listener that names it, but in one made for it, and a listener goes on subscribing to it. Only
 * secrets that are known to be good stand beside their users: without them Envoy would not look at
 * the rest of a TLS context. Made for one group, used by one thread.
 */
final class Probes {

  private static final String DISCOVERY = "config_discovery";
  private static final String SECRET_CONFIG = SdsSecretConfig.getDescriptor().getFullName();

  private final MessageTypes types;
  private final StandInSources sources;
  private final Map<String, Resource> usersOfExtensions = new HashMap<>();
  private final Map<String, Secret> goodSecrets = new HashMap<>();

  /**
   * @param types what an Any may hold
   * @param resources all of the group
   */
  Probes(MessageTypes types, List<Resource> resources) {
    this.types = types;
    this.sources = new StandInSources(types);
    for (Resource resource : resources) {
      for (Reference reference : resource.references()) {
        if (reference.type().equals(ResourceType.TYPED_EXTENSION_CONFIG)) {
          usersOfExtensions.putIfAbsent(reference.name(), resource);
        }
      }
    }
  }

  /** The probe of a resource; null when there is no way to show it to Envoy. */
  @Nullable Probe of(Resource resource) {
    try {
      if (resource.type().equals(ResourceType.TYPED_EXTENSION_CONFIG)) {
        return extension(resource);
      }
      Map<String, Secret> secrets = new HashMap<>();
      ByteString message = message(resource, m -> m, secrets);
      if (resource.type().equals(ResourceType.SECRET)) {
        secrets.put(resource.name(), Secret.parseFrom(message));
      }
      Bootstrap part = part(resource.type(), resource.name(), message);
      return part == null ? null : new Probe(resource, part, List.copyOf(secrets.values()), null);
    } catch (InvalidProtocolBufferException e) {
      return null; // served as it is, without being understood
    }
  }

  /** From now on this secret stands beside its users. */
  void good(Probe secret) {
    secret.secrets().forEach(each -> goodSecrets.put(each.getName(), each));
  }

  private ByteString message(
      Resource resource, UnaryOperator<Message> more, Map<String, Secret> secrets)
      throws InvalidProtocolBufferException {
    Message prototype = types.find(resource.packed().getTypeUrl());
    ByteString bytes = resource.packed().getValue();
    return prototype == null
        ? bytes
        : sources
            .rewritten(
                prototype.getParserForType().parsePartialFrom(bytes),
                inside -> withSecret(more.apply(inside), secrets))
            .toByteString();
  }

  private @Nullable Bootstrap part(ResourceType type, String name, ByteString bytes)
      throws InvalidProtocolBufferException {
    String label = "binnacle:" + type.shortName() + ":" + name;
    if (type.equals(ResourceType.LISTENER)) {
      Listener listener = Listener.parseFrom(bytes);
      // of clients of gRPC; an Envoy can be given one in its bootstrap only
      return listener.hasApiListener() ? null : StandIns.listeners(listener);
    } else if (type.equals(ResourceType.CLUSTER)) {
      return StandIns.clusters(Cluster.parseFrom(bytes));
    } else if (type.equals(ResourceType.ROUTE_CONFIGURATION)) {
      return StandIns.routes(label, RouteConfiguration.parseFrom(bytes));
    } else if (type.equals(ResourceType.VIRTUAL_HOST)) {
      return StandIns.routes(
          label,
          RouteConfiguration.newBuilder()
              .setName(name)
              .addVirtualHosts(VirtualHost.parseFrom(bytes))
              .build());
    } else if (type.equals(ResourceType.SCOPED_ROUTE_CONFIGURATION)) {
      return StandIns.scope(label, ScopedRouteConfiguration.parseFrom(bytes));
    } else if (type.equals(ResourceType.CLUSTER_LOAD_ASSIGNMENT)) {
      return StandIns.endpoints(label, ClusterLoadAssignment.parseFrom(bytes));
    } else if (type.equals(ResourceType.LB_ENDPOINT)) {
      return StandIns.endpoints(
          label,
          ClusterLoadAssignment.newBuilder()
              .setClusterName(label)
              .addEndpoints(
                  LocalityLbEndpoints.newBuilder().addLbEndpoints(LbEndpoint.parseFrom(bytes)))
              .build());
    } else if (type.equals(ResourceType.SECRET)) {
      return StandIns.secret(label, Secret.parseFrom(bytes));
    } else if (type.equals(ResourceType.RUNTIME)) {
      Bootstrap.Builder part = Bootstrap.newBuilder();
      part.getLayeredRuntimeBuilder()
          .addLayers(
              RuntimeLayer.newBuilder()
                  .setName(label)
                  .setStaticLayer(Runtime.parseFrom(bytes).getLayer()));
      return part.build();
    }
    return null;
  }

  /** In a copy of the first resource that asks for it: what it may be depends on its place. */
  private @Nullable Probe extension(Resource extension) throws InvalidProtocolBufferException {
    Resource user = usersOfExtensions.get(extension.name());
    Message prototype = types.find(extension.packed().getTypeUrl());
    if (user == null || prototype == null) {
      return null;
    }
    Map<String, Secret> secrets = new HashMap<>();
    Message config =
        sources.rewritten(
            prototype.getParserForType().parsePartialFrom(extension.packed().getValue()),
            inside -> withSecret(inside, secrets));
    String label = "binnacle:ECDS:" + extension.name();
    ByteString bytes = message(user, m -> inlined(m, extension.name(), config), secrets);
    List<Secret> needed = List.copyOf(secrets.values());
    if (user.type().equals(ResourceType.LISTENER)) {
      Listener listener = Listener.parseFrom(bytes);
      return listener.hasApiListener()
          ? null
          : new Probe(extension, StandIns.copy(label, listener), needed, user);
    }
    if (user.type().equals(ResourceType.CLUSTER)) {
      Cluster copy = Cluster.parseFrom(bytes).toBuilder().setName(label).build();
      return new Probe(extension, StandIns.clusters(copy), needed, user);
    }
    return null;
  }

  /** A good secret is there; any other one comes over a subscription, so is not looked at. */
  private Message withSecret(Message inside, Map<String, Secret> secrets) {
    if (!inside.getDescriptorForType().getFullName().equals(SECRET_CONFIG)) {
      return inside;
    }
    try {
      SdsSecretConfig.Builder config =
          SdsSecretConfig.newBuilder().mergeFrom(inside.toByteString());
      Secret secret = goodSecrets.get(config.getName());
      if (secret == null) {
        config.setSdsConfig(StandInSources.API);
      } else {
        secrets.put(secret.getName(), secret);
        config.clearSdsConfig();
      }
      return inside.newBuilderForType().mergeFrom(config.build().toByteString()).build();
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalStateException("a message of known type cannot be read", e);
    }
  }

  private static Message inlined(Message filter, String name, Message extension) {
    var type = filter.getDescriptorForType();
    var discovery = type.findFieldByName(DISCOVERY);
    var place = type.findFieldByName("typed_config");
    var nameField = type.findFieldByName("name");
    if (discovery == null
        || place == null
        || nameField == null
        || !filter.hasField(discovery)
        || !name.equals(filter.getField(nameField))) {
      return filter;
    }
    var content = extension.getDescriptorForType().findFieldByName("typed_config");
    return filter.toBuilder().setField(place, extension.getField(content)).build();
  }
}
