package io.binnacle.core.server.internal.wire;

import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceName;
import io.binnacle.core.resource.VariantName;
import io.binnacle.core.view.Change;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What one response holds, before it is encoded.
 *
 * @param resources what is in it
 * @param changed those of them that are news to the client: a full-state response repeats the
 *     others
 * @param removed names that are announced as removed (delta), or left out for the first time
 *     (full-state SotW)
 * @param shareKey under which the encoded part is shared between streams; null: by its content
 */
public record Part(
    List<Resource> resources,
    List<Resource> changed,
    List<String> removed,
    @Nullable Object shareKey) {

  /** Of larger parts that streams do not have in common, looking for equals costs too much. */
  private static final int MOST_COMPARED = 64;

  /** Equal for equal parts: resources are compared by identity. */
  private record Content(List<Resource> resources, List<String> removed, String version) {}

  /** A part of a difference that streams have in common. */
  private record Nth(Object whole, int index) {}

  /** Room for what surrounds a resource in a response: tags, lengths, version, TTL. */
  private static final int OVERHEAD = 96;

  public static Part of(List<Resource> changed, List<String> removed) {
    return new Part(changed, changed, removed, null);
  }

  /** What the encoded part is found by among those of other streams; null when it is not shared. */
  @Nullable Object key(String version) {
    if (shareKey != null) {
      return shareKey;
    }
    return resources.size() + removed.size() <= MOST_COMPARED
        ? new Content(resources, removed, version)
        : null;
  }

  public int changes() {
    return changed.size() + removed.size();
  }

  /** The names of what changed and of what is removed, canonical; of the latter as far as legal. */
  public List<String> names() {
    return Stream.concat(changed.stream().map(Resource::name), removedNames().stream()).toList();
  }

  /** Whether a name is among what changed or is removed. */
  public boolean concerns(String name) {
    return changed.stream().anyMatch(resource -> resource.name().equals(name))
        || removed.stream().anyMatch(each -> legal(each).equals(name));
  }

  /** The names of what is removed, canonical as far as legal. */
  public List<String> removedNames() {
    return removed.stream().map(Part::legal).toList();
  }

  /** Whether any of the parts holds or removes what these changes are about. */
  public static boolean anyConcerns(Collection<Part> parts, List<Change> changes) {
    if (parts.isEmpty() || changes.isEmpty()) {
      return false;
    }
    Set<String> changed = changes.stream().map(Change::name).collect(Collectors.toSet());
    return parts.stream().flatMap(part -> part.names().stream()).anyMatch(changed::contains);
  }

  private static String legal(String name) {
    if (VariantName.isOne(name)) {
      return name;
    }
    String canonical = ResourceName.canonical(name);
    return canonical == null ? name : canonical;
  }

  /**
   * This part, or several that each fit into a budget of bytes; no resource is split (D-11).
   *
   * @param whole what the parts are shared by; null when streams do not have them in common
   */
  public List<Part> split(int budget, @Nullable Object whole) {
    List<Part> parts = new ArrayList<>();
    List<Resource> resourcesOfPart = new ArrayList<>();
    List<String> removedOfPart = new ArrayList<>();
    long size = 0;
    for (Resource resource : resources) {
      long more = resource.packed().getSerializedSize() + resource.name().length() + OVERHEAD;
      if (size + more > budget && size > 0) {
        parts.add(of(List.copyOf(resourcesOfPart), List.of()));
        resourcesOfPart.clear();
        size = 0;
      }
      resourcesOfPart.add(resource);
      size += more;
    }
    for (String name : removed) {
      if (size + name.length() + OVERHEAD > budget && size > 0) {
        parts.add(of(List.copyOf(resourcesOfPart), List.copyOf(removedOfPart)));
        resourcesOfPart.clear();
        removedOfPart.clear();
        size = 0;
      }
      removedOfPart.add(name);
      size += name.length() + OVERHEAD;
    }
    parts.add(of(List.copyOf(resourcesOfPart), List.copyOf(removedOfPart)));
    return whole == null ? parts : shared(parts, whole);
  }

  private static List<Part> shared(List<Part> parts, Object whole) {
    List<Part> shared = new ArrayList<>(parts.size());
    for (Part part : parts) {
      Nth key = new Nth(whole, shared.size());
      shared.add(new Part(part.resources, part.changed, part.removed, key));
    }
    return List.copyOf(shared);
  }
}
