package io.binnacle.core.property.order;

import io.binnacle.core.resource.Resource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The virtual hosts that an Envoy was given on their own (VHDS-1): those that it uses stand below a
 * route configuration with a {@code vhds} block, and came after that (ED-65 to ED-69). A request
 * for a host that is not there asks for it by {@code <route configuration>/<host>}.
 */
final class EnvoyHosts {

  private final ClusterUse use;
  private final Random random;

  /** All that it was given, used or not. */
  private final TreeMap<String, Resource> given = new TreeMap<>();

  private final TreeMap<String, Resource> used = new TreeMap<>();

  /** The route configurations that it has with a {@code vhds} block. */
  private final Set<String> open = new TreeSet<>();

  /** Those of them of which it has heard nothing. */
  private final Set<String> waiting = new TreeSet<>();

  /** Those of which it heard nothing until its timer ended. */
  private final Set<String> late = new TreeSet<>();

  /** What it asked for by name, and of that what was not answered: its requests hang (ED-66). */
  private final Set<String> asked = new TreeSet<>();

  private final Set<String> hanging = new TreeSet<>();

  EnvoyHosts(ClusterUse use, Random random) {
    this.use = use;
    this.random = random;
  }

  /** Routes came, or changed. */
  void onRoutes(Resource routes) {
    if (!RouteContents.hasVhds(routes)) {
      close(routes.name());
    } else if (open.add(routes.name())) {
      waiting.add(routes.name());
    }
  }

  /** All routes but these are gone. */
  void retain(Set<String> routes) {
    List.copyOf(open).stream().filter(name -> !routes.contains(name)).forEach(this::close);
  }

  private void close(String routes) {
    String prefix = routes + "/";
    open.remove(routes);
    waiting.remove(routes);
    used.keySet().removeIf(name -> name.startsWith(prefix));
    asked.removeIf(name -> name.startsWith(prefix));
    hanging.removeIf(name -> name.startsWith(prefix));
  }

  boolean isOpen() {
    return !open.isEmpty();
  }

  /** What is asked for by name. */
  Set<String> asked() {
    return asked;
  }

  /** On-demand hosts that it was given and asks for no more; they are forgotten. */
  List<String> takeUnasked() {
    List<String> unasked = new ArrayList<>();
    for (Resource host : List.copyOf(given.values())) {
      if (host.onDemand() && host.aliases().stream().noneMatch(asked::contains)) {
        given.remove(host.name());
        unasked.add(host.name());
      }
    }
    return unasked;
  }

  /** A request for some host below some route configuration: asks for it unless it is there. */
  void ask() {
    if (open.isEmpty()) {
      return;
    }
    String routes = List.copyOf(open).get(random.nextInt(open.size()));
    String alias = RouteContents.aliasOf(routes + "/h" + random.nextInt(OrderWorld.HOSTS));
    if (used.values().stream().noneMatch(host -> host.aliases().contains(alias))
        && asked.add(alias)) {
      hanging.add(alias);
    }
  }

  void put(Resource host) {
    hanging.removeAll(host.aliases());
    hanging.remove(host.name());
    if (host.isAbsence()) {
      return;
    }
    given.put(host.name(), host);
    String routes = routesOf(host.name());
    waiting.remove(routes);
    if (open.contains(routes)) {
      use.requireReady(host, used.put(host.name(), host));
    }
  }

  /** ED-65: also one that never was, which says that there is none. */
  void remove(String name) {
    given.remove(name);
    used.remove(name);
    waiting.remove(routesOf(name));
  }

  private static String routesOf(String host) {
    return host.substring(0, Math.max(0, host.indexOf('/')));
  }

  /** A refused response ends the wait as any other. */
  void refused() {
    waiting.clear();
  }

  void timeOut() {
    late.addAll(waiting);
    waiting.clear();
  }

  boolean uses(String name) {
    return used.containsKey(name);
  }

  /** O-3: what is in use must be there. */
  void check() {
    used.values().forEach(use::requirePresent);
  }

  Map<String, Resource> held() {
    return given;
  }

  String unfinished() {
    return (waiting.isEmpty() && late.isEmpty() ? "" : " ED-65: no hosts of " + waiting + late)
        + (hanging.isEmpty() ? "" : " ED-66: requests hang for " + hanging);
  }
}
