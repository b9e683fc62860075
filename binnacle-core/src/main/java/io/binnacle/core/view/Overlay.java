package io.binnacle.core.view;

import io.binnacle.core.resource.Resource;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a view shows in place of its own content: removals that are kept back and changes that are
 * withheld. Small, immutable, and empty outside of transitions (O-3, O-6). Two overlays are equal
 * when they show the same resources, so that streams in one transition can share one view.
 */
public final class Overlay {

  public static final Overlay EMPTY = new Overlay(Map.of());

  /** Canonical name to what is shown for it; a null value hides the name. */
  private final Map<String, @Nullable Resource> shown;

  private Overlay(Map<String, @Nullable Resource> shown) {
    this.shown = shown;
  }

  /** This overlay, and a resource shown with its former content, or kept though it was removed. */
  public Overlay showing(Resource resource) {
    return with(resource.name(), resource);
  }

  /**
   * This overlay, and a name that is left out for now: neither that it is there nor that it is not.
   */
  public Overlay hiding(String name) {
    return with(name, null);
  }

  /**
   * This overlay, and more.
   *
   * @param more canonical name to what is shown for it; a null value hides the name
   */
  public Overlay with(Map<String, @Nullable Resource> more) {
    if (more.isEmpty()) {
      return this;
    }
    Map<String, @Nullable Resource> all = new HashMap<>(shown);
    all.putAll(more);
    return new Overlay(Collections.unmodifiableMap(all));
  }

  public boolean isEmpty() {
    return shown.isEmpty();
  }

  /** The names that it speaks of. */
  public Set<String> names() {
    return shown.keySet();
  }

  /** Whether a name is left out: neither sent nor called absent. */
  boolean hides(String name) {
    return shown.containsKey(name) && shown.get(name) == null;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Overlay that && shown.equals(that.shown);
  }

  @Override
  public int hashCode() {
    return shown.hashCode();
  }

  /** Name to shown resource, null where the name is hidden; unmodifiable. */
  Map<String, @Nullable Resource> edits() {
    return shown;
  }

  private Overlay with(String name, @Nullable Resource resource) {
    Map<String, @Nullable Resource> more = new HashMap<>(shown);
    more.put(name, resource);
    return new Overlay(Collections.unmodifiableMap(more));
  }
}
