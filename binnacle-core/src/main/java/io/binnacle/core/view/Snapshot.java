package io.binnacle.core.view;

import com.google.protobuf.Message;
import io.binnacle.core.resource.Origin;
import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.resource.VariantOverlap;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Everything that one kind of node is to see, as an application publishes it. Immutable.
 *
 * <p>In each type a name stands for one resource, or for variants of which each client gets at most
 * one (D-16).
 */
public final class Snapshot {

  /** No resource of any type. */
  public static final Snapshot EMPTY = new Snapshot(Map.of());

  private final Map<ResourceType, Map<String, Resource>> byType;

  private Snapshot(Map<ResourceType, Map<String, Resource>> byType) {
    this.byType = byType;
  }

  /**
   * A snapshot of messages that carry their own names.
   *
   * @throws IllegalArgumentException when a message has no name, or two of a type have the same
   */
  public static Snapshot of(Message... messages) {
    Builder builder = builder();
    for (Message message : messages) {
      builder.add(message);
    }
    return builder.build();
  }

  /** Starts a snapshot without resources. */
  public static Builder builder() {
    return new Builder();
  }

  /** The types of which it holds resources. */
  public Set<ResourceType> types() {
    return byType.keySet();
  }

  /** The resources of a type by canonical name; unmodifiable, empty when there are none. */
  public Map<String, Resource> resources(ResourceType type) {
    return byType.getOrDefault(type, Map.of());
  }

  /** Number of resources of all types. */
  public int size() {
    return byType.values().stream().mapToInt(Map::size).sum();
  }

  /** Collects a snapshot; used by one thread. */
  public static final class Builder {
    private final Map<ResourceType, Map<String, Resource>> byType = new TreeMap<>();

    private Builder() {}

    /** Adds a message under the name that stands in it; see {@link Resource#of}. */
    public Builder add(Message message) {
      return add(Resource.of(message));
    }

    /**
     * Adds a resource.
     *
     * @throws IllegalArgumentException when its type has one of that name already
     */
    public Builder add(Resource resource) {
      Resource other =
          byType
              .computeIfAbsent(resource.type(), type -> new HashMap<>())
              .putIfAbsent(resource.name(), resource);
      if (other != null) {
        throw new IllegalArgumentException(
            "two resources of type "
                + resource.type().typeUrl()
                + " are named '"
                + resource.name()
                + "'"
                + places(other.origin(), resource.origin()));
      }
      return this;
    }

    /** Adds resources; see {@link #add(Resource)}. */
    public Builder addAll(Collection<Resource> resources) {
      resources.forEach(this::add);
      return this;
    }

    /**
     * The snapshot of what was added; the builder can go on.
     *
     * @throws IllegalArgumentException when two variants would be for the same client (D-16)
     */
    public Snapshot build() {
      byType.values().forEach(Builder::refuseOverlaps);
      Map<ResourceType, Map<String, Resource>> copy = new TreeMap<>();
      byType.forEach((type, resources) -> copy.put(type, Map.copyOf(resources)));
      return new Snapshot(Collections.unmodifiableMap(copy));
    }

    private static void refuseOverlaps(Map<String, Resource> resources) {
      Map<String, List<Resource>> variants = new TreeMap<>();
      for (Resource resource : resources.values()) {
        if (resource.constraints() != null) {
          variants.computeIfAbsent(resource.plainName(), n -> new ArrayList<>()).add(resource);
        }
      }
      for (var ofName : variants.entrySet()) {
        Resource plain = resources.get(ofName.getKey());
        if (plain != null) {
          ofName.getValue().add(plain);
        }
        ofName.getValue().sort(Comparator.comparing(Resource::name));
        VariantOverlap.refuse(ofName.getValue());
      }
    }

    private static String places(@Nullable Origin first, @Nullable Origin second) {
      return first == null || second == null ? "" : ": in " + first + " and in " + second;
    }
  }
}
