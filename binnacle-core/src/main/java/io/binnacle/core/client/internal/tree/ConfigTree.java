package io.binnacle.core.client.internal.tree;

import io.binnacle.core.client.Watch;
import io.binnacle.core.client.WatchEvent;
import io.binnacle.core.client.internal.cache.ResourceCache;
import io.binnacle.core.client.internal.tree.ConfigSnapshot.Part;
import io.binnacle.core.client.internal.tree.ConfigSnapshot.PartKey;
import io.binnacle.core.resource.ReferenceFinder;
import io.binnacle.core.resource.ResourceType;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Follows references from its roots: a Listener names a RouteConfiguration, that names Clusters,
 * these their ClusterLoadAssignments, secrets, and the clusters that they are made of; scopes,
 * virtual hosts (VHDS), collections of endpoints (LEDS) and filter configurations likewise (C-13).
 *
 * <p>Invariants:
 *
 * <ul>
 *   <li>What the present resources name is watched.
 *   <li>A snapshot is given when something is known of every part: that it is there, or that it is
 *       not. So it never mixes a route with clusters that were not asked about yet.
 *   <li>A part of the last snapshot stays watched until the next one replaces it: what is in use is
 *       not taken away from its user (O-3). After that, what nothing names is watched no more.
 * </ul>
 *
 * <p>How to drive it: give it the events of its watches; after each batch, and after a change of
 * its roots, ask for {@link #takeSnapshot}. The watches may be of several caches. Owned by their
 * thread.
 */
public final class ConfigTree {

  /** How many parts a tree has at most, when nothing else is said. */
  public static final int DEFAULT_LIMIT = 100_000;

  /** Where the tree gets its watches. */
  public interface Watches {

    /** Begins to watch a name. */
    Watch watch(ResourceType type, String name);

    /** Ends a watch. */
    void unwatch(Watch watch);

    /** The watches of a cache. */
    static Watches of(ResourceCache cache) {
      return new Watches() {
        @Override
        public Watch watch(ResourceType type, String name) {
          return cache.watch(type, name);
        }

        @Override
        public void unwatch(Watch watch) {
          cache.unwatch(watch);
        }
      };
    }
  }

  private final Watches watches;
  private final TreeReferences references;
  private final int mostParts;

  /** Where the tree begins, with how often it was asked for. */
  private final Map<PartKey, Integer> roots = new LinkedHashMap<>();

  private final Map<PartKey, TreeNode> nodes = new LinkedHashMap<>();
  private final Map<Watch, TreeNode> byWatch = new IdentityHashMap<>();
  private Map<PartKey, Part> given = Map.of();
  private @Nullable ConfigSnapshot next;
  private long lastNumber;
  private boolean closed;

  /** A tree over one cache, with the references of the Envoy API. */
  public ConfigTree(ResourceCache cache, Collection<PartKey> roots) {
    this(Watches.of(cache), roots, ReferenceFinder.generated(), DEFAULT_LIMIT);
  }

  /**
   * A tree, which begins to watch its roots.
   *
   * @param references finds what resources name
   * @param mostParts how many names are watched; what more is named is missing
   */
  public ConfigTree(
      Watches watches, Collection<PartKey> roots, ReferenceFinder references, int mostParts) {
    this.watches = watches;
    this.references = new TreeReferences(references);
    this.mostParts = mostParts;
    roots.forEach(root -> this.roots.put(root, 1));
    grow();
  }

  /**
   * Adds a root: what no resource names, such as a virtual host on demand (VHDS-1), or the cluster
   * that a header selects. The next snapshot comes when it is known. A root that is added twice
   * must be removed twice.
   */
  public void addRoot(PartKey root) {
    roots.merge(root, 1, Integer::sum);
    settle();
  }

  /** Ends what {@link #addRoot} began; the part stays while something names it. */
  public void removeRoot(PartKey root) {
    roots.computeIfPresent(root, (key, times) -> times == 1 ? null : times - 1);
    settle();
  }

  /** Takes what the watches were told; events of other watches are passed over. */
  public void onEvents(List<WatchEvent> events) {
    boolean changed = false;
    for (WatchEvent event : events) {
      TreeNode node = byWatch.get(event.watch());
      changed |= node != null && node.take(event, references);
    }
    if (changed) {
      settle();
    }
  }

  /** The newest snapshot that was not taken yet; null when there is none. */
  public @Nullable ConfigSnapshot takeSnapshot() {
    ConfigSnapshot taken = next;
    next = null;
    return taken;
  }

  /** Ends all watches. */
  public void close() {
    closed = true;
    byWatch.keySet().forEach(watches::unwatch);
    byWatch.clear();
    nodes.clear();
  }

  /**
   * Watches what is named and not watched yet; all that is reachable, in the order of its names.
   */
  private Set<PartKey> grow() {
    Set<PartKey> reachable = new LinkedHashSet<>(roots.keySet());
    ArrayDeque<PartKey> open = new ArrayDeque<>(reachable);
    for (PartKey key = open.poll(); key != null; key = open.poll()) {
      TreeNode node = nodes.get(key);
      if (node == null && nodes.size() < mostParts) {
        Watch watch = watches.watch(key.type(), key.name());
        node = new TreeNode(key, watch);
        nodes.put(key, node);
        byWatch.put(watch, node);
      }
      if (node != null) {
        for (PartKey named : node.references()) {
          if (reachable.add(named)) { // clusters may be made of each other
            open.add(named);
          }
        }
      }
    }
    return reachable;
  }

  /** Makes the next snapshot when all is known, and ends what is needed no more. */
  private void settle() {
    if (closed) {
      return;
    }
    Set<PartKey> reachable = grow();
    boolean warm =
        reachable.stream().map(nodes::get).allMatch(node -> node == null || node.isKnown());
    if (warm) {
      Map<PartKey, Part> parts = new LinkedHashMap<>();
      for (PartKey key : reachable) {
        TreeNode node = nodes.get(key);
        parts.put(
            key,
            node == null
                ? new Part(key, List.of(), "more names than the tree follows")
                : node.part());
      }
      if (!parts.equals(given)) {
        given = parts;
        next = new ConfigSnapshot(++lastNumber, parts);
      }
    }
    shrink(reachable);
  }

  /** Ends what nothing names, now or in the snapshot that is in use. */
  private void shrink(Set<PartKey> reachable) {
    List<TreeNode> unused =
        nodes.values().stream()
            .filter(node -> !reachable.contains(node.key) && !given.containsKey(node.key))
            .toList();
    for (TreeNode node : unused) {
      nodes.remove(node.key);
      byWatch.remove(node.watch);
      watches.unwatch(node.watch);
    }
  }
}
