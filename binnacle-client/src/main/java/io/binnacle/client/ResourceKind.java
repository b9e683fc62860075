package io.binnacle.client;

import static java.util.Objects.requireNonNull;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import io.binnacle.core.client.InvalidResourceException;
import io.binnacle.core.client.ResourceParser;
import io.binnacle.core.resource.ResourceType;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import io.envoyproxy.envoy.config.core.v3.TypedExtensionConfig;
import io.envoyproxy.envoy.config.endpoint.v3.ClusterLoadAssignment;
import io.envoyproxy.envoy.config.endpoint.v3.LbEndpoint;
import io.envoyproxy.envoy.config.listener.v3.Listener;
import io.envoyproxy.envoy.config.route.v3.RouteConfiguration;
import io.envoyproxy.envoy.config.route.v3.ScopedRouteConfiguration;
import io.envoyproxy.envoy.config.route.v3.VirtualHost;
import io.envoyproxy.envoy.extensions.transport_sockets.tls.v3.Secret;
import io.envoyproxy.envoy.service.runtime.v3.Runtime;

/**
 * A type of resource, with what an application makes of one: the message itself, or something of
 * its own ({@link #map}), checked on the way ({@link #validated}). What a check refuses is NACKed,
 * and the last good value stays in use (C-4).
 *
 * <p>A client parses each type in one way: keep kinds in constants. Immutable; equal by identity.
 *
 * @param <T> what watchers get
 */
public final class ResourceKind<T> {

  public static final ResourceKind<Listener> LISTENER = of(Listener.getDefaultInstance());
  public static final ResourceKind<RouteConfiguration> ROUTE_CONFIGURATION =
      of(RouteConfiguration.getDefaultInstance());
  public static final ResourceKind<ScopedRouteConfiguration> SCOPED_ROUTE_CONFIGURATION =
      of(ScopedRouteConfiguration.getDefaultInstance());
  public static final ResourceKind<VirtualHost> VIRTUAL_HOST = of(VirtualHost.getDefaultInstance());
  public static final ResourceKind<Cluster> CLUSTER = of(Cluster.getDefaultInstance());
  public static final ResourceKind<ClusterLoadAssignment> CLUSTER_LOAD_ASSIGNMENT =
      of(ClusterLoadAssignment.getDefaultInstance());
  public static final ResourceKind<LbEndpoint> LB_ENDPOINT = of(LbEndpoint.getDefaultInstance());
  public static final ResourceKind<Secret> SECRET = of(Secret.getDefaultInstance());
  public static final ResourceKind<Runtime> RUNTIME = of(Runtime.getDefaultInstance());
  public static final ResourceKind<TypedExtensionConfig> TYPED_EXTENSION_CONFIG =
      of(TypedExtensionConfig.getDefaultInstance());

  private final ResourceType type;
  private final Parser<T> parser;

  private ResourceKind(ResourceType type, Parser<T> parser) {
    this.type = requireNonNull(type, "type");
    this.parser = requireNonNull(parser, "parser");
  }

  /** Makes something of a resource. Runs on the client's thread, so it must not wait. */
  @FunctionalInterface
  public interface Parser<T> {

    /**
     * The value of a resource.
     *
     * @param name in canonical form
     * @throws InvalidResourceException when it cannot be used; the message goes to the server
     */
    T parse(String name, Any packed) throws InvalidResourceException;
  }

  /** Makes one thing of another, or refuses it. */
  @FunctionalInterface
  public interface Conversion<T, U> {

    U convert(T value) throws InvalidResourceException;
  }

  /** Looks at a value, and refuses it by an exception. */
  @FunctionalInterface
  public interface Validation<T> {

    void validate(T value) throws InvalidResourceException;
  }

  /** A type whose message has its name in field 1, as the messages of the Envoy API have. */
  public static <M extends Message> ResourceKind<M> of(M prototype) {
    @SuppressWarnings("unchecked") // its own parser
    Parser<M> parser =
        (name, packed) -> {
          try {
            return (M) prototype.getParserForType().parseFrom(packed.getValue());
          } catch (InvalidProtocolBufferException e) {
            throw new InvalidResourceException("cannot be decoded: " + e.getMessage(), e);
          }
        };
    ResourceType type = ResourceType.ofMessage(prototype.getDescriptorForType().getFullName());
    return new ResourceKind<>(type, parser);
  }

  /** A type of any bytes, whose message has its name in field 1. */
  public static <T> ResourceKind<T> of(ResourceType type, Parser<T> parser) {
    return new ResourceKind<>(type, parser);
  }

  /** The type as it comes, not decoded. */
  public static ResourceKind<Any> packed(ResourceType type) {
    return of(type, (name, packed) -> packed);
  }

  /** The same, with a check. */
  public ResourceKind<T> validated(Validation<T> validation) {
    return map(
        value -> {
          validation.validate(value);
          return value;
        });
  }

  /** What is made of the value instead. */
  public <U> ResourceKind<U> map(Conversion<T, U> conversion) {
    return new ResourceKind<>(
        type, (name, packed) -> conversion.convert(parser.parse(name, packed)));
  }

  public ResourceType type() {
    return type;
  }

  /** For the cache. */
  ResourceParser parser() {
    return (name, packed) -> requireNonNull(parser.parse(name, packed), "the parser gave null");
  }

  /** What its parser made. */
  @SuppressWarnings("unchecked") // the client has this kind's parser for its type, and no other
  T cast(Object value) {
    return (T) value;
  }

  @Override
  public String toString() {
    return type.toString();
  }
}
