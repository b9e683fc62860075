package io.binnacle.core.view;

import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.pcollections.TreePMap;

/**
 * What one kind of node sees, of every type. Immutable, safe from any thread; an edit shares every
 * type and every resource that it does not touch.
 */
public final class View {

  private static final View EMPTY = new View(TreePMap.empty());

  /** Shared, so that streams of a view without a type have one identity to compare. */
  private static final Map<ResourceType, TypeView> EMPTY_TYPES =
      ResourceType.known().stream()
          .collect(Collectors.toUnmodifiableMap(Function.identity(), TypeView::empty));

  private final TreePMap<ResourceType, TypeView> byType;

  private View(TreePMap<ResourceType, TypeView> byType) {
    this.byType = byType;
  }

  /** A view without resources. */
  public static View empty() {
    return EMPTY;
  }

  /** The view of a snapshot, with logs of its own. */
  public static View of(Snapshot snapshot) {
    return EMPTY.replaceWith(snapshot);
  }

  /** The types that have, or once had, resources here. */
  public Set<ResourceType> types() {
    return byType.keySet();
  }

  /** The resources of a type; empty for a type that this view never had (T-2). */
  public TypeView type(ResourceType type) {
    TypeView view = byType.get(type);
    if (view == null) {
      view = EMPTY_TYPES.get(type);
    }
    return view != null ? view : TypeView.empty(type);
  }

  /**
   * The view after edits.
   *
   * @param edits per type, canonical name to its new resource, or to null when it is removed
   * @return this view when nothing changes
   */
  public View apply(Map<ResourceType, Map<String, @Nullable Resource>> edits) {
    Map<ResourceType, TypeView> edited = new HashMap<>();
    for (var edit : edits.entrySet()) {
      TypeView before = type(edit.getKey());
      TypeView after = before.apply(edit.getValue());
      if (after != before) {
        edited.put(edit.getKey(), after);
      }
    }
    return edited.isEmpty() ? this : new View(byType.plusAll(edited));
  }

  /** The view without the resources of a type; all others are the same. */
  public View without(ResourceType type) {
    return byType.containsKey(type) ? new View(byType.minus(type)) : this;
  }

  /** The view that shows exactly a snapshot; types and resources that are the same stay. */
  public View replaceWith(Snapshot snapshot) {
    Set<ResourceType> types = new HashSet<>(byType.keySet());
    types.addAll(snapshot.types());
    Map<ResourceType, TypeView> edited = new HashMap<>();
    for (ResourceType type : types) {
      TypeView before = type(type);
      TypeView after = before.replaceWith(snapshot.resources(type));
      if (after != before) {
        edited.put(type, after);
      }
    }
    return edited.isEmpty() ? this : new View(byType.plusAll(edited));
  }

  @Override
  public String toString() {
    return byType.values().toString();
  }
}
