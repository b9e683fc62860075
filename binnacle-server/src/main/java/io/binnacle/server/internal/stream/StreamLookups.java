package io.binnacle.server.internal.stream;

import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceName;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.RequestFacts;
import io.binnacle.core.server.SettledNames;
import io.binnacle.core.server.internal.session.ServerSession;
import io.binnacle.core.view.View;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The names that one stream asks for and that its view may not hold. Owned by the stream's loop.
 *
 * <p>A name is looked up when it is asked for, or when the node comes into another group, and not
 * when it vanishes from a view later: then it is removed. A glob collection is looked up whatever
 * the view holds of it, where somebody lists collections.
 */
final class StreamLookups {

  private final NameLookups lookups;
  private final NameLookups.NameWaiter waiter;
  private final ServerSession session;

  /** Every explicit name of the types that are looked up. */
  private final Map<ResourceType, Set<String>> named = new HashMap<>();

  /** Those that no view has been searched for yet. */
  private final Map<ResourceType, Set<String>> unplaced = new HashMap<>();

  private String group = "";

  StreamLookups(NameLookups lookups, NameLookups.NameWaiter waiter, ServerSession session) {
    this.lookups = lookups;
    this.waiter = waiter;
    this.session = session;
  }

  /** A request was taken. */
  void onRequest(RequestFacts facts) {
    ResourceType type = facts.type();
    if (!lookups.handles(type)) {
      return;
    }
    if (!facts.removed().isEmpty() && named.containsKey(type)) {
      of(named, type).removeAll(facts.removed());
      of(unplaced, type).removeAll(facts.removed());
      lookups.forget(waiter, type, facts.removed());
    }
    for (String name : facts.added()) {
      if (NameLookups.isForOne(name) || isListed(type, name)) {
        of(named, type).add(name);
        of(unplaced, type).add(name);
      }
    }
  }

  private boolean isListed(ResourceType type, String name) {
    return ResourceName.canonical(name) != null
        && ResourceName.isGlob(name)
        && lookups.listsCollection(type, name);
  }

  /**
   * What the node is served now.
   *
   * @param nowGroup empty for none
   * @param view null while there is none
   */
  void onView(String nodeId, String nowGroup, @Nullable View view) {
    if (!nowGroup.equals(group)) {
      group = nowGroup;
      lookups.leave(waiter);
      named.forEach((type, names) -> of(unplaced, type).addAll(names));
    }
    if (view == null || group.isEmpty() || unplaced.isEmpty()) {
      return;
    }
    unplaced.forEach((type, names) -> place(nodeId, type, names, view));
    unplaced.clear();
  }

  private void place(String nodeId, ResourceType type, Collection<String> names, View view) {
    List<String> there = new ArrayList<>();
    List<String> onDemand = new ArrayList<>();
    List<String> missing = new ArrayList<>();
    for (String name : names) {
      Resource resource = view.type(type).get(name);
      (resource == null ? missing : there).add(name);
      if (resource != null && resource.onDemand()) {
        onDemand.add(name);
      }
    }
    // those of another group may be awaited still
    session.settle(type, SettledNames.of(there, true));
    if (!onDemand.isEmpty()) {
      lookups.use(waiter, nodeId, group, type, onDemand);
    }
    if (!missing.isEmpty()) {
      session.await(type, missing);
      lookups.ask(waiter, nodeId, group, type, missing);
    }
  }

  void leave() {
    lookups.leave(waiter);
  }

  private static Set<String> of(Map<ResourceType, Set<String>> names, ResourceType type) {
    return names.computeIfAbsent(type, t -> new HashSet<>());
  }
}
