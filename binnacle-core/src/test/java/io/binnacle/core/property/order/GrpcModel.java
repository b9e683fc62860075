package io.binnacle.core.property.order;

import static io.binnacle.core.resource.ResourceType.CLUSTER;
import static io.binnacle.core.resource.ResourceType.CLUSTER_LOAD_ASSIGNMENT;
import static io.binnacle.core.resource.ResourceType.LISTENER;
import static io.binnacle.core.resource.ResourceType.ROUTE_CONFIGURATION;

import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.Response;
import io.binnacle.core.server.Variant;
import io.envoyproxy.envoy.config.core.v3.Node;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * An application with channels to all listeners, as GC-1 to GC-10 tell: everything is asked for by
 * name, a cluster only after a route names it, and calls switch to new routes some time after these
 * were accepted.
 */
final class GrpcModel implements Model {

  static final Node NODE = Node.newBuilder().setId("grpc").setUserAgentName("gRPC Java").build();

  /**
   * Routes that calls of one channel are on.
   *
   * @param user what names the clusters: routes, or a listener that carries them
   */
  private record Calls(Resource user, Set<String> clusters) {}

  private final OrderWorld world;
  private final Random random;
  private final Wire wire;

  /** What it holds, of each type by name. */
  private final Map<ResourceType, TreeMap<String, Resource>> held = new HashMap<>();

  /**
   * The clusters that came on the present stream. Of others that are gone by then nobody knows: a
   * version of some names stands for no view (O-10).
   */
  private final Set<String> fresh = new HashSet<>();

  /** The clusters that it asks for, each with the number of its subscription. */
  private final Map<String, Integer> asked = new HashMap<>();

  /** By nonce, what was asked for by the requests that the server had when it responded. */
  private final Map<String, Map<String, Integer>> answered = new HashMap<>();

  private int subscriptions;

  /** The routes of new calls, by listener. */
  private final TreeMap<String, Calls> current = new TreeMap<>();

  /** The routes of calls that go on from before. */
  private final List<Calls> former = new ArrayList<>();

  GrpcModel(OrderWorld world, Random random) {
    this.world = world;
    this.random = random;
    this.wire = new Wire(Variant.SOTW, NODE, random);
    OrderWorld.TYPES.forEach(type -> held.put(type, new TreeMap<>()));
    wire.want(LISTENER, world.listenerNames());
  }

  @Override
  public Wire wire() {
    return wire;
  }

  @Override
  public void receive(Response response) {
    ResourceType type = response.type();
    if (!wire.isAsked(type)) {
      throw new AssertionError("T-6: " + type + " on a stream that did not ask for it");
    }
    wire.read(response);
    Map<String, Resource> present = held(type);
    Set<String> wanted = wire.names(type);
    Set<String> named = new HashSet<>();
    for (Resource resource : response.resources()) {
      named.add(resource.name());
      if (wanted.contains(resource.name())) {
        present.put(resource.name(), resource);
      }
    }
    if (type.equals(CLUSTER)) {
      // a name that was dropped and asked for again meanwhile the next response may lack
      Map<String, Integer> then = answered.getOrDefault(response.nonce(), Map.of());
      named.stream()
          .filter(n -> asked.get(n) != null && asked.get(n).equals(then.get(n)))
          .forEach(fresh::add);
    }
    if (type.fullState()) {
      present.keySet().retainAll(named); // GC-8
    }
    wire.accepted(response);
    current.keySet().retainAll(held(LISTENER).keySet());
    wire.answer(type, response.nonce(), false);
    proceed();
    check();
  }

  /** Asks for what is named, and forgets what it does not ask for any more. */
  private void proceed() {
    Set<String> routes = new TreeSet<>();
    Set<String> clusters = new TreeSet<>();
    for (Resource listener : held(LISTENER).values()) {
      routes.addAll(OrderWorld.named(listener, ROUTE_CONFIGURATION));
      Resource newest = newest(listener);
      if (newest != null) {
        clusters.addAll(OrderWorld.named(newest, CLUSTER));
      }
    }
    current.values().forEach(calls -> clusters.addAll(calls.clusters()));
    former.forEach(calls -> clusters.addAll(calls.clusters()));
    want(ROUTE_CONFIGURATION, routes);
    want(CLUSTER, clusters);
    fresh.retainAll(clusters);
    asked.keySet().retainAll(clusters);
    clusters.forEach(name -> asked.computeIfAbsent(name, n -> ++subscriptions));
    Set<String> assignments = new TreeSet<>();
    for (Resource cluster : held(CLUSTER).values()) {
      assignments.addAll(OrderWorld.named(cluster, CLUSTER_LOAD_ASSIGNMENT));
    }
    want(CLUSTER_LOAD_ASSIGNMENT, assignments);
  }

