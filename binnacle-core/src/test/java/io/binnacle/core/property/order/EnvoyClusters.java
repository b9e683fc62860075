package io.binnacle.core.property.order;

import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The clusters of an Envoy: a new or changed one warms beside the one in use (ED-20 to ED-29). */
final class EnvoyClusters {

  /** One name. */
  private static final class State extends Warmable {
    /** Whether the active one got its assignment; true when it needs none. */
    boolean hasEndpoints;

    boolean warmingHasEndpoints;

    /** Whether a former one had its assignment; a refused one can leave it without (ED-26). */
    boolean servedOnce;

    boolean needsEndpoints;
    boolean needsCheck;
  }

  private final Random random;

  /** Of so many clusters one is checked before it is in use. */
  private final int checked;

  private final TreeMap<String, State> states = new TreeMap<>();
  private final Map<String, Resource> assignments = new HashMap<>();
  private final Set<String> warmedAnew = new TreeSet<>();

  EnvoyClusters(Random random, int checked) {
    this.random = random;
    this.checked = checked;
  }

  /** A cluster that is sent unchanged does not warm (ED-28). */
  void put(Resource cluster) {
    State state = states.computeIfAbsent(cluster.name(), name -> new State());
    if (state.isKnown(cluster)) {
      return;
    }
    Set<String> needed = assignmentsOf(cluster);
    state.warming = cluster;
    state.needsEndpoints = !needed.isEmpty();
    state.warmingHasEndpoints = needed.isEmpty();
    state.needsCheck = random.nextInt(checked) == 0;
    warmedAnew.addAll(needed);
    swapIfReady(state);
  }

  void remove(String name) {
    states.remove(name);
    assignments.keySet().retainAll(assignmentNames());
  }

  /** An assignment counts for all clusters that are there when it comes (ED-23, ED-24). */
  void putEndpoints(Resource assignment) {
    assignments.put(assignment.name(), assignment);
    for (State state : states.values()) {
      if (state.active != null && assignmentsOf(state.active).contains(assignment.name())) {
        state.hasEndpoints = true;
      }
      if (state.warming != null && assignmentsOf(state.warming).contains(assignment.name())) {
        state.warmingHasEndpoints = true;
        state.needsEndpoints = false;
        swapIfReady(state);
      }
    }
  }

  /** Delta: an assignment that does not exist; one in use stays so. */
  void noEndpoints(String name) {
    for (State state : states.values()) {
      if (state.warming != null && assignmentsOf(state.warming).contains(name)) {
        state.needsEndpoints = false;
        swapIfReady(state);
      }
    }
  }

  /** ED-26: nothing waits for assignments any more. */
  void endpointsRefused() {
    for (State state : states.values()) {
      state.needsEndpoints = false;
      swapIfReady(state);
    }
  }

  /** ED-25: a changed cluster keeps its known endpoints, a new one has none. */
  void timeOut() {
    for (State state : states.values()) {
      Resource warming = state.warming;
      if (warming != null && assignments.keySet().containsAll(assignmentsOf(warming))) {
        state.warmingHasEndpoints = true;
      }
    }
    endpointsRefused();
  }

  private void swapIfReady(State state) {
    if (state.warming != null && !state.needsEndpoints && !state.needsCheck) {
      state.servedOnce |= state.active != null && state.hasEndpoints;
      state.active = state.warming;
      state.hasEndpoints = state.warmingHasEndpoints;
      state.warming = null;
      assignments.keySet().retainAll(assignmentNames());
    }
  }

  /** The first health check of some cluster came back. */
  void finishCheck() {
    List<State> checked = states.values().stream().filter(state -> state.needsCheck).toList();
    if (!checked.isEmpty()) {
      State state = checked.get(random.nextInt(checked.size()));
      state.needsCheck = false;
      swapIfReady(state);
    }
  }

  void finishChecks() {
    for (State state : states.values()) {
      state.needsCheck = false;
      swapIfReady(state);
    }
  }

  boolean isWarming() {
    return states.values().stream().anyMatch(state -> state.warming != null);
  }

  Set<String> names() {
    return states.keySet();
  }

  boolean isActive(String name) {
    State state = states.get(name);
    return state != null && state.active != null;
  }

  /** What is in use under a name; null for nothing. */
  @Nullable Resource used(String name) {
    State state = states.get(name);
    return state == null ? null : state.active;
  }

  /** Whether a route that newly names it could be served when it was sent (O-2, O-12). */
  boolean hasEndpoints(String name) {
    State state = states.get(name);
    return state != null && state.active != null && (state.hasEndpoints || state.servedOnce);
  }

  Set<String> assignmentNames() {
    Set<String> names = new TreeSet<>();
    for (State state : states.values()) {
      if (state.active != null) {
        names.addAll(assignmentsOf(state.active));
      }
      if (state.warming != null) {
        names.addAll(assignmentsOf(state.warming));
      }
    }
    return names;
  }

  /** The assignments that clusters began to wait for since this was asked last. */
  Set<String> takeWarmedAnew() {
    Set<String> taken = new TreeSet<>(warmedAnew);
    warmedAnew.clear();
    return taken;
  }

  Map<String, Resource> active() {
    return Warmable.held(states);
  }

  Map<String, Resource> assignments() {
    return assignments;
  }

  String unfinished() {
    StringBuilder unfinished = new StringBuilder();
    states.forEach(
        (name, state) -> {
          if (state.warming != null || state.active == null) {
            unfinished.append(" S-17: ").append(name).append(" warms");
          } else if (!state.hasEndpoints) {
            unfinished.append(" S-17: ").append(name).append(" has no endpoints");
          }
        });
    return unfinished.toString();
  }

  private static Set<String> assignmentsOf(Resource cluster) {
    return OrderWorld.named(cluster, ResourceType.CLUSTER_LOAD_ASSIGNMENT);
  }
}
