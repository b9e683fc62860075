package io.binnacle.core.server.internal.order;

import io.binnacle.core.resource.Reference;
import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.HoldReason;
import io.binnacle.core.view.TypeView;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Whether content that names a cluster may go to a client: not before the client has accepted some
 * version of that cluster and of its assignment (O-2, O-12).
 *
 * <p>Made for one decision of the {@link AdsSequencer} and thrown away with it.
 */
final class ClusterReadiness {

  /**
   * What something has to wait for.
   *
   * @param offered whether the client can decide about it now; not, where it is to be offered when
   *     the client has decided about something else (O-12)
   */
  record Block(HoldReason reason, String waitsFor, boolean offered) {

    Block(HoldReason reason, Resource waitsFor) {
      this(reason, textOf(waitsFor), reason != HoldReason.RECONNECTED);
    }

    boolean isRefused() {
      return reason == HoldReason.REFUSED;
    }
  }

  private static final List<Block> READY = List.of();

  private final ClientState client;
  private final boolean reconnecting;
  private final Map<String, List<Block>> known = new HashMap<>();

  /**
   * For one client.
   *
   * @param reconnecting whether it may have clusters that it has not asked for yet (O-10)
   */
  ClusterReadiness(ClientState client, boolean reconnecting) {
    this.client = client;
    this.reconnecting = reconnecting;
  }

  /** What a resource has to wait for because of the clusters that it names itself. */
  List<Block> blocksOf(Resource user) {
    List<Block> blocks = READY;
    for (Reference reference : user.references()) {
      if (reference.type().equals(ResourceType.CLUSTER)) {
        List<Block> more = ofCluster(reference.name());
        if (!more.isEmpty()) {
          blocks = blocks.isEmpty() ? new ArrayList<>() : blocks;
          blocks.addAll(more);
        }
      }
    }
    return blocks;
  }

  private List<Block> ofCluster(String name) {
    List<Block> blocks = known.get(name);
    if (blocks == null) {
      known.put(name, READY); // aggregates that name each other come to an end
      blocks = find(name);
      known.put(name, blocks);
    }
    return blocks;
  }

  private List<Block> find(String name) {
    Resource cluster = client.target(ResourceType.CLUSTER).get(name);
    if (cluster == null) {
      // O-2: static clusters and dangling references hold back nothing
      return client.offer().isToCome(name)
          ? List.of(new Block(HoldReason.CLUSTER_NOT_ACKED, "CDS " + name, false))
          : READY;
    }
    TypeBooks clusters = client.books(ResourceType.CLUSTER);
    if (clusters == null) {
      return reconnecting ? List.of(new Block(HoldReason.RECONNECTED, cluster)) : READY;
    }
    if (!clusters.subscription().selectsUnasked(cluster)) {
      // GC-6: the client asks for it when a route names it
      return READY;
    }
    Resource held = client.held(clusters, name);
    if (held != null && held.sameContent(cluster)) {
      return ofParts(cluster);
    }
    // ED-25: while a newer version warms, the one that was accepted serves, with its own parts
    boolean serves =
        held != null
            && !client.refusesClusters()
            && hasParts(held, new HashSet<>())
            && hasMembers(clusters.sent(), name);
    return serves ? READY : List.of(blockOf(clusters, cluster, HoldReason.CLUSTER_NOT_ACKED));
  }

  /** Whether the client has the assignment of a version that it accepted, or its clusters. */
  private boolean hasParts(Resource held, Set<String> seen) {
    TypeBooks assignments = client.books(ResourceType.CLUSTER_LOAD_ASSIGNMENT);
    for (Reference part : held.references()) {
      boolean isAssignment =
          part.type().equals(ResourceType.CLUSTER_LOAD_ASSIGNMENT) && part.sameStream();
      if (isAssignment
          ? assignments == null || client.held(assignments, part.name()) == null
          : part.type().equals(ResourceType.CLUSTER) && !hasMember(part.name(), seen)) {
        return false;
      }
    }
    return true;
  }

  /** An aggregate does not warm: what was sent last is in use at once, with what it names. */
  private boolean hasMembers(@Nullable TypeView sent, String name) {
    Resource aggregate = sent == null ? null : sent.get(name);
    return aggregate == null
        || aggregate.references().stream()
            .filter(part -> part.type().equals(ResourceType.CLUSTER))
            .allMatch(part -> hasMember(part.name(), new HashSet<>(Set.of(name))));
  }

  /** Whether a cluster that an aggregate names serves, in some version, and stays. */
  private boolean hasMember(String name, Set<String> seen) {
    if (!seen.add(name)) {
      return true; // aggregates that name each other come to an end
    }
    TypeBooks clusters = client.books(ResourceType.CLUSTER);
    TypeView sent = clusters == null ? null : clusters.sent();
    Resource held =
        sent == null || sent.get(name) == null || clusters == null
            ? null
            : client.held(clusters, name);
    return held != null && hasParts(held, seen);
  }

  /** The assignment of a cluster, and the clusters of an aggregate. */
  private List<Block> ofParts(Resource cluster) {
    List<Block> blocks = READY;
    for (Reference part : cluster.references()) {
      List<Block> more = READY;
      if (part.type().equals(ResourceType.CLUSTER)) {
        more = ofCluster(part.name());
      } else if (part.type().equals(ResourceType.CLUSTER_LOAD_ASSIGNMENT) && part.sameStream()) {
        more = ofAssignment(part.name());
      }
      if (!more.isEmpty()) {
        blocks = blocks.isEmpty() ? new ArrayList<>() : blocks;
        blocks.addAll(more);
      }
    }
    return blocks;
  }

  private List<Block> ofAssignment(String name) {
    Resource assignment = client.target(ResourceType.CLUSTER_LOAD_ASSIGNMENT).get(name);
    if (assignment == null) {
      return READY;
    }
    TypeBooks books = client.books(ResourceType.CLUSTER_LOAD_ASSIGNMENT);
    if (books == null) {
      return List.of(new Block(HoldReason.ASSIGNMENT_NOT_ACKED, assignment));
    }
    Resource held = client.held(books, name);
    boolean isOther = held != null && !held.sameContent(assignment);
    boolean isWarming = books.held().isWarming(name);
    return held == null || isWarming || (isOther && client.refusesClusters())
        ? List.of(blockOf(books, assignment, HoldReason.ASSIGNMENT_NOT_ACKED))
        : READY;
  }

  private Block blockOf(TypeBooks books, Resource resource, HoldReason reason) {
    return new Block(client.refused(books, resource) ? HoldReason.REFUSED : reason, resource);
  }

  static String textOf(Resource resource) {
    return resource.type() + " " + resource.name();
  }
}