  private void want(ResourceType type, Set<String> names) {
    wire.want(type, names);
    held(type).keySet().retainAll(names);
  }

  /** What calls of a listener are to use in the end; null while that is not known. */
  private @Nullable Resource newest(Resource listener) {
    Set<String> routes = OrderWorld.named(listener, ROUTE_CONFIGURATION);
    return routes.isEmpty() ? listener : held(ROUTE_CONFIGURATION).get(routes.iterator().next());
  }

  /** New calls take the newest routes once these can serve. */
  private void switchCalls(boolean evenIfNotReady) {
    for (Resource listener : held(LISTENER).values()) {
      Resource newest = newest(listener);
      Calls calls = current.get(listener.name());
      if (newest == null || (calls != null && calls.user().sameContent(newest))) {
        continue;
      }
      Set<String> clusters = OrderWorld.named(newest, CLUSTER);
      if (evenIfNotReady || clusters.stream().allMatch(this::isReady)) {
        if (calls != null) {
          former.add(calls);
        }
        // what it takes into use though it was not given it, it may lack
        clusters.removeIf(cluster -> !held(CLUSTER).containsKey(cluster));
        current.put(listener.name(), new Calls(newest, clusters));
      }
    }
  }

  private boolean isReady(String name) {
    Resource cluster = held(CLUSTER).get(name);
    return cluster != null
        && held(CLUSTER_LOAD_ASSIGNMENT)
            .keySet()
            .containsAll(OrderWorld.named(cluster, CLUSTER_LOAD_ASSIGNMENT));
  }

  @Override
  public void act() {
    if (random.nextBoolean()) {
      switchCalls(false);
    } else if (!former.isEmpty()) {
      former.remove(random.nextInt(former.size()));
    }
    proceed();
    check();
  }

  @Override
  public void calm() {
    switchCalls(false);
    former.clear();
    proceed();
    check();
  }

  @Override
  public void timeOut() {
    switchCalls(true);
    proceed();
    check();
  }

  @Override
  public void sending(Response response) {
    boolean isOvertaken =
        wire.outbox.stream().anyMatch(request -> request.type().equals(response.type()));
    if (response.type().equals(CLUSTER) && !isOvertaken) {
      answered.put(response.nonce(), Map.copyOf(asked));
    }
  }

  @Override
  public boolean mayLoseItsStream() {
    return true;
  }

  /** GC-10. */
  @Override
  public void reconnect() {
    wire.lost();
    fresh.clear();
    answered.clear();
    for (ResourceType type : wire.used()) {
      if (!wire.names(type).isEmpty()) {
        wire.begin(type);
      }
    }
    proceed();
  }

  /** O-3: what calls use must be there. */
  @Override
  public void check() {
    current.values().forEach(this::check);
    former.forEach(this::check);
  }

  private void check(Calls calls) {
    for (String cluster : calls.clusters()) {
      boolean lacks = fresh.contains(cluster) && !held(CLUSTER).containsKey(cluster);
      if (lacks && !world.wasMissing(calls.user(), cluster)) {
        throw new AssertionError("O-3: calls on %s lack %s".formatted(calls.user(), cluster));
      }
    }
  }

  @Override
  public Map<String, Resource> held(ResourceType type) {
    return held.getOrDefault(type, new TreeMap<>());
  }

  @Override
  public String unfinished() {
    StringBuilder unfinished = new StringBuilder();
    for (Resource listener : held(LISTENER).values()) {
      Resource newest = newest(listener);
      Calls calls = current.get(listener.name());
      if (newest == null || calls == null || !calls.user().sameContent(newest)) {
        unfinished.append(" calls to ").append(listener.name()).append(" have not switched");
      }
    }
    return unfinished.toString();
  }
}
