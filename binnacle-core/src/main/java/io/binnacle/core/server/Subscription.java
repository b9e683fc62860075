package io.binnacle.core.server;

import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceName;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.view.TypeView;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryRequest;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What one stream wants of one type: explicit names, glob collections, wildcard (rules W).
 *
 * <p>SotW and delta decide differently about the wildcard, so there are two plain flows: {@link
 * #replace} and {@link #edit}. Explicit names are tracked on their own beside a wildcard (W-6).
 * Owned by the thread of its session.
 */
final class Subscription {

  private final ResourceType type;
  private final boolean envoy;

  /** Canonical; empty sets are shared, since most streams have only a wildcard. */
  private Set<String> names = Set.of();

  private Set<String> globs = Set.of();

  /** Canonical name to the name as the client wrote it, where the two differ. */
  private Map<String, String> asWritten = Map.of();

  private boolean wildcard;

  /** SotW: a name was given once, so an empty list is no wildcard any more (W-3). */
  private boolean namedOnce;

  /** Whether {@code *} itself was ever named (W-7). */
  private boolean starNamed;

  Subscription(ResourceType type, boolean envoy) {
    this.type = type;
    this.envoy = envoy;
  }

  /**
   * SotW: the request's list replaces the names.
   *
   * @param locators whether the request has resource locators
   * @param emptyMeansNothing whether this is the first request that Envoy sends on a new stream
   *     after its last name went away (W-5)
   */
  SubscriptionChange replace(List<String> requested, boolean locators, boolean emptyMeansNothing) {
    Parsed parsed = parse(requested);
    // a name like any other, of which nothing can exist
    parsed.names.addAll(parsed.malformed);
    starNamed |= parsed.star;
    boolean plainOnly =
        parsed.globs.isEmpty() && parsed.names.stream().noneMatch(ResourceName::isXdstp);
    // W-7: an Envoy that asks for a cluster on demand does not mean to end its wildcard (ED-71)
    boolean keepsWildcard =
        envoy && type.equals(ResourceType.CLUSTER) && !starNamed && plainOnly && !namedOnce;
    boolean nothingNamed = requested.isEmpty() && !locators;
    if (!keepsWildcard && (!nothingNamed || emptyMeansNothing)) {
      namedOnce = true;
    }
    // W-2: a legacy wildcard while nothing was ever named; W-3: never again after that
    boolean newWildcard = parsed.star || keepsWildcard || (nothingNamed && !namedOnce);
    Set<String> before = explicitNames();
    boolean hadWildcard = wildcard;
    names = compact(parsed.names);
    globs = compact(parsed.globs);
    asWritten = parsed.asWritten.isEmpty() ? Map.of() : parsed.asWritten;
    wildcard = newWildcard;
    Set<String> after = explicitNames();
    return new SubscriptionChange(
        minus(after, before),
        minus(before, after),
        newWildcard && !hadWildcard,
        hadWildcard && !newWildcard,
        parsed.malformed,
        keepsWildcard && !requested.isEmpty());
  }

  /**
   * SotW: whether a request without names would change nothing, as the ACKs of a legacy wildcard.
   */
  boolean isLegacyWildcard() {
    return isPureWildcard() && !namedOnce && !starNamed;
  }

  /** Delta: the request subscribes and unsubscribes names. */
  SubscriptionChange edit(
      List<String> subscribe, List<String> unsubscribe, boolean locators, boolean first) {
    Parsed added = parse(subscribe);
    Parsed dropped = parse(unsubscribe);
    boolean hadWildcard = wildcard;
    // W-2: decided once, at the first request of the type
    boolean legacy = first && subscribe.isEmpty() && unsubscribe.isEmpty() && !locators;
    wildcard = added.star || legacy || (wildcard && !dropped.star);
    Set<String> removed = new LinkedHashSet<>(dropped.names);
    removed.addAll(dropped.globs);
    removed.removeIf(
        name -> !names(name) || added.names.contains(name) || added.globs.contains(name));
    names = edited(names, removed, added.names);
    globs = edited(globs, removed, added.globs);
    rememberAsWritten(added.asWritten, removed);
    Set<String> all = new LinkedHashSet<>(added.names);
    all.addAll(added.globs);
    return new SubscriptionChange(
        all, removed, added.star || legacy, hadWildcard && !wildcard, added.malformed, false);
  }

  /** Whether a delta request names nothing at all: a plain ACK, the most frequent one. */
  static boolean isUntouchedBy(DeltaDiscoveryRequest request) {
    return request.getResourceNamesSubscribeCount() == 0
        && request.getResourceNamesUnsubscribeCount() == 0
        && request.getResourceLocatorsSubscribeCount() == 0
        && request.getResourceLocatorsUnsubscribeCount() == 0;
  }

  /** Whether a wildcard or a glob selects it, so that the client need not know of it before. */
  boolean selectsUnasked(Resource resource) {
    if (wildcard && !resource.onDemand()) {
      return true;
    }
    String collection = globs.isEmpty() ? null : ResourceName.collectionOf(resource.name());
    return collection != null && globs.contains(collection);
  }

  boolean selects(Resource resource) {
    if ((wildcard && !resource.onDemand()) || names.contains(resource.name())) {
      return true;
    }
    for (String alias : resource.aliases()) {
      if (names.contains(alias)) {
        return true;
      }
    }
    if (globs.isEmpty()) {
      return false;
    }
    String collection = ResourceName.collectionOf(resource.name());
    return collection != null && globs.contains(collection);
  }

  /** Everything in a view that is selected, each once. */
  Collection<Resource> selected(TypeView view) {
    if (selectsJustTheWildcard(view)) {
      return view.wildcard();
    }
    Map<String, Resource> selected = new LinkedHashMap<>();
    if (wildcard) {
      view.wildcard().forEach(resource -> selected.put(resource.name(), resource));
    }
    for (String name : names) {
      Resource resource = view.get(name);
      if (resource != null) {
        selected.put(resource.name(), resource);
      }
    }
    for (String glob : globs) {
      view.membersOf(glob).forEach(resource -> selected.put(resource.name(), resource));
    }
    return selected.values();
  }

  /** Whether names beside the wildcard add nothing to what it selects in this view. */
  boolean selectsJustTheWildcard(TypeView view) {
    return wildcard && (isPureWildcard() || !view.hasOnDemand());
  }

  /** A wildcard with nothing beside it. */
  boolean isPureWildcard() {
    return wildcard && names.isEmpty() && globs.isEmpty();
  }

  /** Whether every selected resource is selected by a name, at most one name each. */
  boolean isNamesOnly(TypeView view) {
    return !wildcard && globs.isEmpty() && !view.hasAliases();
  }

  boolean isEmpty() {
    return !wildcard && names.isEmpty() && globs.isEmpty();
  }

  boolean hasWildcard() {
    return wildcard;
  }

  boolean names(String nameOrGlob) {
    return names.contains(nameOrGlob) || globs.contains(nameOrGlob);
  }

  /** The explicit names and globs that are not in a list; a set of the caller's own. */
  Set<String> missingIn(List<String> requested) {
    Parsed parsed = parse(requested);
    Set<String> missing = minus(names, parsed.names);
    missing.addAll(minus(globs, parsed.globs));
    return missing;
  }

  /** The explicit names, without globs. */
  Set<String> names() {
    return names;
  }

  Set<String> globs() {
    return globs;
  }

  int size() {
    return names.size() + globs.size();
  }

  /** A name as this client wrote it. */
  String asWritten(String canonical) {
    return asWritten.getOrDefault(canonical, canonical);
  }

  /** Whether the client wrote any name in another form than the canonical one. */
  boolean isWrittenOtherwise() {
    return !asWritten.isEmpty();
  }

  private Set<String> explicitNames() {
    if (globs.isEmpty()) {
      return names;
    }
    Set<String> all = new HashSet<>(names);
    all.addAll(globs);
    return all;
  }

  private void rememberAsWritten(Map<String, String> added, Set<String> removed) {
    if (added.isEmpty() && asWritten.isEmpty()) {
      return;
    }
    Map<String, String> all = new HashMap<>(asWritten);
    all.keySet().removeAll(removed);
    all.putAll(added);
    asWritten = all;
  }

  /** In place where the set is our own, so that one more name costs the same for any number. */
  private static Set<String> edited(Set<String> set, Set<String> remove, Set<String> add) {
    if (set.isEmpty()) {
      return compact(add);
    }
    remove.forEach(set::remove);
    set.addAll(add);
    return compact(set);
  }

  private static Set<String> minus(Set<String> a, Set<String> b) {
    Set<String> difference = new LinkedHashSet<>();
    for (String name : a) {
      if (!b.contains(name)) {
        difference.add(name);
      }
    }
    return difference;
  }

  private static Set<String> compact(Set<String> set) {
    return set.isEmpty() ? Set.of() : set;
  }

  /** A list of names, told apart. */
  private static final class Parsed {
    final Set<String> names = new HashSet<>();
    final Set<String> globs = new HashSet<>();
    final Map<String, String> asWritten = new HashMap<>();
    final List<String> malformed = new ArrayList<>();
    boolean star;
  }

  private static Parsed parse(List<String> requested) {
    Parsed parsed = new Parsed();
    for (String name : requested) {
      String canonical = ResourceName.canonical(name);
      if (canonical == null) {
        parsed.malformed.add(name);
      } else if (canonical.equals(ResourceName.WILDCARD)) {
        parsed.star = true;
      } else {
        (ResourceName.isGlob(canonical) ? parsed.globs : parsed.names).add(canonical);
        if (!canonical.equals(name)) {
          parsed.asWritten.put(canonical, name);
        }
      }
    }
    return parsed;
  }
}
