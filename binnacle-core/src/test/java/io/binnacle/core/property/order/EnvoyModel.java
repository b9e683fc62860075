package io.binnacle.core.property.order;

import static io.binnacle.core.resource.ResourceType.CLUSTER;
import static io.binnacle.core.resource.ResourceType.CLUSTER_LOAD_ASSIGNMENT;
import static io.binnacle.core.resource.ResourceType.LISTENER;
import static io.binnacle.core.resource.ResourceType.ROUTE_CONFIGURATION;
import static io.binnacle.core.resource.ResourceType.SCOPED_ROUTE_CONFIGURATION;
import static io.binnacle.core.resource.ResourceType.VIRTUAL_HOST;

import io.binnacle.core.property.order.OrderWorld.Poison;
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
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * An Envoy with wildcards on clusters and listeners: when it asks, answers, warms and drains, as
 * ED-11 to ED-44 tell.
 */
final class EnvoyModel implements Model {

  static final Node NODE = Node.newBuilder().setId("envoy").setUserAgentName("envoy").build();

  /** An answer to a CDS response that waits until nothing warms (ED-20). */
  private record HeldAnswer(String nonce, boolean refused) {}

  private final OrderWorld world;
  private final Random random;
  private final Wire wire;
  private final EnvoyClusters clusters;
  private final ClusterUse use;
  private final EnvoyRoutes routes;
  private final EnvoyScopes scopes;
  private final EnvoyHosts hosts;
  private final List<HeldAnswer> heldAnswers = new ArrayList<>();

  /** Names in responses that were refused on this stream and not accepted since. */
  private final Map<ResourceType, Set<String>> refused = new HashMap<>();

  /** Contents in such responses: S-19 may have had it accept former ones since. */
  private final Set<Resource> refusedContents = new HashSet<>();

  private boolean clustersAnswered;

  /** Whether all first clusters were ready, so that listeners were asked for (ED-13). */
  private boolean started;

  /**
   * An Envoy that has just started.
   *
   * @param strict whether what it uses must be there at each step; else only the end is looked at
   * @param slow whether all its clusters are checked before they are in use
   */
  EnvoyModel(OrderWorld world, Variant variant, Random random, boolean strict, boolean slow) {
    this.world = world;
    this.random = random;
    this.wire = new Wire(variant, NODE, random);
    this.clusters = new EnvoyClusters(random, slow ? 1 : 4);
    this.use = new ClusterUse(world, clusters, strict);
    this.scopes = new EnvoyScopes(use);
    this.routes = new EnvoyRoutes(use, scopes, random);
    this.hosts = new EnvoyHosts(use, random);
    wire.wantAll(CLUSTER);
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
    Poison poison = poisonOf(response);
    wire.read(response);
    Set<String> subscribedBefore = Set.copyOf(wire.names(CLUSTER_LOAD_ASSIGNMENT));
    List<Resource> good = goodOf(response, poison);
    remember(response, poison != null);
    if (poison != Poison.STAGE_A) {
      apply(response, good);
    }
    if (poison == null) {
      wire.accepted(response);
    } else if (type.equals(CLUSTER_LOAD_ASSIGNMENT)) {
      clusters.endpointsRefused(); // ED-26
    } else if (type.equals(ROUTE_CONFIGURATION)) {
      routes.routesRefused();
    } else if (type.equals(VIRTUAL_HOST)) {
      hosts.refused();
    }
    if (type.equals(SCOPED_ROUTE_CONFIGURATION)) {
      scopes.answered();
      routes.scopesAnswered();
    }
    if (type.equals(CLUSTER)) {
      clustersAnswered = true;
      boolean repeats = clusters.takeWarmedAnew().stream().anyMatch(subscribedBefore::contains);
      if (repeats && wire.variant == Variant.SOTW) {
        wire.repeat(CLUSTER_LOAD_ASSIGNMENT); // ED-22
      }
      heldAnswers.add(new HeldAnswer(response.nonce(), poison != null));
    }
    if (poison != null && !type.equals(CLUSTER)) {
      wire.refuses(type);
    }
    proceed();
    if (!type.equals(CLUSTER)) {
      wire.answer(type, response.nonce(), poison != null);
    }
    check();
  }

