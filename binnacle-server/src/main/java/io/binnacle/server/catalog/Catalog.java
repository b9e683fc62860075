package io.binnacle.server.catalog;

import static java.util.Objects.requireNonNull;

import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.view.Snapshot;
import io.binnacle.core.view.View;
import io.binnacle.server.internal.threads.OwnThreads;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What is published: groups of resources, and the rule that assigns nodes to them.
 *
 * <p>Safe from any thread. A publish builds the new views on the caller's thread, makes them
 * visible all at once, and then notifies the listeners; it never waits for a client. A group that
 * was published stays until it is published again or removed, whatever becomes of its source (B-6).
 */
public final class Catalog {

  private static final int MOST_VIEWS_PER_GROUP = 10_000;
  private static final Duration UNUSED = Duration.ofMinutes(5);

  private final Executor renderer;
  private final LongSupplier clock;

  /** One publisher at a time; held while views are built. */
  private final ReentrantLock publishing = new ReentrantLock();

  /** Guards the groups; held for moments only, since event loops look views up. */
  private final ReentrantLock lock = new ReentrantLock();

  private final Map<String, PublishedGroup> groups = new HashMap<>();
  private final List<CatalogListener> listeners = new CopyOnWriteArrayList<>();
  private volatile NodeAssigner assigner;

  /** A catalog whose nodes are assigned by this rule. */
  public Catalog(NodeAssigner assigner) {
    this(assigner, OwnThreads.named("binnacle-render"), System::nanoTime);
  }

  /**
   * A catalog with its means given.
   *
   * @param renderer runs first renderings of templates
   * @param clock nanoseconds; only differences mean something
   */
  Catalog(NodeAssigner assigner, Executor renderer, LongSupplier clock) {
    this.assigner = requireNonNull(assigner, "assigner");
    this.renderer = renderer;
    this.clock = clock;
  }

  /** How nodes are assigned now. */
  public NodeAssigner assigner() {
    return assigner;
  }

