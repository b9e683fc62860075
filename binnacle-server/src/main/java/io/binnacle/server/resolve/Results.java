package io.binnacle.server.resolve;

import static java.util.Objects.requireNonNull;

import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.ResourceError;
import io.binnacle.core.server.SettledNames;
import io.binnacle.server.catalog.Catalog;
import io.binnacle.server.stream.NameLookups.NameWaiter;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What lookups found, and whom to tell: collected, so that many results at a time are one publish.
 * First everything becomes visible, then the streams hear of it. Owned by the thread of {@link
 * Resolvers}.
 */
final class Results {

  private static final Logger log = LoggerFactory.getLogger(Results.class);

  private record Shown(String group, ResourceType type, String resource) {}

  private record Told(ResourceType type, boolean known) {}

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

  /** The names under which a resource that is shown was asked for. */
  private final Map<Shown, Set<String>> askedAs = new HashMap<>();

  private Map<String, Map<ResourceType, Map<String, @Nullable Resource>>> edits = new HashMap<>();
  private Map<NameWaiter, Map<Told, Names>> told = new LinkedHashMap<>();

  Results(Catalog catalog) {
    this.catalog = catalog;
  }

  /** Shows what an entry stands for, in all clients' names for it. */
  void show(Entry entry) {
    Resource resource = requireNonNull(entry.resource);
    Set<String> names = askedAs.computeIfAbsent(shown(entry), s -> new LinkedHashSet<>());
    names.add(entry.lookup.name());
    edit(entry.lookup, resource.name(), resource.asOnDemand(names));
  }

  /** Takes away what an entry stands for, unless other names stand for it too. */
  void hide(Entry entry) {
    Resource resource = requireNonNull(entry.resource);
    Set<String> names = askedAs.getOrDefault(shown(entry), Set.of());
    if (names.remove(entry.lookup.name()) && names.isEmpty()) {
      askedAs.remove(shown(entry));
      edit(entry.lookup, resource.name(), null);
    } else if (!names.isEmpty()) {
      edit(entry.lookup, resource.name(), resource.asOnDemand(names));
    }
  }

  void tell(NameWaiter waiter, Lookup lookup, boolean known, @Nullable ResourceError error) {
    Names names =
        told.computeIfAbsent(waiter, w -> new HashMap<>())
            .computeIfAbsent(new Told(lookup.type(), known), t -> new Names());
    names.all().add(lookup.name());
    if (error != null) {
      names.errors().put(lookup.name(), error);
    }
  }

  boolean isEmpty() {
    return edits.isEmpty() && told.isEmpty();
  }

  /** Makes visible what was collected, and tells who waits. */
  void flush() {
    var visible = edits;
    var answered = told;
    edits = new HashMap<>();
    told = new LinkedHashMap<>();
    visible.forEach(
        (group, byType) -> {
          try {
            catalog.found(group, byType);
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

  private static Shown shown(Entry entry) {
    return new Shown(
        entry.lookup.group(), entry.lookup.type(), requireNonNull(entry.resource).name());
  }
}