  private @Nullable Poison poisonOf(Response response) {
    Poison worst = null;
    for (Resource resource : response.resources()) {
      Poison poison = world.poisonOf(resource);
      worst = poison == null || worst == Poison.STAGE_A ? worst : poison;
    }
    return worst;
  }

  private List<Resource> goodOf(Response response, @Nullable Poison poison) {
    return poison == null
        ? response.resources()
        : response.resources().stream().filter(r -> world.poisonOf(r) == null).toList();
  }

  private void remember(Response response, boolean isRefused) {
    Set<String> names = refused.computeIfAbsent(response.type(), t -> new HashSet<>());
    if (isRefused) {
      response.changed().forEach(resource -> names.add(resource.name()));
      names.addAll(response.removed());
      refusedContents.addAll(response.changed());
    } else {
      response.resources().forEach(resource -> names.remove(resource.name()));
      response.resources().forEach(refusedContents::remove);
      response.removed().forEach(names::remove);
    }
  }

  private void apply(Response response, List<Resource> good) {
    ResourceType type = response.type();
    if (type.equals(CLUSTER)) {
      good.forEach(clusters::put);
      gone(response, clusters.names()).forEach(clusters::remove);
    } else if (type.equals(CLUSTER_LOAD_ASSIGNMENT)) {
      Set<String> wanted = wire.names(type);
      good.stream().filter(r -> wanted.contains(r.name())).forEach(clusters::putEndpoints);
      response.removed().forEach(clusters::noEndpoints);
    } else if (type.equals(LISTENER)) {
      good.forEach(routes::putListener);
      gone(response, routes.listenerNames()).forEach(routes::removeListener);
    } else if (type.equals(ROUTE_CONFIGURATION)) {
      Set<String> wanted = wire.names(type);
      for (Resource resource : good) {
        if (wanted.contains(resource.name())) {
          routes.putRoutes(resource);
          hosts.onRoutes(resource);
        }
      }
    } else if (type.equals(SCOPED_ROUTE_CONFIGURATION)) {
      good.forEach(scopes::put);
      gone(response, scopes.names()).forEach(scopes::remove);
    } else if (type.equals(VIRTUAL_HOST)) {
      good.forEach(hosts::put);
      response.removed().forEach(hosts::remove);
    }
  }

  private Set<String> gone(Response response, Set<String> present) {
    if (wire.variant == Variant.DELTA) {
      return Set.copyOf(response.removed());
    }
    Set<String> gone = new TreeSet<>(present);
    response.resources().forEach(resource -> gone.remove(resource.name()));
    return gone;
  }

  @Override
  public void sending(Response response) {
    if (response.type().equals(ROUTE_CONFIGURATION)) {
      response.resources().stream().filter(r -> !routes.holds(r.name())).forEach(this::excuse);
    } else if (response.type().equals(VIRTUAL_HOST)) {
      response.resources().stream()
          .filter(host -> host.onDemand() && !hosts.uses(host.name()))
          .forEach(this::excuse);
    }
    if (clusters.isWarming()) {
      for (Resource user : response.resources()) {
        OrderWorld.named(user, CLUSTER).stream()
            .filter(clusters::hasEndpoints)
            .forEach(cluster -> use.sentWhileServing(user, cluster));
      }
    }
  }

  @Override
  public boolean mayLoseItsStream() {
    boolean told =
        heldAnswers.stream().noneMatch(HeldAnswer::refused)
            && wire.outbox.stream().noneMatch(request -> request.text().contains("NACK"));
    // ED-30: one that warms and has accepted nothing looks like one that has nothing
    return told && (!clusters.isWarming() || wire.claimsAnything());
  }

  /** O-11: what is asked for by name while none is held does not wait for a refusal. */
  private void excuse(Resource newRoutes) {
    for (String cluster : OrderWorld.named(newRoutes, CLUSTER)) {
      Resource named = world.present(CLUSTER).get(cluster);
      Set<String> parts =
          named == null ? Set.of() : OrderWorld.named(named, CLUSTER_LOAD_ASSIGNMENT);
      if (isRefused(CLUSTER, Set.of(cluster)) || isRefused(CLUSTER_LOAD_ASSIGNMENT, parts)) {
        use.excuse(newRoutes, cluster);
      }
    }
  }