  /** Assigns nodes by another rule from now on; every stream is looked at again (N-3). */
  public void assigner(NodeAssigner next) {
    requireNonNull(next, "next");
    lock.lock();
    try {
      assigner = next;
      listeners.forEach(CatalogListener::onAssignerChanged);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Publishes exactly this for every node of a group. What is the same as before is not sent again,
   * and a group that was published as a template is none any more.
   */
  public Publication publish(String group, Snapshot snapshot) {
    publishing.lock();
    try {
      View before = plainOf(group);
      return commit(group, before, before.replaceWith(snapshot));
    } finally {
      publishing.unlock();
    }
  }

  /**
   * Publishes a group whose content depends on the node.
   *
   * @throws RuntimeException what the template throws for a view that is served; nothing has
   *     changed then
   */
  public Publication publish(String group, SnapshotTemplate template) {
    publishing.lock();
    try {
      ResourcePool pool = new ResourcePool();
      Map<Map<String, String>, View> views = new HashMap<>();
      locked(() -> views.putAll(group(group).inUse(clock.getAsLong())));
      for (Map.Entry<Map<String, String>, View> view : List.copyOf(views.entrySet())) {
        try {
          Snapshot next = pool.shared(rendered(template, view.getKey()));
          View before = view.getValue();
          View after = before.replaceWith(next);
          announce(before, after);
          views.put(view.getKey(), after);
        } catch (RuntimeException e) {
          if (!view.getValue().types().isEmpty()) {
            throw e;
          }
          // It had nothing to lose: what one node claims to be must not hold up all others.
          views.remove(view.getKey());
        }
      }
      return commit(group, template, views);
    } finally {
      publishing.unlock();
    }
  }

  /**
   * Changes single resources of a group, for those who have their edits as maps already; see {@link
   * #update(String, Edits)}.
   *
   * @param edits per type, name to its new resource, or to null when it is removed
   * @throws IllegalStateException when the group was published as a template
   * @throws IllegalArgumentException when a resource stands under another name or type than its own
   */
  public Publication update(
      String group, Map<ResourceType, Map<String, @Nullable Resource>> edits) {
    publishing.lock();
    try {
      requireNoTemplate(group);
      View before = plainOf(group);
      return commit(group, before, before.apply(edits));
    } finally {
      publishing.unlock();
    }
  }

  /**
   * Changes single resources of a group, at a cost proportional to the change.
   *
   * <p>A group that was not published yet begins empty.
   *
   * @throws IllegalStateException when the group was published as a template
   */
  public Publication update(String group, Edits edits) {
    return update(group, edits.byType());
  }

  /** See {@link CatalogViews#found}. */
  void found(String group, Map<ResourceType, Map<String, @Nullable Resource>> edits) {
    publishing.lock();
    lock.lock();
    try {
      PublishedGroup published = groups.get(group);
      if (published != null && published.found(edits)) {
        announce(group);
      }
    } finally {
      lock.unlock();
      publishing.unlock();
    }
  }

  /** Takes a group away. Its nodes get no further answers and keep what they have (G-3a). */
  public void remove(String group) {
    lock.lock();
    try {
      if (groups.remove(group) != null) {
        announce(group);
      }
    } finally {
      lock.unlock();
    }
  }

  /** The names of all groups, sorted. */
  public Set<String> groups() {
    lock.lock();
    try {
      return new TreeSet<>(groups.keySet());
    } finally {
      lock.unlock();
    }
  }

  /** The views of a group by their variables; empty when there is no such group. */
  public Map<Map<String, String>, View> views(String group) {
    lock.lock();
    try {
      PublishedGroup published = groups.get(group);
      return published == null ? Map.of() : published.views();
    } finally {
      lock.unlock();
    }
  }

  /** See {@link CatalogViews#acquire}. */
  ViewLookup acquire(ViewKey key) {
    lock.lock();
    try {
      PublishedGroup published = groups.get(key.group());
      if (published == null) {
        return new ViewLookup.NotThere();
      }
      ViewLookup lookup = published.acquire(key.variables(), clock.getAsLong());
      SnapshotTemplate template = published.template();
      if (lookup instanceof ViewLookup.Rendering && template != null) {
        renderer.execute(() -> render(published, template, key));
      }
      return lookup;
    } finally {
      lock.unlock();
    }
  }

  /** See {@link CatalogViews#lookup}. */
  ViewLookup lookup(ViewKey key) {
    lock.lock();
    try {
      PublishedGroup published = groups.get(key.group());
      return published == null ? new ViewLookup.NotThere() : published.lookup(key.variables());
    } finally {
      lock.unlock();
    }
  }

  /** See {@link CatalogViews#release}. */
  void release(ViewKey key) {
    lock.lock();
    try {
      PublishedGroup published = groups.get(key.group());
      if (published != null) {
        published.release(key.variables(), clock.getAsLong());
      }
    } finally {
      lock.unlock();
    }
  }

  /** See {@link CatalogViews#addListener}. */
  void addListener(CatalogListener listener) {
    listeners.add(listener);
  }

  /** See {@link CatalogViews#removeListener}. */
  void removeListener(CatalogListener listener) {
    listeners.remove(listener);
  }

  private void requireNoTemplate(String group) {
    locked(
        () -> {
          if (group(group).template() != null) {
            throw new IllegalStateException(
                "group " + group + " was published as a template; publish the template anew");
          }
        });
  }

  private View plainOf(String group) {
    lock.lock();
    try {
      return group(group).plain();
    } finally {
      lock.unlock();
    }
  }

  private Publication commit(String group, View before, View view) {
    announce(before, view);
    lock.lock();
    try {
      PublishedGroup published = groups.get(group);
      if (published != null && published.publishes(view)) {
        return PublicationProgress.ofNothing(group);
      }
      published = group(group);
      published.commit(view);
      groups.put(group, published);
      return announce(group);
    } finally {
      lock.unlock();
    }
  }

  private Publication commit(
      String group, SnapshotTemplate template, Map<Map<String, String>, View> views) {
    lock.lock();
    try {
      PublishedGroup published = group(group);
      for (Map<String, String> variables : published.commit(template, views)) {
        ViewKey key = new ViewKey(group, variables);
        renderer.execute(() -> render(published, template, key));
      }
      groups.put(group, published);
      return announce(group);
    } finally {
      lock.unlock();
    }
  }

  /** A view is about to become visible; not under the lock. */
  private void announce(View before, View next) {
    listeners.forEach(listener -> listener.onView(before, next));
  }

  private Publication announce(String group) {
    PublicationProgress publication = new PublicationProgress(group);
    publication.expect();
    listeners.forEach(listener -> listener.onPublish(publication));
    publication.looked(List.of());
    return publication;
  }

  /** The group, or a new one that is not among the groups yet; called under the lock. */
  private PublishedGroup group(String name) {
    PublishedGroup published = groups.get(name);
    return published != null
        ? published
        : new PublishedGroup(MOST_VIEWS_PER_GROUP, UNUSED.toNanos());
  }

  private void locked(Runnable step) {
    lock.lock();
    try {
      step.run();
    } finally {
      lock.unlock();
    }
  }

  private static Snapshot rendered(SnapshotTemplate template, Map<String, String> variables) {
    return requireNonNull(
        template.render(variables), "the template gave null; a node that gets nothing has EMPTY");
  }

  private void render(PublishedGroup published, SnapshotTemplate template, ViewKey key) {
    View view = null;
    String failure = "";
    try {
      view = View.of(rendered(template, key.variables()));
      announce(View.empty(), view);
    } catch (RuntimeException e) {
      failure = String.valueOf(e.getMessage());
    }
    lock.lock();
    try {
      boolean changed =
          view == null
              ? published.failed(template, key.variables(), failure)
              : published.rendered(template, key.variables(), view);
      if (changed) {
        listeners.forEach(listener -> listener.onRendered(key.group()));
      }
    } finally {
      lock.unlock();
    }
  }
}
