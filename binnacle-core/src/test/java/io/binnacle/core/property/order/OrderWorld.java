package io.binnacle.core.property.order;

import com.google.protobuf.Message;
import io.binnacle.core.Resources;
import io.binnacle.core.resource.Reference;
import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.view.Snapshot;
import io.binnacle.core.view.View;
import io.envoyproxy.envoy.config.route.v3.VirtualHost;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
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

  private static final int CLUSTERS = 6;
  private static final int ROUTES = 4;
  private static final int LISTENERS = 3;

  private final Random random;
  private final boolean poisons;
  private final boolean slips;
  private final boolean inline;
  private final boolean wide;
  private final ClusterContents clusters;
  private final Map<ResourceType, TreeMap<String, Resource>> present = new HashMap<>();
  private final IdentityHashMap<Resource, Poison> poisoned = new IdentityHashMap<>();

  /** Users of clusters, with clusters that were missing in a publish that held them. */
  private final IdentityHashMap<Resource, Set<String>> dangling = new IdentityHashMap<>();

  private final Map<String, Resource> ever = new HashMap<>();
  private View view = View.empty();
  private int counter;

  /**
   * A world.
   *
   * @param poisons whether clients have anything to refuse
   * @param slips whether a publish may name what is not there
   * @param inline whether listeners may carry routes themselves
   * @param wide whether there are aggregate clusters too
   */
  OrderWorld(Random random, boolean poisons, boolean slips, boolean inline, boolean wide) {
    this.random = random;
    this.poisons = poisons;
    this.slips = slips;
    this.inline = inline;
    this.wide = wide;
    this.clusters = new ClusterContents(random, CLUSTERS, wide);
    TYPES.forEach(type -> present.put(type, new TreeMap<>()));
    nudge();
    for (int i = 0; i < LISTENERS; i++) {
      changeListener("l" + i);
    }
    complete();
    show();
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
    return present.get(type);
  }

  @Nullable Poison poisonOf(Resource resource) {
    return poisoned.get(resource);
  }

  /** Whether it was ever published together with this content that it was missing. */
  boolean wasMissing(Resource user, String cluster) {
    return dangling.getOrDefault(user, Set.of()).contains(cluster);
  }

  /** The same content in views with logs of their own, as after a restart of the server. */
  void restart() {
    view = View.of(snapshot());
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
      tidy(ResourceType.ROUTE_CONFIGURATION);
      tidy(ResourceType.CLUSTER);
      tidy(ResourceType.CLUSTER_LOAD_ASSIGNMENT);
    }
    if (slips && random.nextInt(12) == 0) {
      String victim = any(ResourceType.CLUSTER);
      if (!victim.equals(NUDGE)) {
        present.get(ResourceType.CLUSTER).remove(victim);
        did.append("slip: without ").append(victim);
      }
    }
    show();
    return did.toString();
  }

  /** As {@link #publish}, and each cluster has new content. */
  String publishWithEditedClusters() {
    for (String name : List.copyOf(present.get(ResourceType.CLUSTER).keySet())) {
      changeCluster(name, ++counter);
    }
    return publish();
  }

  /** Everything is whole and good from now on, and the nudges are new. */
  void cure() {
    for (ResourceType type : TYPES) {
      for (Resource resource : List.copyOf(present.get(type).values())) {
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
      return present.get(ResourceType.LISTENER).size() > 2
          ? remove(ResourceType.LISTENER)
          : changeListener("l" + random.nextInt(LISTENERS));
    } else if (choice < 12 && poisoned.size() > 0) {
      return cureOne();
    }
    return poison();
  }

  private String any(ResourceType type) {
    List<String> names = new ArrayList<>(present.get(type).keySet());
    return names.get(random.nextInt(names.size()));
  }

  private String remove(ResourceType type) {
    String name = any(type);
    if (!name.equals(NUDGE)) {
      present.get(type).remove(name);
    }
    return "remove " + name;
  }

  private String changeRoute(String name) {
    if (name.equals(NUDGE)) {
      return "";
    }
    Set<String> named = clusters.some();
    put(WeightedRoutes.route(name, named).build());
    return name + " -> " + named;
  }

  private String changeListener(String name) {
    if (inline && random.nextInt(3) == 0) {
      String cluster = clusters.one();
      put(Resources.inlineListener(name, cluster));
      return name + " inline " + cluster;
    }
    String routes = "r" + random.nextInt(ROUTES);
    String content = Integer.toString(random.nextInt(2));
    put(Resources.routedListener(name, routes, content));
    return name + " by " + routes + " " + content;
  }

  private String changeCluster(String name, int content) {
    if (name.equals(NUDGE)) {
      return "";
    }
    Message cluster = clusters.any(name, Integer.toString(content));
    put(cluster);
    return name + " content " + content + ", names " + Resource.of(cluster).references();
  }

  private String changeAssignment(String name, int port) {
    if (name.equals(NUDGE)) {
      return "";
    }
    put(Resources.assignment(name, port));
    return "endpoints of " + name + " " + port;
  }

  private String poison() {
    ResourceType type = TYPES.get(random.nextInt(TYPES.size()));
    String name = any(type);
    if (name.equals(NUDGE) || poisoned(type) > 0) {
      return "";
    }
    Resource bad = Resource.of(poisonedMessage(present.get(type).get(name)));
    poisoned.put(bad, random.nextInt(3) == 0 ? Poison.STAGE_A : Poison.STAGE_B);
    present.get(type).put(name, bad);
    return "poison " + type + " " + name + " " + poisoned.get(bad);
  }

  private long poisoned(ResourceType type) {
    return present.get(type).values().stream().filter(poisoned::containsKey).count();
  }

  private Message poisonedMessage(Resource good) {
    String mark = "poison-" + ++counter;
    String name = good.name();
    if (good.type().equals(ResourceType.CLUSTER)) {
      return clusters.plain(name, mark);
    } else if (good.type().equals(ResourceType.CLUSTER_LOAD_ASSIGNMENT)) {
      return Resources.assignment(name, 10_000 + counter);
    } else if (good.type().equals(ResourceType.LISTENER)) {
      return Resources.routedListener(name, "r" + random.nextInt(ROUTES), mark);
    }
    return WeightedRoutes.route(name, clusters.some())
        .addVirtualHosts(VirtualHost.newBuilder().setName(mark).addDomains(mark))
        .build();
  }

  private String cureOne() {
    for (ResourceType type : TYPES) {
      for (Resource resource : present.get(type).values()) {
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
      put(Resources.routedListener(name, "r" + random.nextInt(ROUTES), "cured-" + ++counter));
    } else {
      changeRoute(name);
    }
  }

  private void nudge() {
    put(Resources.edsCluster(NUDGE, Integer.toString(++counter)));
    put(Resources.assignment(NUDGE, 1 + ++counter % 9_000));
    put(Resources.routedListener(NUDGE, NUDGE, Integer.toString(++counter)));
    put(
        WeightedRoutes.route(NUDGE, Set.of(NUDGE))
            .addVirtualHosts(
                VirtualHost.newBuilder()
                    .setName(Integer.toString(++counter))
                    .addDomains(Integer.toString(counter)))
            .build());
  }

  /** Adds what is named and missing. */
  private void complete() {
    for (String name : named(ResourceType.ROUTE_CONFIGURATION)) {
      if (!present.get(ResourceType.ROUTE_CONFIGURATION).containsKey(name)) {
        changeRoute(name);
      }
    }
    // aggregates name further ones, of higher numbers
    for (int i = 0; i <= (wide ? CLUSTERS : 0); i++) {
      for (String name : named(ResourceType.CLUSTER)) {
        if (!present.get(ResourceType.CLUSTER).containsKey(name)) {
          changeCluster(name, 1 + random.nextInt(3));
        }
      }
    }
    for (String name : named(ResourceType.CLUSTER_LOAD_ASSIGNMENT)) {
      if (!present.get(ResourceType.CLUSTER_LOAD_ASSIGNMENT).containsKey(name)) {
        changeAssignment(name, 1 + random.nextInt(3));
      }
    }
  }

  /** Takes away what nothing names. */
  private void tidy(ResourceType type) {
    present.get(type).keySet().retainAll(named(type));
  }

  private Set<String> named(ResourceType type) {
    Set<String> named = new TreeSet<>();
    for (Map<String, Resource> resources : present.values()) {
      resources.values().forEach(resource -> named.addAll(named(resource, type)));
    }
    return named;
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

  private void put(Message message) {
    Resource made = Resource.of(message);
    // the same content is the same object for ever
    Resource resource =
        ever.computeIfAbsent(made.type() + " " + made.name() + made.version(), key -> made);
    present.get(resource.type()).put(resource.name(), resource);
  }

  private void show() {
    view = view.replaceWith(snapshot());
    Set<String> there = present.get(ResourceType.CLUSTER).keySet();
    for (Map<String, Resource> resources : present.values()) {
      for (Resource resource : resources.values()) {
        Set<String> missing = named(resource, ResourceType.CLUSTER);
        missing.removeAll(there);
        if (!missing.isEmpty()) {
          dangling.computeIfAbsent(resource, r -> new HashSet<>()).addAll(missing);
        }
      }
    }
  }

  private Snapshot snapshot() {
    Snapshot.Builder snapshot = Snapshot.builder();
    present.values().forEach(resources -> snapshot.addAll(resources.values()));
    return snapshot.build();
  }
}
