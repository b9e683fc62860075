package io.binnacle.core.server.internal.subscribe;

import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceName;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.resource.VariantName;
import io.binnacle.core.view.TypeView;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryRequest;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What one stream wants of one type: explicit names, glob collections, wildcard (rules W).
 *
 * <p>SotW and delta decide differently about the wildcard, so there are two plain flows: {@link
 * #replace} and {@link #edit}. Explicit names are tracked on their own beside a wildcard (W-6).
 * Owned by the thread of its session.
 */
public final class Subscription {

  private static final Set<String> PLAIN_STAR = Set.of(ResourceName.WILDCARD);

  private final ResourceType type;
  private final boolean envoy;

  /** Canonical; empty sets are shared, since most streams have only a wildcard. */
  private Set<String> names = Set.of();

  private Set<String> globs = Set.of();

  /** Canonical name to the name as the client wrote it, where the two differ. */
  private Map<String, String> asWritten = Map.of();

  /** In names and globs, since one of them may be as long as a request (B-3). */
  private long characters;

  private boolean wildcard;

  /** As what the wildcard was asked for: {@code *}, with or without parameters (D-16). */
  private Set<String> stars = Set.of();

  /** SotW: a name was given once, so an empty list is no wildcard any more (W-3). */
  private boolean namedOnce;

  /** Whether {@code *} itself was ever named (W-7). */
  private boolean starNamed;

  /** D-16: null while the client sent no locator. */
  private @Nullable Locators locators;

  public Subscription(ResourceType type, boolean envoy) {
    this.type = type;
    this.envoy = envoy;
  }

  /**
   * SotW: the request's lists replace the names.
   *
   * @param emptyMeansNothing whether this is the first request that Envoy sends on a new stream
   *     after its last name went away (W-5)
   */
  public SubscriptionChange replace(AskedNames parsed, boolean emptyMeansNothing) {
    // a name like any other, of which nothing can exist
    parsed.malformed.stream().filter(n -> !VariantName.isOne(n)).forEach(parsed.names::add);
    starNamed |= parsed.hasStar();
    boolean plainOnly =
        parsed.globs.isEmpty() && parsed.names.stream().noneMatch(ResourceName::isXdstp);
    // W-7: an Envoy that asks for a cluster on demand does not mean to end its wildcard (ED-71)
    boolean keepsWildcard =
        envoy && type.equals(ResourceType.CLUSTER) && !starNamed && plainOnly && !namedOnce;
    boolean nothingNamed = parsed.isEmpty();
    if (!keepsWildcard && (!nothingNamed || emptyMeansNothing)) {
      namedOnce = true;
    }
    // W-2: a legacy wildcard while nothing was ever named; W-3: never again after that
    boolean newWildcard = parsed.hasStar() || keepsWildcard || (nothingNamed && !namedOnce);
    Set<String> before = explicitNames();
    boolean hadWildcard = wildcard;
    names = compact(parsed.names);
    globs = compact(parsed.globs);
    characters = AskedNames.characters(names) + AskedNames.characters(globs);
    asWritten = parsed.asWritten.isEmpty() ? Map.of() : parsed.asWritten;
    wildcard = newWildcard;
    Set<String> starsBefore = hadWildcard ? stars : Set.of();
    stars = newWildcard && !parsed.hasStar() ? PLAIN_STAR : starsOf(parsed.stars);
    locate(parsed.located);
    Set<String> after = explicitNames();
    return new SubscriptionChange(
        minus(after, before),
        minus(before, after),
        newWildcard && !starsBefore.containsAll(stars),
        hadWildcard && !stars.containsAll(starsBefore),
        parsed.malformed,
        keepsWildcard && !parsed.isEmpty());
  }

  /** D-16: from the first locator on it is looked at under which parameters a name is wanted. */
  private void locate(boolean located) {
    if (located && locators == null) {
      locators = new Locators();
    }
    if (locators != null) {
      locators.replace(names, globs, stars);
    }
  }

  /** Shared, since nearly every stream asks for everything without parameters. */
  private static Set<String> starsOf(Set<String> asked) {
    return asked.isEmpty() ? Set.of() : asked.equals(PLAIN_STAR) ? PLAIN_STAR : Set.copyOf(asked);
  }

  /**
   * SotW: whether a request without names would change nothing, as the ACKs of a legacy wildcard.
   */
  public boolean isLegacyWildcard() {
    return isPureWildcard() && !namedOnce && !starNamed;
  }

  /** Delta: the request subscribes and unsubscribes names. */
  public SubscriptionChange edit(AskedNames added, AskedNames dropped, boolean first) {
    // W-2: decided once, at the first request of the type
    boolean legacy = first && added.isEmpty() && dropped.isEmpty();
    Set<String> starsBefore = stars;
    Set<String> starsNow = new HashSet<>(stars);
    starsNow.removeAll(dropped.stars);
    starsNow.addAll(legacy ? PLAIN_STAR : added.stars);
    stars = starsOf(starsNow);
    wildcard = !stars.isEmpty();
    Set<String> removed = dropped.namesAndGlobs();
    removed.removeIf(name -> !names(name) || added.contains(name));
    names = edited(names, removed, added.names);
    globs = edited(globs, removed, added.globs);
    rememberAsWritten(added.asWritten, removed);
    locate(added.located || dropped.located);
    return new SubscriptionChange(
        added.namesAndGlobs(),
        removed,
        added.hasStar() || legacy,
        !stars.containsAll(starsBefore),
        added.malformed,
        false);
  }

  /** Whether a delta request names nothing at all: a plain ACK, the most frequent one. */
  public static boolean isUntouchedBy(DeltaDiscoveryRequest request) {
    return request.getResourceNamesSubscribeCount() == 0
        && request.getResourceNamesUnsubscribeCount() == 0
        && request.getResourceLocatorsSubscribeCount() == 0
        && request.getResourceLocatorsUnsubscribeCount() == 0;
  }

  /** Whether a wildcard or a glob selects it, so that the client need not know of it before. */
  public boolean selectsUnasked(Resource resource) {
    if (locators != null) {
      return locators.selectsUnasked(resource);
    }
    if (!resource.isFor(Map.of())) {
      return false;
    }
    if (wildcard && !resource.onDemand()) {
      return true;
    }
    String collection = globs.isEmpty() ? null : ResourceName.collectionOf(resource.name());
    return collection != null && globs.contains(collection);
  }

  public boolean selects(Resource resource) {
    if (locators != null) {
      return locators.selects(resource);
    }
    if (!resource.isFor(Map.of())) {
      return false;
    }
    if ((wildcard && !resource.onDemand()) || names.contains(resource.plainName())) {
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
  public Collection<Resource> selected(TypeView view) {
    if (selectsJustTheWildcard(view)) {
      return view.wildcard();
    }
    Map<String, Resource> selected = new LinkedHashMap<>();
    wildcardOf(view).forEach(resource -> selected.put(resource.name(), resource));
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

  /** What the wildcard selects in a view; nothing where there is none. */
  public Collection<Resource> wildcardOf(TypeView view) {
    if (!wildcard) {
      return List.of();
    }
    return locators == null || !view.hasVariants()
        ? view.wildcard()
        : view.all().stream().filter(this::isInWildcard).toList();
  }

  private boolean isInWildcard(Resource resource) {
    return !resource.onDemand()
        && stars.stream().map(VariantName::parameters).anyMatch(resource::isFor);
  }

  /** Whether names beside the wildcard add nothing to what it selects in this view. */
  public boolean selectsJustTheWildcard(TypeView view) {
    return wildcard && locators == null && (isPureWildcard() || !view.hasOnDemand());
  }

  /** A wildcard with nothing beside it. */
  public boolean isPureWildcard() {
    return wildcard && names.isEmpty() && globs.isEmpty() && locators == null;
  }

  /** Whether the client sent a resource locator, ever, and so understands variants (D-16). */
  public boolean hasLocators() {
    return locators != null;
  }

  /** Under how many sets of parameters a plain name is asked for. */
  public int timesNamed(String plain) {
    return locators == null ? (names.contains(plain) ? 1 : 0) : locators.count(plain);
  }

  /** Whether something that is selected in a view goes by a plain name, or is this variant. */
  public boolean selectsAny(TypeView view, String name) {
    Resource resource = view.get(name);
    if (resource != null && selects(resource)) {
      return true;
    }
    return locators != null
        && view.variantsOf(VariantName.plain(name)).stream().anyMatch(this::selects);
  }

  /** Whether every selected resource is selected by a name, at most one name each. */
  boolean isNamesOnly(TypeView view) {
    return !wildcard
        && globs.isEmpty()
        && locators == null
        && !view.hasAliases()
        && !view.hasVariants();
  }

  public boolean isEmpty() {
    return !wildcard && names.isEmpty() && globs.isEmpty();
  }

  public boolean hasWildcard() {
    return wildcard;
  }

  /** Whether a request named it; of a variant, whether it named what this may be asked for as. */
  public boolean names(String nameOrGlob) {
    return names.contains(nameOrGlob)
        || globs.contains(nameOrGlob)
        || (VariantName.isOne(nameOrGlob)
            && !VariantName.isAsked(nameOrGlob)
            && timesNamed(VariantName.plain(nameOrGlob)) > 0);
  }

  /** The explicit names and globs that are not in a list; a set of the caller's own. */
  Set<String> missingIn(AskedNames parsed) {
    Set<String> missing = minus(names, parsed.names);
    missing.addAll(minus(globs, parsed.globs));
    return missing;
  }

  /** Whether {@code *} was asked for by name, and a list lacks it. */
  boolean missesStarIn(AskedNames parsed) {
    return starNamed && !parsed.stars.containsAll(stars);
  }

  /** As what everything is asked for: {@code *} with or without parameters, or not at all. */
  public Set<String> stars() {
    return stars;
  }

  /** The explicit names, without globs. */
  public Set<String> names() {
    return names;
  }

  public Set<String> globs() {
    return globs;
  }

  public int size() {
    return names.size() + globs.size();
  }

  /** All that was asked for, of which a limit holds (B-3). */
  public int asked() {
    return size() + stars.size();
  }

  /** How many {@link #asked} would be after an {@link #edit}. */
  public int askedAfter(AskedNames added, AskedNames dropped) {
    int after = asked();
    for (String name : dropped.all()) {
      after -= isAsked(name) && !added.containsAny(name) ? 1 : 0;
    }
    for (String name : added.all()) {
      after += isAsked(name) ? 0 : 1;
    }
    return after;
  }

  private boolean isAsked(String name) {
    return names.contains(name) || globs.contains(name) || stars.contains(name);
  }

  /** Characters in all that was asked for. */
  public long characters() {
    return characters + AskedNames.characters(stars);
  }

  /** A name as this client wrote it. */
  public String asWritten(String canonical) {
    return asWritten.getOrDefault(canonical, canonical);
  }

  /** Whether the client wrote any name in another form than the canonical one. */
  public boolean isWrittenOtherwise() {
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
  private Set<String> edited(Set<String> set, Set<String> remove, Set<String> add) {
    if (set.isEmpty()) {
      characters += AskedNames.characters(add);
      return compact(add);
    }
    for (String name : remove) {
      characters -= set.remove(name) ? name.length() : 0;
    }
    for (String name : add) {
      characters += set.add(name) ? name.length() : 0;
    }
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
}
