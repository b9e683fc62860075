package io.binnacle.server.catalog;

import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.view.View;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The views of one group: one for all its nodes, or one per distinct set of variables.
 *
 * <p>Not safe from several threads: every method is called under the catalog's lock. Views
 * themselves are immutable and leave it freely.
 */
final class PublishedGroup {

  /** A view of a template, and who uses it. */
  private static final class Rendered {
    @Nullable Layers layers;
    @Nullable String failure;
    int users;
    long unusedSince;
  }

  private final int mostViews;
  private final long unusedNanos;

  /** Null for a group without a template: then there is one view, whatever the variables. */
  private @Nullable SnapshotTemplate template;

  private @Nullable Layers plain;

  /** What was found on demand, by type and name; shown beside what is published. */
  private final Map<ResourceType, Map<String, Resource>> found = new HashMap<>();

  private final Map<Map<String, String>, Rendered> rendered = new HashMap<>();

  PublishedGroup(int mostViews, long unusedNanos) {
    this.mostViews = mostViews;
    this.unusedNanos = unusedNanos;
  }

  /** What is published without a template; an empty view before anything was. */
  View plain() {
    return plain == null ? View.empty() : plain.published();
  }

  /** Whether just this is published already. */
  boolean publishes(View view) {
    return plain != null && view == plain.published();
  }

  /**
   * Shows beside what is published, or takes away, what was found on demand; a published resource
   * of the same name goes before it.
   *
   * @return whether a view changed
   */
  boolean found(Map<ResourceType, Map<String, @Nullable Resource>> edits) {
    edits.forEach(
        (type, byName) -> {
          Map<String, Resource> ofType = found.computeIfAbsent(type, t -> new HashMap<>());
          byName.forEach(
              (name, resource) -> {
                if (resource == null) {
                  ofType.remove(name);
                } else {
                  ofType.put(name, resource);
                }
              });
        });
    boolean changed = false;
    if (plain != null) {
      Layers before = plain;
      plain = before.withFound(edits);
      changed = !plain.equals(before);
    }
    for (Rendered state : rendered.values()) {
      Layers before = state.layers;
      if (before != null) {
        state.layers = before.withFound(edits);
        changed |= !before.equals(state.layers);
      }
    }
    return changed;
  }

  /** From now on there is one view for all nodes. */
  void commit(View view) {
    plain = Layers.next(plain, view, found);
    template = null;
    rendered.clear();
  }

  /** The variables of every view that is in use, with the view where there is one. */
  Map<Map<String, String>, View> inUse(long now) {
    dropUnused(now);
    Map<Map<String, String>, View> views = new HashMap<>();
    rendered.forEach(
        (variables, state) ->
            views.put(variables, state.layers == null ? View.empty() : state.layers.published()));
    return views;
  }

  /**
   * From now on views come from this template.
   *
   * @param views what it gives for the variables that were in use
   * @return the variables that came into use meanwhile: they are still to be rendered
   */
  Set<Map<String, String>> commit(SnapshotTemplate next, Map<Map<String, String>, View> views) {
    template = next;
    plain = null;
    Set<Map<String, String>> missing = new HashSet<>();
    rendered.forEach(
        (variables, state) -> {
          View view = views.get(variables);
          if (view == null) {
            state.layers = null;
            missing.add(variables);
          } else {
            state.layers = Layers.next(state.layers, view, found);
          }
          state.failure = null;
        });
    return missing;
  }

  /** Looks a view up and books one more user of it, to be given back by {@link #release}. */
  ViewLookup acquire(Map<String, String> variables, long now) {
    if (template == null) {
      return lookup(variables);
    }
    dropUnused(now);
    Rendered state = rendered.get(variables);
    if (state == null) {
      if (rendered.size() >= mostViews) {
        return new ViewLookup.TooMany(mostViews);
      }
      state = new Rendered();
      rendered.put(variables, state);
    }
    state.users++;
    return lookup(variables);
  }

  void release(Map<String, String> variables, long now) {
    Rendered state = rendered.get(variables);
    if (state != null && --state.users <= 0) {
      state.users = 0;
      state.unusedSince = now;
    }
  }

  ViewLookup lookup(Map<String, String> variables) {
    if (template == null) {
      return plain == null ? new ViewLookup.NotThere() : new ViewLookup.Ready(plain.shown());
    }
    Rendered state = rendered.get(variables);
    if (state == null) {
      return new ViewLookup.NotThere();
    }
    if (state.layers == null && state.failure == null) {
      return new ViewLookup.Rendering();
    }
    return state.layers != null
        ? new ViewLookup.Ready(state.layers.shown())
        : new ViewLookup.Failed(String.valueOf(state.failure));
  }

  @Nullable SnapshotTemplate template() {
    return template;
  }

  /** Takes a first rendering, unless a publish was faster or the template is another one by now. */
  boolean rendered(SnapshotTemplate by, Map<String, String> variables, View view) {
    Rendered state = rendered.get(variables);
    if (!by.equals(template) || state == null || state.layers != null) {
      return false;
    }
    state.layers = Layers.next(null, view, found);
    state.failure = null;
    return true;
  }

  boolean failed(SnapshotTemplate by, Map<String, String> variables, String message) {
    Rendered state = rendered.get(variables);
    if (!by.equals(template) || state == null || state.layers != null) {
      return false;
    }
    state.failure = message;
    return true;
  }

  /** Every view that is shown, by its variables. */
  Map<Map<String, String>, View> views() {
    Map<Map<String, String>, View> views = new HashMap<>();
    if (plain != null) {
      views.put(Map.of(), plain.shown());
    }
    rendered.forEach(
        (variables, state) -> {
          if (state.layers != null) {
            views.put(variables, state.layers.shown());
          }
        });
    return views;
  }

  private void dropUnused(long now) {
    rendered.values().removeIf(state -> state.users == 0 && now - state.unusedSince > unusedNanos);
  }
}
