package io.binnacle.core.server.internal.order;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.Response;
import io.binnacle.core.server.internal.held.NoHosts;
import io.binnacle.core.server.internal.stream.StreamContext;
import io.binnacle.core.view.TypeView;
import io.binnacle.core.view.View;
import io.envoyproxy.envoy.config.route.v3.RouteConfiguration;
import java.io.IOException;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * VHDS-1: an Envoy waits with every route configuration that has a {@code vhds} block until it
 * heard of a virtual host below that configuration's name, or of the removal of one. It asks once
 * on a stream, without names, for all route configurations. So the first answer speaks of each of
 * them, and on ADS the hosts of one that comes later follow it, whether they changed or not.
 *
 * <p>What is owed so stands among the debts as {@code <route configuration>/}. Owned by the thread
 * of its books.
 */
public final class VirtualHosts {

  private static final int VHDS_TAG =
      WireFormat.FieldType.MESSAGE.getWireType()
          | RouteConfiguration.VHDS_FIELD_NUMBER << 3; // a tag is the number and the wire type

  private record WithVhds(TypeView routes) {}

  private record WithoutHosts(TypeView routes, TypeView hosts) {}

  /** Of a delta stream: elsewhere there are no virtual hosts of their own. */
  private final StreamContext stream;

  /** The route configurations with a vhds block that the client has from this stream. */
  private @Nullable Set<String> followed;

  public VirtualHosts(StreamContext stream) {
    this.stream = stream;
  }

  /** Whether requests of a type matter here. */
  public static boolean concern(ResourceType type) {
    return type.equals(ResourceType.ROUTE_CONFIGURATION) || type.equals(ResourceType.VIRTUAL_HOST);
  }

  /** A request was taken: what it newly names, the client has no more, or never had. */
  public void onRequest(ResourceType type, Set<String> added) {
    if (followed != null && type.equals(ResourceType.ROUTE_CONFIGURATION)) {
      followed.removeAll(added);
    }
  }

  /**
   * A type is polled. The first answer about hosts speaks of route configurations without any as
   * well, also to a client that comes back: of those of which it lists no host it may never have
   * heard. The hosts of route configurations that it got on this stream go out though it lists
   * them: it has no use for those that came before their routes (ED-65a).
   *
   * @param shown what the type is shown now: a host that is held back is not there yet
   */
  public void beforePoll(
      TypeBooks books, View view, TypeView shown, Map<ResourceType, ? extends TypeBooks> types) {
    if (books.sent() != null || !books.type().equals(ResourceType.VIRTUAL_HOST)) {
      return;
    }
    if (followed != null) {
      // also of one that has changed since, as the client has not got that yet
      books.resend(followed.stream().map(NoHosts::debtOf).toList());
    }
    TypeView routes = view.type(ResourceType.ROUTE_CONFIGURATION);
    if (books.claimsState()) {
      TypeBooks asked = types.get(ResourceType.ROUTE_CONFIGURATION);
      // it may have them in a version that only it knows
      Collection<String> names =
          asked == null || asked.subscription().hasWildcard()
              ? stream.shared().once(new WithVhds(routes), () -> withVhds(routes))
              : asked.subscription().names();
      books.resend(without(books.listed(), names));
    } else {
      books.resend(
          stream
              .shared()
              .once(
                  new WithoutHosts(routes, shown),
                  () -> without(namesOf(shown.wildcard()), withVhds(routes))));
    }
  }

  /** A response was sent: owes the hosts of the route configurations that the client got by it. */
  public void onSent(Response response, Map<ResourceType, ? extends TypeBooks> types) {
    boolean routes = response.type().equals(ResourceType.ROUTE_CONFIGURATION);
    if (!routes || !stream.isAds() || response.heartbeat()) {
      return;
    }
    TypeBooks hosts = types.get(ResourceType.VIRTUAL_HOST);
    for (Resource resource : response.changed()) {
      if (!hasVhds(resource)) {
        forget(resource.name());
      } else if (follow(resource.name()) && hosts != null && hosts.sent() != null) {
        hosts.resend(List.of(NoHosts.debtOf(resource.name())));
      }
    }
  }

  private boolean follow(String routes) {
    if (followed == null) {
      followed = new HashSet<>();
    }
    return followed.add(routes);
  }

  private void forget(String routes) {
    if (followed != null) {
      followed.remove(routes);
    }
  }

  private static List<String> namesOf(Collection<Resource> resources) {
    return resources.stream().map(Resource::name).toList();
  }

  private static List<String> withVhds(TypeView routes) {
    return namesOf(routes.all().stream().filter(VirtualHosts::hasVhds).toList());
  }

  /** The debts of those route configurations that have none of these hosts. */
  private static List<String> without(Collection<String> hosts, Collection<String> routes) {
    Set<String> withHosts = new HashSet<>();
    for (String host : hosts) {
      withHosts.add(host.substring(0, host.lastIndexOf('/') + 1));
    }
    return routes.stream().map(NoHosts::debtOf).filter(name -> !withHosts.contains(name)).toList();
  }

  /** Looks at tags only: a route configuration can be large. */
  private static boolean hasVhds(Resource routes) {
    CodedInputStream in = routes.packed().getValue().newCodedInput();
    try {
      for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
        if (tag == VHDS_TAG) {
          return true;
        }
        in.skipField(tag);
      }
      return false;
    } catch (IOException e) {
      return false; // what cannot be read is served as it is
    }
  }
}
