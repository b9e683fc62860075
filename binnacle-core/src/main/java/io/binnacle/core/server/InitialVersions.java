package io.binnacle.core.server;

import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceName;
import io.binnacle.core.resource.VariantName;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a delta client says at its first request that it holds (D-5). Compared once, then thrown
 * away. Owned by the thread of its session.
 */
final class InitialVersions {

  private final Map<String, String> versions = new HashMap<>();

  /** Names, aliases and globs of what is sent whatever was listed. */
  private final Set<String> uncovered = new HashSet<>();

  private boolean coversNothing;

  /** Sent though equal; null for every name. */
  private final @Nullable Set<String> mustSend;

  /**
   * What a client listed.
   *
   * @param mustSend names that are sent though their version is equal: their Cluster was sent on
   *     this stream (S-17); null for every name (ED-30)
   */
  InitialVersions(Map<String, String> listed, @Nullable Set<String> mustSend) {
    this.mustSend = mustSend;
    listed.forEach(
        (name, version) -> {
          String canonical = ResourceName.canonical(name);
          if (version.equals(Resource.ABSENT) || VariantName.isOne(name)) {
            return; // VHDS-1: it was told that there is none, and holds nothing
          }
          versions.put(canonical == null ? name : canonical, version);
        });
  }

  static InitialVersions nothing() {
    return new InitialVersions(Map.of(), Set.of());
  }

  boolean isEmpty() {
    return versions.isEmpty();
  }

  /** The names that the client holds, canonical. */
  Collection<String> names() {
    return versions.keySet();
  }

  /** D-4, S-17: what is asked for again or warms is sent whatever version was listed. */
  void uncover(Collection<String> names) {
    names.forEach(name -> uncovered.add(VariantName.plain(name)));
  }

  /** S-8: as {@link #uncover}, for a wildcard that is named again. */
  void uncoverAll() {
    coversNothing = true;
  }

  /** Whether a wildcard was named again since. */
  boolean coversNothing() {
    return coversNothing;
  }

  /** What is not subscribed any more is not spoken of. */
  void forget(Collection<String> names) {
    names.forEach(name -> versions.remove(VariantName.plain(name)));
  }

  /** Whether the client holds just this content and needs it no more than once. */
  boolean coversFully(Resource resource) {
    return resource.version().equals(versions.get(resource.plainName()))
        && mustSend != null
        && !mustSend.contains(resource.plainName())
        && !coversNothing
        && !isUncovered(resource);
  }

  /** Whether it covers any of these that are subscribed. */
  boolean coversAny(Collection<Resource> resources, Subscription subscription) {
    return resources.stream().anyMatch(each -> subscription.selects(each) && coversFully(each));
  }

  private boolean isUncovered(Resource resource) {
    return uncovered.contains(resource.plainName())
        || resource.aliases().stream().anyMatch(uncovered::contains)
        || uncovered.contains(ResourceName.collectionOf(resource.name()));
  }
}
