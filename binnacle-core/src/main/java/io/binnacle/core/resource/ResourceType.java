package io.binnacle.core.resource;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A type of resource, told by its type URL (table T of the rules).
 *
 * <p>The registry is open: {@link #of} gives a legal, partial type for a type URL that nobody has
 * heard of (T-2). Two types are equal when their type URLs are.
 *
 * @param typeUrl as it stands in requests and responses, {@code type.googleapis.com/…}
 * @param shortName for people: {@code LDS}, {@code CDS}; for an unknown type the message's simple
 *     name
 * @param fullState whether a SotW response holds the whole state, so that what is missing is gone
 *     (S-9)
 * @param pushOrder place within one stream's burst, lowest first (O-1)
 */
public record ResourceType(String typeUrl, String shortName, boolean fullState, int pushOrder)
    implements Comparable<ResourceType> {

  private static final String PREFIX = "type.googleapis.com/";

  /** Clusters go first: routes and listeners name them. */
  public static final ResourceType CLUSTER =
      new ResourceType(PREFIX + "envoy.config.cluster.v3.Cluster", "CDS", true, 10);

  /** Assignments follow the clusters that wait for them (S-17). */
  public static final ResourceType CLUSTER_LOAD_ASSIGNMENT =
      new ResourceType(PREFIX + "envoy.config.endpoint.v3.ClusterLoadAssignment", "EDS", false, 20);

  /** Members of the collections that assignments name. */
  public static final ResourceType LB_ENDPOINT =
      new ResourceType(PREFIX + "envoy.config.endpoint.v3.LbEndpoint", "LEDS", false, 30);

  public static final ResourceType LISTENER =
      new ResourceType(PREFIX + "envoy.config.listener.v3.Listener", "LDS", true, 40);

  public static final ResourceType ROUTE_CONFIGURATION =
      new ResourceType(PREFIX + "envoy.config.route.v3.RouteConfiguration", "RDS", false, 50);

  public static final ResourceType SCOPED_ROUTE_CONFIGURATION =
      new ResourceType(PREFIX + "envoy.config.route.v3.ScopedRouteConfiguration", "SRDS", true, 60);

  public static final ResourceType VIRTUAL_HOST =
      new ResourceType(PREFIX + "envoy.config.route.v3.VirtualHost", "VHDS", false, 70);

  public static final ResourceType TYPED_EXTENSION_CONFIG =
      new ResourceType(PREFIX + "envoy.config.core.v3.TypedExtensionConfig", "ECDS", false, 80);

  /** Behind every type that needs a secret: one that is sent in front is lost (ED-24). */
  public static final ResourceType SECRET =
      new ResourceType(
          PREFIX + "envoy.extensions.transport_sockets.tls.v3.Secret", "SDS", false, 90);

  public static final ResourceType RUNTIME =
      new ResourceType(PREFIX + "envoy.service.runtime.v3.Runtime", "RTDS", false, 100);

  private static final int UNKNOWN_TYPE_ORDER = 1000;

  private static final List<ResourceType> KNOWN =
      List.of(
          CLUSTER,
          CLUSTER_LOAD_ASSIGNMENT,
          LB_ENDPOINT,
          LISTENER,
          ROUTE_CONFIGURATION,
          SCOPED_ROUTE_CONFIGURATION,
          VIRTUAL_HOST,
          TYPED_EXTENSION_CONFIG,
          SECRET,
          RUNTIME);

  private static final Map<String, ResourceType> BY_URL =
      KNOWN.stream()
          .collect(Collectors.toUnmodifiableMap(ResourceType::typeUrl, Function.identity()));

  public ResourceType {
    requireNonNull(typeUrl, "typeUrl");
    requireNonNull(shortName, "shortName");
    if (typeUrl.isEmpty()) {
      throw new IllegalArgumentException("a resource type needs a type URL");
    }
  }

  /** The types of table T, in push order. */
  public static List<ResourceType> known() {
    return KNOWN;
  }

  /** The type with this URL; a partial type when it is not in table T (T-2). */
  public static ResourceType of(String typeUrl) {
    ResourceType known = BY_URL.get(typeUrl);
    return known != null
        ? known
        : new ResourceType(typeUrl, simpleName(typeUrl), false, UNKNOWN_TYPE_ORDER);
  }

  /** The type of a message by its full proto name, {@code envoy.config.cluster.v3.Cluster}. */
  public static ResourceType ofMessage(String fullName) {
    return of(PREFIX + fullName);
  }

  /** The full proto name of the type's message. */
  public String messageName() {
    return typeUrl.substring(typeUrl.lastIndexOf('/') + 1);
  }

  private static String simpleName(String typeUrl) {
    return typeUrl.substring(Math.max(typeUrl.lastIndexOf('.'), typeUrl.lastIndexOf('/')) + 1);
  }

  @Override
  public int compareTo(ResourceType other) {
    int byOrder = Integer.compare(pushOrder, other.pushOrder);
    return byOrder != 0 ? byOrder : typeUrl.compareTo(other.typeUrl);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ResourceType that && typeUrl.equals(that.typeUrl);
  }

  @Override
  public int hashCode() {
    return typeUrl.hashCode();
  }

  @Override
  public String toString() {
    return shortName;
  }
}
