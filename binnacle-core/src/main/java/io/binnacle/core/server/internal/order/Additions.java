package io.binnacle.core.server.internal.order;

import io.binnacle.core.resource.Reference;
import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.HoldReason;
import io.binnacle.core.server.OrderOptions;
import io.binnacle.core.server.internal.held.Unsent;
import io.binnacle.core.server.internal.order.ClusterReadiness.Block;
import io.binnacle.core.server.internal.subscribe.Subscription;
import io.binnacle.core.view.Change;
import io.binnacle.core.view.Overlay;
import io.binnacle.core.view.TypeView;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which new content of listeners, routes, scopes, virtual hosts and aggregate clusters waits until
 * the clusters that it names are in use (O-2, O-5, O-11). What waits shows its former content, or
 * is not spoken of where the client has none.
 *
 * <p>Made for one decision of the {@link AdsSequencer} and thrown away with it.
 */
final class Additions {

  /** The types beside clusters whose content names clusters, in push order. */
  static final List<ResourceType> USERS =
      List.of(
          ResourceType.LISTENER,
          ResourceType.ROUTE_CONFIGURATION,
          ResourceType.SCOPED_ROUTE_CONFIGURATION,
          ResourceType.VIRTUAL_HOST,
          ResourceType.TYPED_EXTENSION_CONFIG);

  /** Whether content of a type can have to wait: an aggregate names clusters too. */
  static boolean concern(ResourceType type) {
    return USERS.contains(type) || type.equals(ResourceType.CLUSTER);
  }

  /** O-11: what a client asks for while it holds no version of it is answered within this time. */
  private static final long ASKED_FOR = 10_000_000_000L;

  private final ClientState client;
  private final ClusterReadiness clusters;
  private final OrderOptions options;
  private final Holds holds;
  private final long now;
  private boolean undecided;
  private boolean releasing;

  /**
   * For one decision.
   *
   * @param mayHaveClusters whether the client may have clusters that it has not asked for (O-10)
   */
  Additions(Decision decision, boolean mayHaveClusters) {
    this.client = decision.client();
    this.clusters = new ClusterReadiness(client, mayHaveClusters);
    this.options = decision.options();
    this.holds = decision.holds();
    this.now = decision.now();
  }

  /**
   * Adds to an overlay what waits.
   *
   * @return null when the first answer of the type must wait as a whole
   */
  @Nullable Overlay withheld(TypeBooks books, Overlay overlay) {
    TypeView shown = client.shown(books);
    // a first answer that leaves out what the client may have would take it away (O-6); and an
    // Envoy that starts is not live before its listeners are there
    boolean whole = books.type().fullState() && shown == null && books.listed().isEmpty();
    Overlay withheld = overlay;
    boolean releases = false;
    Unsent unsent = books.held().unsent();
    Set<String> waiting = unsent.names();
    for (Resource resource : due(books, shown)) {
      // D-11: what is not written yet the client has not got
      TypeView before = waiting.contains(resource.name()) ? unsent.from() : shown;
      Resource former = former(resource, before);
      former = former == null || client.canUse(books, former) ? former : null;
      boolean isCluster = books.type().equals(ResourceType.CLUSTER);
      if (isCluster && former == null && !mayGoOn(books, resource)) {
        continue; // nothing uses a new aggregate yet: routes wait for it and for its clusters
      }
      List<Block> blocks = blocksOf(resource, former);
      if (blocks.isEmpty()) {
        continue;
      }
      Resource offered = offered(books, resource, former);
      if (offered != null && blocksOf(offered, former).isEmpty()) {
        // O-12: the newest state whose clusters are accepted
        releases = true;
        withheld = withheld.showing(offered);
        continue;
      }
      undecided |= isOnOffer(blocks) || (offered != null && isOnOffer(blocksOf(offered, former)));
      if (!waits(books, resource, former, blocks)) {
        continue;
      }
      boolean isRefused = blocks.stream().allMatch(block -> block.reason() == HoldReason.REFUSED);
      if ((whole && !isRefused) || (former == null && mayHoldUntold(books, resource))) {
        return null;
      }
      withheld = former == null ? withheld.hiding(resource.name()) : withheld.showing(former);
    }
    releasing |= releases;
    return withheld;
  }

  /** Whether a client that is not told of a resource goes on with a version that it listed. */
  private static boolean mayGoOn(TypeBooks books, Resource resource) {
    return !books.repeatsAll() && books.mayHold(resource.name());
  }

  /** Whether something waits for clusters that the client can decide about (O-12). */
  boolean isUndecided() {
    return undecided;
  }

  /** Whether content goes out that the newest view has replaced already (O-12). */
  boolean isReleasing() {
    return releasing;
  }

  /** What was on offer under a name before the newest content; null for nothing new. */
  private @Nullable Resource offered(TypeBooks books, Resource newest, @Nullable Resource former) {
    Resource offered = client.offer().offered(books.type(), newest.name());
    boolean isNews =
        offered != null
            && books.subscription().selects(offered)
            && !offered.sameContent(newest)
            && !client.refused(books, offered)
            && (former == null || !offered.sameContent(former));
    return isNews ? offered : null;
  }