  private boolean isRefused(ResourceType type, Set<String> names) {
    return names.stream().anyMatch(refused.getOrDefault(type, Set.of())::contains)
        || names.stream().map(world.present(type)::get).anyMatch(refusedContents::contains);
  }

  /** Whatever follows from a change: names, ACKs that were held back, the end of the start. */
  private void proceed() {
    wire.want(CLUSTER_LOAD_ASSIGNMENT, clusters.assignmentNames());
    if (started) {
      Set<String> names = routes.routeNames();
      wire.want(ROUTE_CONFIGURATION, names);
      routes.forgetAllBut(names);
      hosts.retain(names);
      proceedWithParts();
    }
    if (!started || !clusters.isWarming()) {
      tellHeldAnswers();
    }
    if (!started && clustersAnswered && !clusters.isWarming()) {
      started = true;
      wire.wantAll(LISTENER);
    }
  }

  /** Scopes and virtual hosts are asked for when something first needs them. */
  private void proceedWithParts() {
    if (routes.usesScopes() && !wire.wantsAll(SCOPED_ROUTE_CONFIGURATION)) {
      wire.wantAll(SCOPED_ROUTE_CONFIGURATION);
    }
    if (hosts.isOpen() && !wire.wantsAll(VIRTUAL_HOST)) {
      wire.wantAll(VIRTUAL_HOST);
    }
    if (wire.wantsAll(VIRTUAL_HOST)) {
      wire.want(VIRTUAL_HOST, hosts.asked());
      hosts.takeUnasked().forEach(name -> wire.forget(VIRTUAL_HOST, name));
    }
  }

  private void tellHeldAnswers() {
    if (!wire.isAsked(CLUSTER)) {
      wire.begin(CLUSTER); // ED-30
    }
    // ED-27: in SotW only the last nonce, on delta each
    int from = wire.variant == Variant.SOTW ? Math.max(0, heldAnswers.size() - 1) : 0;
    for (HeldAnswer held : heldAnswers.subList(from, heldAnswers.size())) {
      wire.answer(CLUSTER, held.nonce(), held.refused());
    }
    heldAnswers.clear();
  }

  @Override
  public void act() {
    if (random.nextBoolean()) {
      clusters.finishCheck();
    } else {
      routes.finishDrain();
    }
    hosts.ask();
    proceed();
    check();
  }

  @Override
  public void calm() {
    clusters.finishChecks();
    routes.finishDrains();
    proceed();
    check();
  }

  @Override
  public void timeOut() {
    clusters.timeOut();
    routes.routesRefused();
    hosts.timeOut();
    if (wire.wantsAll(SCOPED_ROUTE_CONFIGURATION)) {
      scopes.answered();
    }
    proceed();
    check();
  }

  @Override
  public void reconnect() {
    heldAnswers.clear();
    refused.clear();
    refusedContents.clear();
    routes.forgetInlineDrains();
    wire.lost();
    for (ResourceType type : wire.used()) {
      boolean paused = type.equals(CLUSTER) && started && clusters.isWarming();
      if (!paused) {
        wire.begin(type);
      }
    }
  }

  @Override
  public void check() {
    routes.check();
    hosts.check();
  }

  @Override
  public Map<String, Resource> held(ResourceType type) {
    if (type.equals(CLUSTER)) {
      return clusters.active();
    } else if (type.equals(CLUSTER_LOAD_ASSIGNMENT)) {
      return clusters.assignments();
    }
    if (type.equals(SCOPED_ROUTE_CONFIGURATION)) {
      return scopes.held();
    } else if (type.equals(VIRTUAL_HOST)) {
      return hosts.held();
    }
    return type.equals(LISTENER) ? routes.listeners() : routes.routes();
  }

  @Override
  public String unfinished() {
    return clusters.unfinished()
        + routes.unfinished()
        + scopes.unfinished(routes.routes().keySet())
        + hosts.unfinished()
        + (started ? "" : " not started");
  }
}
