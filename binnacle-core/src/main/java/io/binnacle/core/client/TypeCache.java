package io.binnacle.core.client;

import io.binnacle.core.client.CacheContents.AcceptedVersion;
import io.binnacle.core.client.ResourceStatus.Rejected;
import io.binnacle.core.client.Watch.Standing;
import io.binnacle.core.client.WatchEvent.Reason;
import io.binnacle.core.resource.ResourceName;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.resource.VariantName;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One type of a {@link ResourceCache}: its watches, what is held for them, and what was refused.
 *
 * <p>Held is what some watch covers; what lost its last watch stays until {@link #sweep}, so that a
 * watch which ends and begins anew at once changes nothing. Owned by the thread of the cache.
 */
final class TypeCache {

  /** Of what wildcards bring; more are rejected all the same, and not remembered. */
  private static final int MOST_FAILURES = 10_000;

  /** What could not be used. */
  private record Failure(Identity id, WatchError error, Rejected rejected) {}

  final ResourceType type;
  final ResourceParser parser;
  final WatchTable watches = new WatchTable();
  final HeldResources held = new HeldResources();
  final Restored restored = new Restored();
  final Watchers watchers;

  /** The last SotW response that was accepted as a whole (C-8). */
  @Nullable AcceptedVersion accepted;

  private final int mostResources;
  private final Map<String, Failure> failures = new LinkedHashMap<>();

  /** Names of watches that have ended; what was held for them may go. */
  private final Set<String> ended = new LinkedHashSet<>();

  private @Nullable WatchError unavailable;

  TypeCache(ResourceType type, ResourceParser parser, int mostResources, List<WatchEvent> events) {
    this.type = type;
    this.parser = parser;
    this.mostResources = mostResources;
    this.watchers = new Watchers(type, watches, held, this::valueOf, events);
  }

  // ---- watches

  /** Whether the watch begins a subscription. */
  boolean watch(Watch watch) {
    Watch sibling = watches.sibling(watch);
    watches.add(watch);
    ended.remove(watch.name());
    for (CacheContents.Entry entry : restored.take(watch)) {
      Held back = restored.held(entry);
      if (held.get(back.key()) == null && !isFull() && valueOf(back) != null) {
        held.put(back);
      }
    }
    if (watch.isCollection()) {
      held.all().stream()
          .filter(each -> watches.matching(each.id).contains(watch))
          .forEach(each -> watchers.begin(watch, each));
    } else {
      Held current = held.find(watch);
      if (current != null) {
        watchers.begin(watch, current);
      }
    }
    for (Failure failure : failures.values()) {
      if (watches.matching(failure.id()).contains(watch)) {
        boolean isHeld = held.get(failure.id().key()) != null;
        String name = watch.isCollection() ? failure.id().name() : watch.name();
        watchers.failed(watch, name, isHeld, failure.error());
      }
    }
    if (sibling != null && sibling.standing == Standing.ABSENT) {
      watchers.absent(watch, sibling.absence);
    }
    if (unavailable != null && watch.standing != Standing.FAILED) {
      watchers.cutOff(watch, unavailable);
    }
    return sibling == null;
  }

  /** Puts back what an earlier run held, for watches that are there and for later ones. */
  int restore(CacheContents contents, long now) {
    int usable = 0;
    for (CacheContents.Entry entry : contents.entries()) {
      Held back = Restored.held(entry, now);
      Object value = held.get(back.key()) == null && !isFull() ? valueOf(back) : null;
      if (value != null) {
        usable++;
        if (watches.covers(back.id)) {
          put(back, value);
        } else {
          restored.add(entry, now);
        }
      }
    }
    // a version stands for everything that it was accepted with
    if (accepted == null && usable == contents.entries().size()) {
      accepted = contents.accepted();
    }
    return usable;
  }

  /** Whether the watch was the last of its subscription. */
  boolean unwatch(Watch watch) {
    boolean last = watches.remove(watch);
    if (last) {
      ended.add(watch.name());
    }
    return last;
  }

  /**
   * Whether a resource is wanted (C-5), or was until now: as long as the server was not told, it
   * will not say again what is left out here.
   */
  boolean covers(Identity id) {
    if (watches.covers(id)) {
      return true;
    }
    return !ended.isEmpty()
        && (ended.contains(id.name())
            || ended.contains(ResourceName.WILDCARD)
            || id.aliases().stream().anyMatch(ended::contains)
            || ended.contains(String.valueOf(ResourceName.collectionOf(id.name()))));
  }

  /** Whether somebody asks for a resource by one of its names, and not as a member of something. */
  boolean isNamed(Identity id) {
    return watches.matching(id).stream().anyMatch(watch -> !watch.isCollection());
  }

  /** Drops what nobody watches any more. */
  void sweep() {
    for (String name : ended) {
      List<Held> candidates =
          name.equals(ResourceName.WILDCARD) || ResourceName.isGlob(name)
              ? List.copyOf(held.all())
              : held.named(name);
      for (Held candidate : candidates) {
        if (!watches.covers(candidate.id)) {
          held.remove(candidate.key());
        }
      }
    }
    if (!ended.isEmpty()) {
      failures.values().removeIf(failure -> !watches.covers(failure.id()));
      ended.clear();
    }
  }

  /** Whether what was asked for under a key is held. */
  boolean satisfies(String key) {
    for (Watch watch : watches.named(VariantName.plain(key))) {
      if (watch.key().equals(key)) {
        return watch.isUsing();
      }
    }
    return false;
  }

  /** C-7: it was asked for, and nothing came. */
  void timedOut(String key) {
    for (Watch watch : watches.named(VariantName.plain(key))) {
      boolean knows = watch.isUsing() || (watch.standing == Standing.FAILED && !watch.cutOff);
      if (watch.key().equals(key) && !knows) {
        watchers.absent(watch, Reason.TIMED_OUT);
      }
    }
  }

  /** It was asked for, and the whole state lacks it. */
  void leftOut(String key) {
    for (Watch watch : watches.named(VariantName.plain(key))) {
      boolean failed = watch.standing == Standing.FAILED;
      if (watch.key().equals(key) && !watch.isUsing() && !failed) {
        watchers.absent(watch, Reason.REMOVED);
      }
    }
  }

  // ---- what is held

  boolean isFull() {
    return held.size() >= mostResources;
  }

  void put(Held next, Object value) {
    Failure failure = failures.remove(next.key());
    Held before = held.put(next);
    watchers.delivered(next, before, value);
    if (failure != null) {
      watchers.lostAlias(failure.id());
    }
  }

  void drop(Held gone, Reason reason) {
    failures.remove(gone.key());
    held.remove(gone.key());
    watchers.gone(gone, reason);
  }

  /** A resource loses one of its other names. */
  void withoutAlias(Held before, String alias) {
    Identity id = before.id.without(alias);
    Held next = new Held(id, before.packed, before.version, before.controlPlane, before.updatedAt);
    next.stream = before.stream;
    next.expiresAt = before.expiresAt;
    Object value = valueOf(next);
    if (value != null) {
      put(next, value);
    }
  }

  void onTime(long now) {
    for (Held over = held.expired(now); over != null; over = held.expired(now)) {
      drop(over, Reason.EXPIRED); // C-10
    }
  }

  /** The value of what the parser took once; null when it does not take it again. */
  private @Nullable Object valueOf(Held resource) {
    try {
      return parser.parse(resource.id.name(), resource.packed);
    } catch (InvalidResourceException | RuntimeException e) {
      return null;
    }
  }

  // ---- errors

  /**
   * Something is wrong with a resource.
   *
   * @param endsUse whether what is held of it is not used any more
   */
  void rejected(Identity id, WatchError error, String version, long now, boolean endsUse) {
    if (!covers(id)) {
      return;
    }
    Held lost = endsUse ? held.get(id.key()) : null;
    if (lost != null) {
      held.remove(lost.key());
      watchers.withdrawn(lost, error);
    }
    Failure before = failures.get(id.key());
    if (before == null && failures.size() >= MOST_FAILURES) {
      return;
    }
    failures.put(id.key(), new Failure(id, error, new Rejected(error.message(), version, now)));
    if (lost == null && (before == null || !before.error().equals(error))) {
      watchers.failed(id, error);
    }
  }

  /** What is held is what the server has. */
  void recovered(Held resource) {
    if (failures.remove(resource.key()) != null) {
      watchers.recovered(resource);
    }
  }

  /** What could not be used, of other resources than these. */
  List<Identity> failuresExcept(Set<String> keys) {
    return failures.values().stream()
        .map(Failure::id)
        .filter(id -> !keys.contains(id.key()))
        .toList();
  }

  void failureGone(String name, Reason reason) {
    Failure failure = failures.get(name);
    if (failure != null) {
      failureGone(failure.id(), reason);
    }
  }

  /** What could not be used is gone. */
  void failureGone(Identity id, Reason reason) {
    failures.remove(id.key());
    watchers.failureGone(id, reason);
  }

  void unavailable(WatchError error) {
    if (!error.equals(unavailable)) {
      unavailable = error;
      watches.all().forEach(watch -> watchers.cutOff(watch, error));
    }
  }

  boolean isUnavailable() {
    return unavailable != null;
  }

  /** A server answers. */
  void reached() {
    if (unavailable != null) {
      unavailable = null;
      for (Watch watch : watches.all()) {
        Held current = watch.current;
        watchers.reached(watch, current != null && failures.containsKey(current.key()));
      }
    }
  }

  /** Whether nothing is known of something that is watched (C-14). */
  boolean lacksSomething() {
    return watches.all().stream()
        .anyMatch(
            watch ->
                watch.standing == Standing.REQUESTED
                    || (watch.standing == Standing.FAILED && watch.cutOff));
  }

  // ---- status

  /** How everything stands (C-16). */
  List<ResourceStatus> status() {
    List<ResourceStatus> all = new ArrayList<>();
    Set<String> shown = new LinkedHashSet<>();
    for (Held each : held.all()) {
      Failure failure = failures.get(each.key());
      Rejected rejected = failure == null ? null : failure.rejected();
      boolean nacked = failure != null && failure.error().kind() != WatchError.Kind.REMOVED;
      var state = nacked ? ResourceStatus.State.NACKED : ResourceStatus.State.ACKED;
      all.add(
          new ResourceStatus(
              type, each.key(), state, each.version, each.packed, each.updatedAt, rejected));
      shown.add(each.key());
    }
    for (Failure failure : failures.values()) {
      if (shown.add(failure.id().key())) {
        String key = failure.id().key();
        Rejected why = failure.rejected();
        all.add(new ResourceStatus(type, key, ResourceStatus.State.NACKED, "", null, 0, why));
      }
    }
    for (Watch watch : watches.all()) {
      boolean missing = !watch.isUsing() && !(watch.isCollection() && watch.members > 0);
      if (missing && shown.add(watch.key())) {
        boolean absent = watch.standing == Standing.ABSENT;
        var state = absent ? ResourceStatus.State.DOES_NOT_EXIST : ResourceStatus.State.REQUESTED;
        all.add(new ResourceStatus(type, watch.key(), state, "", null, 0, null));
      }
    }
    return all;
  }

  /** What is to be written down (C-15). */
  CacheContents contents() {
    List<CacheContents.Entry> entries = new ArrayList<>();
    for (Held each : held.all()) {
      if (each.expiresAt == Held.NEVER) {
        entries.add(Restored.entry(each));
      }
    }
    return new CacheContents(type, entries, accepted);
  }
}
