package io.binnacle.core.property.order;

import com.google.protobuf.Message;
import io.binnacle.core.Resources;
import io.binnacle.core.property.order.OrderConversation.Kind;
import io.binnacle.core.resource.Reference;
import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.view.View;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What is published: a few clusters, routes and listeners. Each publish is whole, so no name leads
 * nowhere, but for rare slips; what nothing names any more vanishes mostly in the same publish that
 * ended its use. Some contents are poisoned: clients refuse them until they are cured.
 *
 * <p>{@code nudge} of each type is always there, is never poisoned, and depends on nothing else.
 */
final class OrderWorld {

  /** How a client refuses (ED-41). */
  enum Poison {
    /** The whole response, and nothing of it is applied. */
    STAGE_A,
    /** Only what is poisoned is left out, and the response is refused all the same. */
    STAGE_B
  }

  static final List<ResourceType> TYPES =
      List.of(
          ResourceType.CLUSTER,
          ResourceType.CLUSTER_LOAD_ASSIGNMENT,
          ResourceType.LISTENER,
          ResourceType.ROUTE_CONFIGURATION);

  static final String NUDGE = "nudge";

  private static final String NUDGE_HOST = NUDGE + "/h0";

  /** Virtual hosts that there may be below each route configuration. */
  static final int HOSTS = 3;

  private static final int CLUSTERS = 6;
  private static final int LISTENERS = 3;

  private final Random random;
  private final boolean poisons;
  private final boolean slips;
  private final boolean wide;
  private final boolean scopes;
  private final boolean hosts;
  private final List<ResourceType> types;
  private final ClusterContents clusters;
  private final RouteContents routes;
  private final IdentityHashMap<Resource, Poison> poisoned = new IdentityHashMap<>();

  private final Published present;
  private View view = View.empty();
  private int counter;

  /**
   * A world.
   *
   * @param slips whether a publish may name what is not there
   * @param inline whether listeners may carry routes themselves
   */
  OrderWorld(Random random, Kind kind, boolean poisons, boolean slips, boolean inline) {
    this.random = random;
    this.poisons = poisons;
    this.slips = slips;
    this.wide = kind.wide();
    this.scopes = kind.scopes();
    this.hosts = kind.hosts();
    this.clusters = new ClusterContents(random, CLUSTERS, wide);
    this.routes = new RouteContents(random, clusters, inline, scopes, hosts);
    this.types = new ArrayList<>(TYPES);
    if (scopes) {
      types.add(ResourceType.SCOPED_ROUTE_CONFIGURATION);
    }
    if (hosts) {
      types.add(ResourceType.VIRTUAL_HOST);
    }
    this.present = new Published(types);
    nudge();
    for (int i = 0; i < LISTENERS; i++) {
      changeListener("l" + i);
    }
    complete();
    show();
  }

  /** The types that there are. */
  List<ResourceType> types() {
    return types;
  }

  View view() {
    return view;
  }

  /** All listeners that there may be. */
  Set<String> listenerNames() {
    Set<String> names = new TreeSet<>(Set.of(NUDGE));
    for (int i = 0; i < LISTENERS; i++) {
      names.add("l" + i);
    }
    return names;
  }

  Map<String, Resource> present(ResourceType type) {
    return present.of(type);
  }

  @Nullable Poison poisonOf(Resource resource) {
    return poisoned.get(resource);
  }

  /** Whether it was ever published together with this content that it was missing. */
  boolean wasMissing(Resource user, String cluster) {
    return present.wasMissing(user, cluster);
  }

  /** The same content in views with logs of their own, as after a restart of the server. */
  void restart() {
    view = View.of(present.snapshot());
  }

  /** One publish of a few changes; what it did. */
  String publish() {
    StringBuilder did = new StringBuilder();
    int count = 1 + random.nextInt(3);
    for (int i = 0; i < count; i++) {
      did.append(change()).append("; ");
    }
    complete();
    if (random.nextInt(4) > 0) {
      present.tidy(ResourceType.ROUTE_CONFIGURATION);
      present.tidyHosts();
      present.tidy(ResourceType.CLUSTER);
      present.tidy(ResourceType.CLUSTER_LOAD_ASSIGNMENT);
    }
    if (slips && random.nextInt(12) == 0) {
      String victim = any(ResourceType.CLUSTER);
      if (!victim.equals(NUDGE)) {
        present.of(ResourceType.CLUSTER).remove(victim);
        did.append("slip: without ").append(victim);
      }
    }
    show();
    return did.toString();
  }

