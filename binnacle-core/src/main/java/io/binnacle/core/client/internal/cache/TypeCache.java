package io.binnacle.core.client.internal.cache;

import io.binnacle.core.client.CacheContents;
import io.binnacle.core.client.CacheContents.AcceptedVersion;
import io.binnacle.core.client.InvalidResourceException;
import io.binnacle.core.client.ResourceParser;
import io.binnacle.core.client.ResourceStatus;
import io.binnacle.core.client.ResourceStatus.Rejected;
import io.binnacle.core.client.Watch;
import io.binnacle.core.client.WatchError;
import io.binnacle.core.client.WatchEvent;
import io.binnacle.core.client.WatchEvent.Reason;
import io.binnacle.core.client.internal.cache.Failures.Failure;
import io.binnacle.core.client.internal.cache.WatchEntry.Standing;
import io.binnacle.core.client.internal.response.Identity;
import io.binnacle.core.client.internal.response.ResponseReader;
import io.binnacle.core.client.internal.response.Update;
import io.binnacle.core.resource.ResourceName;
import io.binnacle.core.resource.ResourceType;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One type of a {@link ResourceCache}: its watches, what is held for them, and what was refused.
 * What is public is for the sessions that feed it.
 *
 * <p>Held is what some watch covers; what lost its last watch stays until {@link #sweep}, so that a
 * watch which ends and begins anew at once changes nothing. Owned by the thread of the cache.
 */
public final class TypeCache {

  final ResourceType type;
  final ResourceParser parser;
  final WatchTable watches = new WatchTable();
  final HeldResources held = new HeldResources();
  final Restored restored = new Restored();
  final Watchers watchers;

  private final int mostResources;
  final Failures failures = new Failures();

  /** Names of watches that have ended; what was held for them may go. */
  private final Set<String> ended = new LinkedHashSet<>();

  private @Nullable AcceptedVersion accepted;
  private @Nullable WatchError unavailable;

  TypeCache(ResourceType type, ResourceParser parser, int mostResources, List<WatchEvent> events) {
    this.type = type;
    this.parser = parser;
    this.mostResources = mostResources;
    this.watchers = new Watchers(type, watches, held, this::valueOf, events);
  }

  public ResourceType type() {
    return type;
  }

  /** Reads the responses of this type. */
  public ResponseReader reader() {
    return new ResponseReader(type, parser);
  }

  // ---- watches

  /** The keys of everything that is watched, each once, in the order of the first watches. */
  public Set<String> wanted() {
    return watches.keys();
  }

  /** Whether something is watched under this key. */
  public boolean wants(String key) {
    return watches.wants(key);
  }

  /** Whether the watch begins a subscription. */
  boolean watch(Watch watch) {
    WatchEntry sibling = watches.anyOf(watch.key());
    WatchEntry entry = new WatchEntry(watch);
    watches.add(entry);
    ended.remove(watch.name());
    for (CacheContents.Entry kept : restored.take(watch)) {
      Held back = restored.held(kept);
      if (held.get(back.key()) == null && !isFull() && valueOf(back) != null) {
        held.put(back);
      }
    }
    if (entry.isCollection()) {
      held.all().stream()
          .filter(each -> watches.matching(each.id).contains(entry))
          .forEach(each -> watchers.begin(entry, each));
    } else {
      Held current = held.find(watch);
      if (current != null) {
        watchers.begin(entry, current);
      }
    }
    for (Failure failure : failures.all()) {
      if (watches.matching(failure.id()).contains(entry)) {
        boolean isHeld = held.get(failure.id().key()) != null;
        String name = entry.isCollection() ? failure.id().name() : entry.name();
        watchers.failed(entry, name, isHeld, failure.error());
      }
    }
    if (sibling != null && sibling.standing == Standing.ABSENT) {
      watchers.absent(entry, sibling.absence);
    }
    if (unavailable != null && entry.standing != Standing.FAILED) {
      watchers.cutOff(entry, unavailable);
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
    return watches.matching(id).stream().anyMatch(entry -> !entry.isCollection());
  }

  /** Drops what nobody watches any more. */
  public void sweep() {
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
      failures.keep(watches::covers);
      ended.clear();
    }
  }

  /** Whether what was asked for under a key is held. */
  public boolean satisfies(String key) {
    WatchEntry any = watches.anyOf(key);
    return any != null && any.isUsing();
  }

  /** C-7: it was asked for, and nothing came. */
  public void timedOut(String key) {
    for (WatchEntry entry : watches.withKey(key)) {
      boolean knows = entry.isUsing() || (entry.standing == Standing.FAILED && !entry.cutOff);
      if (!knows) {
        watchers.absent(entry, Reason.TIMED_OUT);
      }
    }
  }

  /** It was asked for, and the whole state lacks it. */
  public void leftOut(String key) {
    for (WatchEntry entry : watches.withKey(key)) {
      if (!entry.isUsing() && entry.standing != Standing.FAILED) {
        watchers.absent(entry, Reason.REMOVED);
      }
    }
  }

  // ---- responses

  /** Takes a response, resource by resource; what became of it. */
  public UpdateRun take(Update update, UpdateRun.Source source, long now) {
    return new UpdateRun(this, update, source, now).run();
  }

  /** The last SotW response that was accepted as a whole; null for none. */
  public @Nullable AcceptedVersion accepted() {
    return accepted;
  }

  /** The version of the above, if this control plane gave it, which alone may be told it (C-8). */
  public String acceptedVersion(String controlPlane) {
    return accepted != null && accepted.controlPlane().equals(controlPlane)
        ? accepted.version()
        : "";
  }

  /** A SotW response was accepted as a whole. */
  public void accept(AcceptedVersion version) {
    accepted = version;
  }

  /**
   * Names and versions of what this control plane gave, for the first request of a delta stream
   * (C-8); it counts as confirmed on that stream. Variants cannot be listed.
   *
   * @param stream the number of the stream
   * @param mostBytes of names and versions
   */
  public Map<String, String> listFor(String controlPlane, long stream, int mostBytes) {
    return held.listFor(controlPlane, stream, mostBytes);
  }

  /** Whether something is held that nobody confirmed on this stream. */
  public boolean holdsUnconfirmed(long stream) {
    return !held.notSeenOn(stream).isEmpty();
  }

  /** What nobody confirmed is gone, save what is asked for by name, which has an answer (D-4). */
  public void dropUnconfirmed(long stream) {
    for (Held each : held.notSeenOn(stream)) {
      if (!isNamed(each.id)) {
        drop(each, Reason.TIMED_OUT);
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
    Rejected why = new Rejected(error.message(), version, now);
    boolean remembered = failures.add(new Failure(id, error, why));
    if (remembered && lost == null && (before == null || !before.error().equals(error))) {
      watchers.failed(id, error);
    }
  }

  /** What is held is what the server has. */
  void recovered(Held resource) {
    if (failures.remove(resource.key()) != null) {
      watchers.recovered(resource);
    }
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
      watches.all().forEach(entry -> watchers.cutOff(entry, error));
    }
  }

  public boolean isUnavailable() {
    return unavailable != null;
  }

  /** A server answers. */
  public void reached() {
    if (unavailable != null) {
      unavailable = null;
      for (WatchEntry entry : watches.all()) {
        Held current = entry.current;
        watchers.reached(entry, current != null && failures.get(current.key()) != null);
      }
    }
  }

  /** Whether nothing is known of something that is watched (C-14). */
  boolean lacksSomething() {
    return watches.all().stream().anyMatch(WatchEntry::isOpen);
  }

  // ---- status

  /** How everything stands (C-16). */
  List<ResourceStatus> status() {
    return new StatusList(type).of(held, failures, watches);
  }

  /** What is to be written down (C-15). */
  CacheContents contents() {
    List<CacheContents.Entry> entries =
        held.all().stream()
            .filter(each -> each.expiresAt == Held.NEVER)
            .map(Restored::entry)
            .toList();
    return new CacheContents(type, entries, accepted);
  }
}
