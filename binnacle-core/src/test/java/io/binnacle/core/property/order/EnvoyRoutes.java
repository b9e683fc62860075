package io.binnacle.core.property.order;

import static io.binnacle.core.resource.ResourceType.CLUSTER;
import static io.binnacle.core.resource.ResourceType.ROUTE_CONFIGURATION;

import io.binnacle.core.resource.Resource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The listeners and routes of an Envoy: a listener with a new route name serves its former content
 * until those routes came (ED-33), and what it replaced goes on for a while (ED-19b).
 */
final class EnvoyRoutes {

  private record Excused(String user, String cluster) {}

  /** One name. */
  private static final class State extends Warmable {
    /** Whether the active one was replaced before the present stream began. */
    boolean isFromBefore;
  }

  private final OrderWorld world;
  private final EnvoyClusters clusters;
  private final Random random;

  /** Whether what is in use must be there at each step. */
  private final boolean strict;

  private final TreeMap<String, State> states = new TreeMap<>();
  private final List<Resource> draining = new ArrayList<>();
  private final TreeMap<String, Resource> routes = new TreeMap<>();
  private final Set<Excused> excused = new HashSet<>();
  private final Set<Excused> serving = new HashSet<>();

  EnvoyRoutes(OrderWorld world, EnvoyClusters clusters, Random random, boolean strict) {
    this.world = world;
    this.clusters = clusters;
    this.random = random;
    this.strict = strict;
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
    requireReady(newRoutes, former);
    states.values().forEach(state -> swapIfReady(state, false));
  }

  /** A listener does not wait for routes that were refused. */
  void routesRefused() {
    states.values().forEach(state -> swapIfReady(state, true));
  }

  private void swapIfReady(State state, boolean evenWithoutRoutes) {
    Resource next = state.warming;
    if (next == null || !(evenWithoutRoutes || routes.keySet().containsAll(routeNames(next)))) {
      return;
    }
    drain(state);
    state.isFromBefore = false;
    requireReady(next, state.active);
    state.active = next;
    state.warming = null;
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

  void excuse(Resource user, String cluster) {
    excused.add(new Excused(textOf(user), cluster));
  }

  /** O-12: a cluster served when content that names it was sent, and warms a newer version. */
  void sentWhileServing(Resource user, String cluster) {
    serving.add(new Excused(textOf(user), cluster));
  }

  /** ED-26: the assignment of the newer version was refused meanwhile. */
  private boolean wasServing(Resource user, String cluster) {
    return clusters.isActive(cluster) && serving.contains(new Excused(textOf(user), cluster));
  }

  /** O-2: what is newly named must be able to serve. */
  private void requireReady(Resource user, @Nullable Resource former) {
    Set<String> named = OrderWorld.named(user, CLUSTER);
    if (former != null) {
      named.removeAll(OrderWorld.named(former, CLUSTER));
    }
    for (String cluster : named) {
      if (wasServing(user, cluster) || isExcused(user, cluster)) {
        continue;
      } else if (!clusters.hasEndpoints(cluster)) {
        throw new AssertionError("O-2: %s names %s too early".formatted(textOf(user), cluster));
      }
      Resource used = clusters.used(cluster);
      if (used != null) {
        requireReady(used, null); // the members of an aggregate
      }
    }
  }

  /** O-3: what is in use must be there. */
  void check() {
    for (State state : states.values()) {
      check(state.active);
    }
    draining.forEach(this::check);
  }

  private void check(@Nullable Resource listener) {
    if (listener == null) {
      return;
    }
    requirePresent(listener);
    for (String name : routeNames(listener)) {
      Resource used = routes.get(name);
      if (used != null) {
        requirePresent(used);
      }
    }
  }

  private void requirePresent(Resource user) {
    for (String cluster : OrderWorld.named(user, CLUSTER)) {
      Resource used = clusters.used(cluster);
      if (isExcused(user, cluster)) {
        continue;
      } else if (used == null) {
        throw new AssertionError("%s lacks %s".formatted(textOf(user), cluster));
      }
      requirePresent(used); // the members of an aggregate
    }
  }

  private boolean isExcused(Resource user, String cluster) {
    return !strict
        || world.wasMissing(user, cluster)
        || (!excused.isEmpty() && excused.contains(new Excused(textOf(user), cluster)));
  }

  private static String textOf(Resource resource) {
    return resource.type() + " " + resource.name() + " " + resource.version();
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