  /** As {@link #publish}, and each cluster has new content. */
  String publishWithEditedClusters() {
    for (String name : List.copyOf(present.of(ResourceType.CLUSTER).keySet())) {
      changeCluster(name, ++counter);
    }
    return publish();
  }

  /** Everything is whole and good from now on, and the nudges are new. */
  void cure() {
    for (ResourceType type : types) {
      for (Resource resource : List.copyOf(present.of(type).values())) {
        if (poisoned.containsKey(resource)) {
          cure(resource);
        }
      }
    }
    nudge();
    complete();
    show();
  }

  /** A change of each type that every client sees: with it goes what was refused (D-13). */
  void nudgeAll() {
    nudge();
    show();
  }

  private String change() {
    if ((scopes || hosts) && random.nextInt(3) == 0) {
      return changePart();
    }
    int choice = random.nextInt(poisons ? 14 : 10);
    if (choice < 4) {
      return changeRoute(any(ResourceType.ROUTE_CONFIGURATION));
    } else if (choice < 6) {
      return changeListener("l" + random.nextInt(LISTENERS));
    } else if (choice < 8) {
      return changeCluster(any(ResourceType.CLUSTER), 1 + random.nextInt(3));
    } else if (choice < 9) {
      return changeAssignment(any(ResourceType.CLUSTER_LOAD_ASSIGNMENT), 1 + random.nextInt(3));
    } else if (choice < 10) {
      return present.of(ResourceType.LISTENER).size() > 2
          ? remove(ResourceType.LISTENER)
          : changeListener("l" + random.nextInt(LISTENERS));
    } else if (choice < 12 && poisoned.size() > 0) {
      return cureOne();
    }
    return poison();
  }

  /** Something happens to a scope or to a virtual host. */
  private String changePart() {
    if (scopes && (!hosts || random.nextBoolean())) {
      String name = routes.anyScope();
      return isGone(ResourceType.SCOPED_ROUTE_CONFIGURATION, name)
          ? "no " + name
          : changeScope(name);
    }
    String under = any(ResourceType.ROUTE_CONFIGURATION);
    String name = routes.anyHost(under);
    return isGone(ResourceType.VIRTUAL_HOST, name) ? "no " + name : changeHost(name);
  }

  /** Takes something away that is there, now and then. */
  private boolean isGone(ResourceType type, String name) {
    return present.of(type).containsKey(name)
        && !isNudge(name)
        && random.nextInt(3) == 0
        && present.of(type).remove(name) != null;
  }

  private String changeScope(String name) {
    return name.equals(NUDGE) ? "" : put(routes.scope(name));
  }

  private String changeHost(String name) {
    return name.equals(NUDGE_HOST) ? "" : put(routes.host(name));
  }

  private String any(ResourceType type) {
    List<String> names = new ArrayList<>(present.of(type).keySet());
    return names.get(random.nextInt(names.size()));
  }

  private String remove(ResourceType type) {
    String name = any(type);
    if (!isNudge(name)) {
      present.of(type).remove(name);
    }
    return "remove " + name;
  }

  private String changeRoute(String name) {
    if (name.equals(NUDGE)) {
      return "";
    }
    return put(routes.routes(name));
  }

  private String changeListener(String name) {
    return put(routes.listener(name));
  }

  private String changeCluster(String name, int content) {
    if (name.equals(NUDGE)) {
      return "";
    }
    return put(clusters.any(name, Integer.toString(content))) + ", content " + content;
  }

  private String changeAssignment(String name, int port) {
    if (name.equals(NUDGE)) {
      return "";
    }
    put(Resources.assignment(name, port));
    return "endpoints of " + name + " " + port;
  }

