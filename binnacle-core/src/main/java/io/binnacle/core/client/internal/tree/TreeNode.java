package io.binnacle.core.client.internal.tree;

import io.binnacle.core.client.ClientResource;
import io.binnacle.core.client.Watch;
import io.binnacle.core.client.WatchEvent;
import io.binnacle.core.client.WatchEvent.Absent;
import io.binnacle.core.client.WatchEvent.Failed;
import io.binnacle.core.client.WatchEvent.Reason;
import io.binnacle.core.client.WatchEvent.Updated;
import io.binnacle.core.client.internal.tree.ConfigSnapshot.Part;
import io.binnacle.core.client.internal.tree.ConfigSnapshot.PartKey;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A name that is watched, and what is known of it. Owned by the thread of its tree. */
final class TreeNode {

  final PartKey key;
  final Watch watch;

  /** By name of the resource; of a plain name at most one. */
  private final Map<String, ClientResource> resources = new LinkedHashMap<>();

  /** What each resource names. */
  private final Map<String, List<PartKey>> references = new LinkedHashMap<>();

  private boolean known;
  private String missing = "";

  TreeNode(PartKey key, Watch watch) {
    this.key = key;
    this.watch = watch;
  }

  /** Whether it is settled: there, or known not to be. */
  boolean isKnown() {
    return known;
  }

  /**
   * Takes what the watch was told.
   *
   * @return whether the tree changes
   */
  boolean take(WatchEvent event, TreeReferences finder) {
    if (event instanceof Updated updated) {
      if (!watch.isCollection()) {
        resources.clear();
        references.clear();
      }
      resources.put(updated.name(), updated.resource());
      references.put(updated.name(), finder.of(updated.resource()));
      known = true;
      return true;
    } else if (event instanceof Absent absent) {
      return lose(absent.name(), word(absent.reason()));
    } else if (event instanceof Failed failed) {
      return lose(failed.name(), failed.error().message());
    }
    return false; // what is used stays good
  }

  /** The watch has nothing any more, or a collection has lost a member, or never had it. */
  private boolean lose(String name, String why) {
    if (!watch.isCollection() || name.equals(watch.name())) {
      resources.clear();
      references.clear();
    }
    references.remove(name);
    resources.remove(name);
    missing = why;
    known = true;
    return true;
  }

  private static String word(Reason reason) {
    return switch (reason) {
      case REMOVED -> "it does not exist";
      case TIMED_OUT -> "it did not come in time";
      case EXPIRED -> "its TTL is over";
    };
  }

  /** What the resources name, each once. */
  Set<PartKey> references() {
    Set<PartKey> all = new LinkedHashSet<>();
    references.values().forEach(all::addAll);
    return all;
  }

  Part part() {
    @Nullable String why = resources.isEmpty() ? missing : null;
    return new Part(key, List.copyOf(resources.values()), why);
  }
}
