package io.binnacle.core.property.order;

import static io.binnacle.core.resource.ResourceType.ROUTE_CONFIGURATION;

import io.binnacle.core.resource.Resource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The listeners and routes of an Envoy: a listener with a new route name serves its former content
 * until those routes came (ED-33), and what it replaced goes on for a while (ED-19b).
 */
final class EnvoyRoutes {

  /** One name. */
  private static final class State extends Warmable {
    /** Whether the active one was replaced before the present stream began. */
    boolean isFromBefore;
  }

  private final ClusterUse use;
  private final EnvoyScopes scopes;
  private final Random random;

  private final TreeMap<String, State> states = new TreeMap<>();
  private final List<Resource> draining = new ArrayList<>();
  private final TreeMap<String, Resource> routes = new TreeMap<>();

  EnvoyRoutes(ClusterUse use, EnvoyScopes scopes, Random random) {
    this.use = use;
    this.scopes = scopes;
    this.random = random;
  }

  void putListener(Resource listener) {
    State state = states.computeIfAbsent(listener.name(), name -> new State());
    if (!state.isKnown(listener)) {
      state.warming = listener;
      swapIfReady(state, false);
    }
  }

  void removeListener(String name) {
    State state = states.remove(name);
    if (state != null) {
      drain(state);
    }
  }

  void putRoutes(Resource newRoutes) {
    Resource former = routes.put(newRoutes.name(), newRoutes);
    use.requireReady(newRoutes, former);
    states.values().forEach(state -> swapIfReady(state, false));
  }

  /** A listener does not wait for routes that were refused. */
  void routesRefused() {
    states.values().forEach(state -> swapIfReady(state, true));
  }

  private void swapIfReady(State state, boolean evenWithoutRoutes) {
    Resource next = state.warming;
    if (next == null || !(evenWithoutRoutes || isReady(next))) {
      return;
    }
    drain(state);
    state.isFromBefore = false;
    use.requireReady(next, state.active);
    state.active = next;
    state.warming = null;
  }

  private boolean isReady(Resource listener) {
    return routes.keySet().containsAll(routeNames(listener))
        && (scopes.isAnswered() || !EnvoyScopes.isScoped(listener));
  }

  /** The scopes have come, or their time is over. */
  void scopesAnswered() {
    states.values().forEach(state -> swapIfReady(state, false));
  }

  /** Whether any listener takes its routes by scopes. */
  boolean usesScopes() {
    return states.values().stream()
        .flatMap(
            state ->
                Stream.of(Optional.ofNullable(state.active), Optional.ofNullable(state.warming)))
        .flatMap(Optional::stream)
        .anyMatch(EnvoyScopes::isScoped);
  }

  /** What it served goes on; O-9: of inline routes that were replaced before nobody knows. */
  private void drain(State state) {
    boolean isUnknown = state.isFromBefore && routeNames(state.active).isEmpty();
    if (state.active != null && !isUnknown) {
      draining.add(state.active);
    }
  }

  void finishDrain() {
    if (!draining.isEmpty()) {
      draining.remove(random.nextInt(draining.size()));
    }
  }

  void finishDrains() {
    draining.clear();
  }

  /** O-10: what drained on inline routes before a stream is not known on it. */
  void forgetInlineDrains() {
    draining.removeIf(listener -> routeNames(listener).isEmpty());
    states.values().forEach(state -> state.isFromBefore = state.warming != null);
  }

  /** All route names that listeners use, will use, or used. */
  Set<String> routeNames() {
    Set<String> names = new TreeSet<>();
    for (State state : states.values()) {
      names.addAll(routeNames(state.active));
      names.addAll(routeNames(state.warming));
    }
    draining.forEach(listener -> names.addAll(routeNames(listener)));
    names.addAll(scopes.routeNames());
    return names;
  }

  private static Set<String> routeNames(@Nullable Resource listener) {
    return listener == null ? Set.of() : OrderWorld.named(listener, ROUTE_CONFIGURATION);
  }

  /** What is unsubscribed is gone. */
  void forgetAllBut(Set<String> names) {
    routes.keySet().retainAll(names);
  }

  boolean holds(String routeName) {
    return routes.containsKey(routeName);
  }

  /** O-3: what is in use must be there. */
  void check() {
    for (State state : states.values()) {
      check(state.active);
    }
    draining.forEach(this::check);
    scopes.check(routes);
  }

  private void check(@Nullable Resource listener) {
    if (listener == null) {
      return;
    }
    use.requirePresent(listener);
    for (String name : routeNames(listener)) {
      Resource used = routes.get(name);
      if (used != null) {
        use.requirePresent(used);
      }
    }
  }

  Set<String> listenerNames() {
    return states.keySet();
  }

  Map<String, Resource> listeners() {
    return Warmable.held(states);
  }

  Map<String, Resource> routes() {
    return routes;
  }

  String unfinished() {
    StringBuilder unfinished = new StringBuilder();
    states.forEach(
        (name, state) -> {
          if (state.warming != null || state.active == null) {
            unfinished.append(" ").append(name).append(" waits for its routes");
          }
        });
    return unfinished.toString();
  }
}