  private String poison() {
    ResourceType type = types.get(random.nextInt(types.size()));
    String name = any(type);
    boolean isOne = present.of(type).values().stream().anyMatch(poisoned::containsKey);
    if (isNudge(name) || isOne) {
      return "";
    }
    Resource bad = poisonedVersion(present.of(type).get(name));
    poisoned.put(bad, random.nextInt(3) == 0 ? Poison.STAGE_A : Poison.STAGE_B);
    present.of(type).put(name, bad);
    return "poison " + type + " " + name + " " + poisoned.get(bad);
  }

  private static boolean isNudge(String name) {
    return name.equals(NUDGE) || name.equals(NUDGE_HOST);
  }

  private Resource poisonedVersion(Resource good) {
    String mark = "poison-" + ++counter;
    String name = good.name();
    if (good.type().equals(ResourceType.CLUSTER)) {
      return Resource.of(clusters.plain(name, mark));
    } else if (good.type().equals(ResourceType.CLUSTER_LOAD_ASSIGNMENT)) {
      return Resource.of(Resources.assignment(name, 10_000 + counter));
    }
    return routes.marked(good, mark);
  }

  private String cureOne() {
    for (ResourceType type : types) {
      for (Resource resource : present.of(type).values()) {
        if (poisoned.containsKey(resource) && random.nextBoolean()) {
          cure(resource);
          return "cure " + type + " " + resource.name();
        }
      }
    }
    return "";
  }

  private void cure(Resource bad) {
    String name = bad.name();
    if (bad.type().equals(ResourceType.CLUSTER)) {
      changeCluster(name, ++counter);
    } else if (bad.type().equals(ResourceType.CLUSTER_LOAD_ASSIGNMENT)) {
      changeAssignment(name, 1 + ++counter % 9_000);
    } else if (bad.type().equals(ResourceType.LISTENER)) {
      put(routes.marked(bad, "cured-" + ++counter));
    } else if (bad.type().equals(ResourceType.SCOPED_ROUTE_CONFIGURATION)) {
      changeScope(name);
    } else if (bad.type().equals(ResourceType.VIRTUAL_HOST)) {
      changeHost(name);
    } else {
      changeRoute(name);
    }
  }

  private void nudge() {
    put(Resources.edsCluster(NUDGE, Integer.toString(++counter)));
    put(Resources.assignment(NUDGE, 1 + ++counter % 9_000));
    put(Resources.routedListener(NUDGE, NUDGE, Integer.toString(++counter)));
    put(routes.nudge(Integer.toString(++counter)));
    if (scopes) {
      put(RouteContents.markedScope(NUDGE, NUDGE, Integer.toString(++counter)));
    }
    if (hosts) {
      put(RouteContents.markedHost(NUDGE_HOST, NUDGE, Integer.toString(++counter)));
    }
  }

  /** Adds what is named and missing. */
  private void complete() {
    for (String name : present.named(ResourceType.ROUTE_CONFIGURATION)) {
      if (!present.of(ResourceType.ROUTE_CONFIGURATION).containsKey(name)) {
        changeRoute(name);
      }
    }
    // aggregates name further ones, of higher numbers
    for (int i = 0; i <= (wide ? CLUSTERS : 0); i++) {
      for (String name : present.named(ResourceType.CLUSTER)) {
        if (!present.of(ResourceType.CLUSTER).containsKey(name)) {
          changeCluster(name, 1 + random.nextInt(3));
        }
      }
    }
    for (String name : present.named(ResourceType.CLUSTER_LOAD_ASSIGNMENT)) {
      if (!present.of(ResourceType.CLUSTER_LOAD_ASSIGNMENT).containsKey(name)) {
        changeAssignment(name, 1 + random.nextInt(3));
      }
    }
  }

  /** The names of a type that a resource holds. */
  static Set<String> named(Resource resource, ResourceType type) {
    Set<String> named = new HashSet<>();
    for (Reference reference : resource.references()) {
      if (reference.type().equals(type)) {
        named.add(reference.name());
      }
    }
    return named;
  }

  private String put(Message message) {
    return put(Resource.of(message));
  }

  private String put(Resource resource) {
    present.put(resource);
    return resource.name() + " names " + resource.references();
  }

  private void show() {
    view = view.replaceWith(present.snapshot());
    present.noteMissing();
  }
}
