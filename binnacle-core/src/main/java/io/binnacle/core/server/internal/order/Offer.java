package io.binnacle.core.server.internal.order;

import io.binnacle.core.resource.Reference;
import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.Shared;
import io.binnacle.core.server.internal.stream.SharedViews;
import io.binnacle.core.view.Change;
import io.binnacle.core.view.Overlay;
import io.binnacle.core.view.TypeView;
import io.binnacle.core.view.View;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What one client is to see: the newest view, save for what it is still deciding on (O-12). While
 * something waits for clusters that it was offered, those clusters stay as they were offered, since
 * each edit would make it warm them anew; and what they or the routes to them need stays there,
 * though it is gone in the newest view.
 *
 * <p>Made for one decision of the {@link AdsSequencer} and thrown away with it.
 */
final class Offer {

  static final List<ResourceType> CLUSTERS =
      List.of(ResourceType.CLUSTER, ResourceType.CLUSTER_LOAD_ASSIGNMENT);

  private static final List<ResourceType> LISTENERS =
      List.of(ResourceType.LISTENER, ResourceType.SCOPED_ROUTE_CONFIGURATION);

  /** Types, and those that name them while they are on offer. */
  private static final Map<ResourceType, List<ResourceType>> PARTS =
      Map.of(
          ResourceType.CLUSTER_LOAD_ASSIGNMENT, CLUSTERS,
          ResourceType.LB_ENDPOINT, CLUSTERS,
          ResourceType.SECRET, CLUSTERS,
          ResourceType.ROUTE_CONFIGURATION, LISTENERS,
          ResourceType.TYPED_EXTENSION_CONFIG, LISTENERS);

  private final View offered;
  private final View newest;
  private final Shared shared;
  private final Map<ResourceType, Overlay> kept = new HashMap<>();

  Offer(View offered, View newest, Shared shared) {
    this.offered = offered;
    this.newest = newest;
    this.shared = shared;
  }

  boolean isNewest() {
    return offered == newest;
  }

  /** What is to be seen of a type. */
  TypeView type(ResourceType type) {
    Overlay overlay = kept(type);
    return overlay.isEmpty() ? base(type) : SharedViews.overlaid(shared, base(type), overlay);
  }

  /** The view of a type that is seen through {@link #kept}. */
  TypeView base(ResourceType type) {
    return type.equals(ResourceType.CLUSTER) ? offered.type(type) : newest.type(type);
  }

  /** What is gone in the newest view, and stays there for what is on offer. */
  Overlay kept(ResourceType type) {
    if (isNewest() || !PARTS.containsKey(type)) {
      return Overlay.EMPTY;
    }
    return kept.computeIfAbsent(type, this::findKept);
  }

  private Overlay findKept(ResourceType type) {
    Map<Reference, Resource> gone = new HashMap<>();
    for (Change change : SharedViews.changes(shared, offered.type(type), newest.type(type))) {
      Resource before = change.before();
      if (change.after() == null && before != null) {
        gone.put(new Reference(type, change.name()), before);
      }
    }
    Map<String, @Nullable Resource> named = new HashMap<>();
    if (!gone.isEmpty()) {
      for (ResourceType user : PARTS.getOrDefault(type, List.of())) {
        Referrers.in(offered.type(user), Set.copyOf(gone.keySet()), shared)
            .keySet()
            .forEach(reference -> named.put(reference.name(), gone.get(reference)));
      }
    }
    return Overlay.EMPTY.with(named);
  }

  /** Whether the newest view has more to say of a type. */
  boolean withholds(ResourceType type) {
    return !isNewestBase(type) || !kept(type).isEmpty();
  }

  boolean isNewestBase(ResourceType type) {
    // of other types base is the newest
    return !type.equals(ResourceType.CLUSTER) || base(type) == newest.type(type);
  }

  /** Whether the newest view has a cluster that is not on offer yet. */
  boolean isToCome(String cluster) {
    return !isNewest() && newest.type(ResourceType.CLUSTER).get(cluster) != null;
  }

  /** Whether the newest view has a cluster again that is gone in what is on offer. */
  boolean isBack(Resource removed) {
    return removed.type().equals(ResourceType.CLUSTER) && isToCome(removed.name());
  }

  /**
   * The content that was offered together with the clusters; null where there is none, or newer.
   */
  @Nullable Resource offered(ResourceType type, String name) {
    return isNewest() ? null : offered.type(type).get(name);
  }
}
