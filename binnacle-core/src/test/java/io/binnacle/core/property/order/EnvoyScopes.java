package io.binnacle.core.property.order;

import static io.binnacle.core.resource.ResourceType.ROUTE_CONFIGURATION;
import static io.binnacle.core.resource.ResourceType.SCOPED_ROUTE_CONFIGURATION;

import io.binnacle.core.resource.Resource;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The scopes of an Envoy. Each is in use at once, also while its routes are still to come, and all
 * are asked for from the first listener on that takes its routes by scopes, for ever.
 */
final class EnvoyScopes {

  private final ClusterUse use;
  private final TreeMap<String, Resource> scopes = new TreeMap<>();
  private boolean answered;

  EnvoyScopes(ClusterUse use) {
    this.use = use;
  }

  static boolean isScoped(Resource listener) {
    return !OrderWorld.named(listener, SCOPED_ROUTE_CONFIGURATION).isEmpty();
  }

  void put(Resource scope) {
    use.requireReady(scope, scopes.put(scope.name(), scope));
  }

  void remove(String name) {
    scopes.remove(name);
  }

  /** A response came, or the time for it is over (ED-60). */
  void answered() {
    answered = true;
  }

  boolean isAnswered() {
    return answered;
  }

  Set<String> names() {
    return scopes.keySet();
  }

  Set<String> routeNames() {
    Set<String> names = new TreeSet<>();
    scopes.values().forEach(scope -> names.addAll(OrderWorld.named(scope, ROUTE_CONFIGURATION)));
    return names;
  }

  /** O-3: what is in use must be there. */
  void check(Map<String, Resource> routes) {
    scopes.values().forEach(use::requirePresent);
    for (String name : routeNames()) {
      Resource used = routes.get(name);
      if (used != null) {
        use.requirePresent(used);
      }
    }
  }

  Map<String, Resource> held() {
    return scopes;
  }

  /** O-11: scopes whose routes never came answer 404. */
  String unfinished(Set<String> routes) {
    Set<String> missing = routeNames();
    missing.removeAll(routes);
    return missing.isEmpty() ? "" : " scopes wait for " + missing;
  }
}
