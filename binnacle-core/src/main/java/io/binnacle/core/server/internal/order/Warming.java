package io.binnacle.core.server.internal.order;

import io.binnacle.core.resource.Reference;
import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.Answer;
import io.binnacle.core.server.Response;
import io.binnacle.core.view.TypeView;
import io.binnacle.core.view.View;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * S-17: an Envoy that gets a new or changed Cluster waits for its assignment, and on delta does not
 * ask for it. So on ADS the assignment follows its Cluster, whether it changed or not.
 *
 * <p>Until the client asks for assignments, the clusters that were sent are kept here by reference:
 * assignments that it then lists as up to date are sent all the same (ED-30a). Owned by the thread
 * of its books.
 */
public final class Warming {

  /** Beyond this many responses before the first request for assignments, all are sent. */
  private static final int MOST_KEPT = 32;

  /** Of typed streams, on which nothing warms: it has no state, so one is enough. */
  public static final Warming NONE = new Warming(false);

  private final boolean ads;

  /** Changed clusters of each response so far; null once assignments were asked for. */
  private @Nullable List<List<Resource>> clustersSent;

  public Warming(boolean ads) {
    this.ads = ads;
    this.clustersSent = ads ? new ArrayList<>(1) : null;
  }

  /**
   * Names that the first request of a type gets though their versions are equal; null for all.
   *
   * @param asked the types asked for on this stream, the present one included
   */
  public @Nullable Set<String> mustSend(ResourceType type, Set<ResourceType> asked) {
    if (!ads || !type.equals(ResourceType.CLUSTER_LOAD_ASSIGNMENT)) {
      return Set.of();
    }
    List<List<Resource>> clusters = clustersSent;
    clustersSent = null;
    if (!asked.contains(ResourceType.CLUSTER)) {
      // ED-30: the client lost its stream in mid-warming, and asks for clusters when it is over
      return null;
    }
    if (clusters == null || clusters.size() > MOST_KEPT) {
      return clusters == null ? Set.of() : null;
    }
    Set<String> assignments = new HashSet<>();
    clusters.forEach(sent -> assignments.addAll(assignmentsOf(sent)));
    return assignments;
  }

  /** A response was sent: owes the assignments of its clusters, and their collections. */
  public void onSent(Response response, Map<ResourceType, ? extends TypeBooks> types, View view) {
    if (!ads || !response.type().equals(ResourceType.CLUSTER) || response.heartbeat()) {
      return;
    }
    List<Resource> changed = response.changed();
    TypeBooks assignments = types.get(ResourceType.CLUSTER_LOAD_ASSIGNMENT);
    if (assignments == null) {
      if (clustersSent != null && clustersSent.size() <= MOST_KEPT && !changed.isEmpty()) {
        clustersSent.add(changed);
      }
      return;
    }
    clustersSent = null;
    Set<String> names = assignmentsOf(changed);
    assignments.resend(names);
    TypeBooks collections = types.get(ResourceType.LB_ENDPOINT);
    if (collections != null) {
      collections.resend(collectionsOf(names, view.type(ResourceType.CLUSTER_LOAD_ASSIGNMENT)));
    }
  }

  /**
   * SotW: a client refused clusters in a response that a newer one has overtaken and repeats. If it
   * used nothing of the first, they begin to warm with the second, behind which no assignment went.
   */
  public void onAnswer(
      ResourceType type, Answer answer, Map<ResourceType, ? extends TypeBooks> types) {
    TypeBooks assignments = types.get(ResourceType.CLUSTER_LOAD_ASSIGNMENT);
    if (ads
        && assignments != null
        && type.equals(ResourceType.CLUSTER)
        && answer instanceof Answer.Stale late
        && late.settled() instanceof Answer.Nack refused) {
      assignments.resend(assignmentsOf(refused.suspects()));
    }
  }

  private static Set<String> assignmentsOf(List<Resource> clusters) {
    Set<String> names = new LinkedHashSet<>();
    for (Resource cluster : clusters) {
      addNamed(cluster, ResourceType.CLUSTER_LOAD_ASSIGNMENT, names);
    }
    return names;
  }

  private static Set<String> collectionsOf(Set<String> assignments, TypeView view) {
    Set<String> globs = new LinkedHashSet<>();
    for (String name : assignments) {
      Resource assignment = view.get(name);
      if (assignment != null) {
        addNamed(assignment, ResourceType.LB_ENDPOINT, globs);
      }
    }
    return globs;
  }

  private static void addNamed(Resource resource, ResourceType type, Set<String> names) {
    for (Reference reference : resource.references()) {
      if (reference.type().equals(type)) {
        names.add(reference.name());
      }
    }
  }
}
