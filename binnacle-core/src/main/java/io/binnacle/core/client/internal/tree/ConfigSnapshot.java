package io.binnacle.core.client.internal.tree;

import io.binnacle.core.client.ClientResource;
import io.binnacle.core.resource.ResourceType;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Everything that is reachable from the roots of a {@link ConfigTree}, at one moment at which
 * something was known of all of it. Immutable.
 */
public final class ConfigSnapshot {

  /** What a part is known by. */
  public record PartKey(ResourceType type, String name) {

    @Override
    public String toString() {
      return type + " " + name;
    }
  }

  /**
   * One name and what stands for it.
   *
   * @param resources one for a name, the members of a collection or wildcard, none for what is not
   *     there
   * @param missing why nothing is there; null where something is
   */
  public record Part(PartKey key, List<ClientResource> resources, @Nullable String missing) {
    public Part {
      resources = List.copyOf(resources);
    }
  }

  private final long number;
  private final Map<PartKey, Part> parts;

  ConfigSnapshot(long number, Map<PartKey, Part> parts) {
    this.number = number;
    this.parts = Collections.unmodifiableMap(new LinkedHashMap<>(parts));
  }

  /** Counts from 1; a later snapshot has a higher one. */
  public long number() {
    return number;
  }

  /** All parts, those that name others before these. */
  public Collection<Part> parts() {
    return parts.values();
  }

  /** What stands for a name; null when nothing refers to it. */
  public @Nullable Part part(ResourceType type, String name) {
    return parts.get(new PartKey(type, name));
  }

  /** The resource of a name; null when it is not there, or nothing refers to it. */
  public @Nullable ClientResource resource(ResourceType type, String name) {
    Part part = part(type, name);
    return part == null || part.resources().isEmpty() ? null : part.resources().get(0);
  }

  /** Whether every name that is referred to stands for something. */
  public boolean isComplete() {
    return parts.values().stream().allMatch(part -> part.missing() == null);
  }

  @Override
  public String toString() {
    return "snapshot " + number + " of " + parts.size() + " parts";
  }
}