  private static boolean isOnOffer(List<Block> blocks) {
    return blocks.stream().anyMatch(block -> block.offered() && !block.isRefused());
  }

  /** ED-44: of a response that it refused on an earlier stream a client may hold a part. */
  private static boolean mayHoldUntold(TypeBooks books, Resource resource) {
    return books.repeatsAll()
        && books.sent() == null
        && books.rejectedNames().contains(resource.name());
  }

  /** What the next answers of a type would hold and the client has not got. */
  private Collection<Resource> due(TypeBooks books, @Nullable TypeView shown) {
    TypeView target = client.target(books.type());
    Subscription subscription = books.subscription();
    Map<String, Resource> due = new LinkedHashMap<>();
    if (shown == null) {
      for (Resource resource : subscription.selected(target)) {
        if (!books.coveredAtFirst(resource)) {
          due.put(resource.name(), resource);
        }
      }
      return due.values();
    }
    for (Change change : client.changes(books)) {
      if (change.after() != null && subscription.selects(change.after())) {
        due.put(change.name(), change.after());
      }
    }
    // D-11: what is not written yet is decided on anew, since clusters may have changed meanwhile
    for (String name : books.held().unsent().names()) {
      Resource resource = target.get(name);
      if (resource != null && subscription.selects(resource)) {
        due.put(resource.name(), resource);
      }
    }
    if (!books.type().fullState()) {
      for (String name : books.debts().asked()) {
        Resource resource = target.get(name);
        if (resource != null) {
          due.put(resource.name(), resource);
        }
      }
    }
    return due.values();
  }

  private static @Nullable Resource former(Resource resource, @Nullable TypeView shown) {
    Resource former = shown == null ? null : shown.get(resource.name());
    return former != null && former.sameContent(resource) ? null : former;
  }

  private List<Block> blocksOf(Resource resource, @Nullable Resource former) {
    List<Block> blocks = clusters.blocksOf(resource);
    for (Reference reference : resource.references()) {
      if (reference.type().equals(ResourceType.ROUTE_CONFIGURATION)
          && reference.sameStream()
          && (former == null || !former.references().contains(reference))) {
        List<Block> routes = blocksOfRoutes(reference.name(), former != null);
        if (!routes.isEmpty()) {
          blocks = new ArrayList<>(blocks);
          blocks.addAll(routes);
        }
      }
    }
    return blocks;
  }

  /**
   * O-11: a listener or scope that changes to routes which are held back waits with them.
   *
   * @param has whether the client has former content to go on with
   */
  private List<Block> blocksOfRoutes(String name, boolean has) {
    Resource routes = client.target(ResourceType.ROUTE_CONFIGURATION).get(name);
    TypeBooks books = client.books(ResourceType.ROUTE_CONFIGURATION);
    if (routes == null || (books != null && isKnown(books, name))) {
      return List.of();
    }
    List<Block> blocks = clusters.blocksOf(routes);
    Resource offered = client.offer().offered(ResourceType.ROUTE_CONFIGURATION, name);
    if (blocks.isEmpty() || (offered != null && clusters.blocksOf(offered).isEmpty())) {
      return List.of();
    }
    if (blocks.stream().allMatch(Block::isRefused)) {
      // O-5; but without former content the routes go out when they are asked for
      return has ? blocks : List.of();
    }
    boolean isOnOffer =
        isOnOffer(blocks) || (offered != null && isOnOffer(clusters.blocksOf(offered)));
    return List.of(new Block(HoldReason.ROUTES_HELD, ClusterReadiness.textOf(routes), isOnOffer));
  }

  /** Whether the client has some version of a resource. */
  private static boolean isKnown(TypeBooks books, String name) {
    TypeView sent = books.sent();
    return sent != null
        && sent.get(name) != null
        && books.subscription().names(name)
        && !books.debts().names().contains(name);
  }

  private boolean waits(
      TypeBooks books, Resource resource, @Nullable Resource former, List<Block> blocks) {
    boolean isRefused = blocks.stream().anyMatch(Block::isRefused);
    boolean isPending = !blocks.stream().allMatch(Block::isRefused);
    long additions = options.additions().toNanos();
    // a new virtual host comes unasked: what it would take over goes on as before
    boolean askedFor =
        former == null
            && !books.type().fullState()
            && !books.subscription().selectsUnasked(resource)
            && !books.mayHold(resource.name());
    long patience;
    HoldReason first;
    if (askedFor) {
      if (!isPending) {
        return false; // O-11: at once when the wait is for a NACK
      }
      first = HoldReason.CLUSTER_NOT_ACKED;
      patience = Math.min(ASKED_FOR, additions);
    } else {
      first = HoldReason.REFUSED;
      boolean keepsAll = former == null && mayHoldUntold(books, resource);
      boolean forever = isRefused && options.refusedHolds() && !keepsAll;
      patience = forever ? Long.MAX_VALUE : additions;
    }
    Block told =
        blocks.stream()
            .filter(block -> block.isRefused() == (first == HoldReason.REFUSED))
            .findFirst()
            .orElse(blocks.get(0));
    return holds.hold(books.type(), resource.name(), told.reason(), told.waitsFor(), patience, now);
  }
}
