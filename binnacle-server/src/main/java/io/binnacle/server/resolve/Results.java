package io.binnacle.server.resolve;

import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceName;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.ResourceError;
import io.binnacle.core.server.SettledNames;
import io.binnacle.server.catalog.Catalog;
import io.binnacle.server.catalog.CatalogViews;
import io.binnacle.server.internal.stream.NameLookups.NameWaiter;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What lookups found, and whom to notify: collected, so that many results at a time are one
 * publish. First everything becomes visible, then the streams are notified of it. Owned by the
 * thread of {@link Resolvers}.
 */
final class Results {

  private static final Logger log = LoggerFactory.getLogger(Results.class);

  private record Shown(String group, ResourceType type, String resource) {}

  private record Kind(ResourceType type, boolean known) {}

  /** Names, and why there is no resource for some of them (D-17). */
  private record Names(Set<String> all, Map<String, ResourceError> errors) {
    Names() {
      this(new LinkedHashSet<>(), new HashMap<>());
    }

    SettledNames as(boolean known) {
      return new SettledNames(List.copyOf(all), known, errors);
    }
  }

  private final Catalog catalog;

  /**
   * The names and collections that stand for a resource that is shown, with it as they were given
   * it; the newest is last.
   */
  private final Map<Shown, Map<String, Resource>> holders = new HashMap<>();

  private Map<String, Map<ResourceType, Map<String, @Nullable Resource>>> edits = new HashMap<>();
  private Map<NameWaiter, Map<Kind, Names>> answers = new LinkedHashMap<>();

  Results(Catalog catalog) {
    this.catalog = catalog;
  }

  /** From now on an entry stands for this. */
  void replace(Entry entry, List<Resource> after) {
    Set<String> there = after.stream().map(Resource::name).collect(Collectors.toSet());
    for (Resource before : entry.resources) {
      if (!there.contains(before.name())) {
        hide(entry, before);
      }
    }
    entry.resources = after;
    show(entry);
  }

  /** Shows what an entry stands for, in all clients' names for it. */
  private void show(Entry entry) {
    for (Resource resource : entry.resources) {
      Map<String, Resource> held =
          holders.computeIfAbsent(shown(entry.lookup, resource), s -> new LinkedHashMap<>());
      held.remove(entry.lookup.name());
      held.put(entry.lookup.name(), resource);
      edit(entry.lookup, resource.name(), newest(held));
    }
  }

  /**
   * Shows it again where its group may have come again; of a collection only then, since that is
   * much.
   */
  void showAnew(Entry entry) {
    if (!entry.lookup.isCollection() || isMissing(entry.lookup, entry.resources.get(0))) {
      show(entry);
    }
  }

  private boolean isMissing(Lookup lookup, Resource resource) {
    return catalog.views(lookup.group()).values().stream()
        .anyMatch(view -> view.type(lookup.type()).get(resource.name()) == null);
  }

  /** Whether some name or collection stands for this resource. */
  boolean isShown(Lookup lookup) {
    return holders.containsKey(new Shown(lookup.group(), lookup.type(), lookup.name()));
  }

  /** Takes away what an entry stands for, unless others stand for it too. */
  private void hide(Entry entry, Resource resource) {
    Map<String, Resource> held = holders.get(shown(entry.lookup, resource));
    if (held != null && held.remove(entry.lookup.name()) != null) {
      if (held.isEmpty()) {
        holders.remove(shown(entry.lookup, resource));
      }
      edit(entry.lookup, resource.name(), held.isEmpty() ? null : newest(held));
    }
  }

  private static Resource newest(Map<String, Resource> held) {
    Resource newest = List.copyOf(held.values()).get(held.size() - 1);
    return newest.asOnDemand(
        held.keySet().stream().filter(name -> !ResourceName.isGlob(name)).toList());
  }

  void report(NameWaiter waiter, Lookup lookup, boolean known, @Nullable ResourceError error) {
    Names names =
        answers
            .computeIfAbsent(waiter, w -> new HashMap<>())
            .computeIfAbsent(new Kind(lookup.type(), known), t -> new Names());
    names.all().add(lookup.name());
    if (error != null) {
      names.errors().put(lookup.name(), error);
    }
  }

  boolean isEmpty() {
    return edits.isEmpty() && answers.isEmpty();
  }

  /** Makes visible what was collected, and notifies those who wait. */
  void flush() {
    var visible = edits;
    var answered = answers;
    edits = new HashMap<>();
    answers = new LinkedHashMap<>();
    visible.forEach(
        (group, byType) -> {
          try {
            CatalogViews.of(catalog).found(group, byType);
          } catch (RuntimeException e) {
            log.error("what was looked up for group {} cannot be shown", group, e);
          }
        });
    answered.forEach(
        (waiter, names) ->
            names.forEach((how, which) -> waiter.settled(how.type(), which.as(how.known()))));
  }

  private void edit(Lookup lookup, String name, @Nullable Resource resource) {
    edits
        .computeIfAbsent(lookup.group(), g -> new HashMap<>())
        .computeIfAbsent(lookup.type(), t -> new HashMap<>())
        .put(name, resource);
  }

  private static Shown shown(Lookup lookup, Resource resource) {
    return new Shown(lookup.group(), lookup.type(), resource.name());
  }
}
