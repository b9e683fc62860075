package io.binnacle.core.client.internal.cache;

import io.binnacle.core.client.CacheContents;
import io.binnacle.core.client.ClientResource;
import io.binnacle.core.client.ResourceParser;
import io.binnacle.core.client.ResourceStatus;
import io.binnacle.core.client.Watch;
import io.binnacle.core.client.WatchError;
import io.binnacle.core.client.WatchEvent;
import io.binnacle.core.message.MessageTypes;
import io.binnacle.core.resource.ResourceName;
import io.binnacle.core.resource.ResourceType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What is watched, and what is held, over streams and servers; and the events that follow. The
 * first of the three ledgers of a client.
 *
 * <p>Any number of sessions may feed one cache: a stream for all types, one for each, polls, files;
 * with fallback (C-14) a session for each server. Names of authorities that have servers of their
 * own belong into caches of their own.
 *
 * <p>How to drive it: after every call on the cache or on one of its sessions give what {@link
 * #takeEvents} returns to the watchers, and poll the sessions. Call {@link #onTime} when {@link
 * #nextDeadline} has come.
 *
 * <p>What is held is bounded by what is watched, and by a limit for what wildcards and collections
 * bring. Owned by one thread.
 */
public final class ResourceCache {

  /** How many resources of one type are held, when nothing else is said. */
  public static final int DEFAULT_LIMIT = 1_000_000;

  private final Function<ResourceType, ResourceParser> parsers;
  private final int mostResources;
  private final TreeMap<ResourceType, TypeCache> types = new TreeMap<>();
  private final List<Interested> sessions = new ArrayList<>();
  private final List<WatchEvent> events = new ArrayList<>();
  private long lastStream;

  /** An empty cache that hands out decoded messages of the Envoy API. */
  public ResourceCache() {
    this(type -> ResourceParser.messages(MessageTypes.generated()), DEFAULT_LIMIT);
  }

  /**
   * An empty cache.
   *
   * @param parsers the parser of each type
   * @param mostResources how many resources of one type are held; more are rejected
   */
  public ResourceCache(Function<ResourceType, ResourceParser> parsers, int mostResources) {
    this.parsers = parsers;
    this.mostResources = mostResources;
  }

  /** As below, without parameters. */
  public Watch watch(ResourceType type, String name) {
    return watch(type, name, Map.of());
  }

  /**
   * Begins to watch. What is held already is told at once; a name that is no legal one fails at
   * once and is never asked for.
   *
   * @param name a resource's name or alias, {@code *} for everything, or a glob collection
   * @param parameters dynamic parameters that select a variant (D-16); mostly none
   */
  public Watch watch(ResourceType type, String name, Map<String, String> parameters) {
    String canonical = ResourceName.canonical(name);
    Watch watch = new Watch(type, canonical == null ? name : canonical, parameters);
    if (canonical == null || canonical.isEmpty()) {
      //
      String why = "'" + name + "' is no legal resource name";
      WatchError error = new WatchError(WatchError.Kind.MISCONFIGURED, why);
      events.add(new WatchEvent.Failed(watch, name, error));
    } else if (type(type).watch(watch)) {
      sessions.forEach(session -> session.onInterest(type, watch.key()));
    }
    return watch;
  }

  /**
   * Ends a watch: it gets no further event. The last one for a name ends its subscription at the
   * next poll of a session; until then a new watch finds what is held (C-12). Does nothing when it
   * has ended.
   */
  public void unwatch(Watch watch) {
    TypeCache cache = types.get(watch.type());
    if (cache != null && cache.unwatch(watch)) {
      sessions.forEach(session -> session.onInterest(watch.type(), watch.key()));
    }
    events.removeIf(event -> event.watch() == watch);
  }

  /** What happened since this was called last, in one order over all types (C-1). */
  public List<WatchEvent> takeEvents() {
    if (events.isEmpty()) {
      return List.of();
    }
    List<WatchEvent> taken = List.copyOf(events);
    events.clear();
    return taken;
  }

  /**
   * No server can be reached that could say more: what is held stays in use with an ambient error,
   * what is not fails. Over when a server answers, or is silent on a live stream for the time of
   * C-7. To be called when all servers failed (C-14), not for every lost stream: one that had
   * answered is simply opened again.
   *
   * @param concerned the types of those servers; null for all
   */
  public void onUnavailable(@Nullable Collection<ResourceType> concerned, String message) {
    WatchError error = new WatchError(WatchError.Kind.UNAVAILABLE, message);
    for (TypeCache cache : types.values()) {
      if (concerned == null || concerned.contains(cache.type)) {
        cache.unavailable(error);
      }
    }
  }

  /**
   * Whether something is watched of which nothing is known yet, neither content nor that there is
   * none: a reason to turn to the next server (C-14).
   *
   * @param type null for any
   */
  public boolean lacksSomething(@Nullable ResourceType type) {
    return types.values().stream()
        .anyMatch(cache -> (type == null || cache.type.equals(type)) && cache.lacksSomething());
  }

  /** Ends the use of resources whose TTL is over (C-10). */
  public void onTime(long now) {
    types.values().forEach(cache -> cache.onTime(now));
  }

  /** When {@link #onTime} must be called; {@link Long#MAX_VALUE} for never. */
  public long nextDeadline() {
    return types.values().stream()
        .mapToLong(cache -> cache.held.nextExpiry())
        .min()
        .orElse(Held.NEVER);
  }

  /** The types of which something is watched, in push order. */
  public Collection<ResourceType> types() {
    return types.values().stream()
        .filter(cache -> !cache.watches.isEmpty())
        .map(cache -> cache.type)
        .toList();
  }

  /** How everything stands that is watched or held, by type and name (C-16). */
  public List<ResourceStatus> status() {
    return types.values().stream().flatMap(cache -> cache.status().stream()).toList();
  }

  /** What is held of a type, to be written down (C-15). */
  public CacheContents contents(ResourceType type) {
    TypeCache cache = types.get(type);
    return cache == null ? new CacheContents(type, List.of(), null) : cache.contents();
  }

  /**
   * Puts back what an earlier run held (C-15). Entries wait until something watches them; then they
   * are told as {@link ClientResource#restored}, until a server says more. What the type's parser
   * does not take, and names that are held already, are dropped in silence.
   *
   * @return how many entries can be used
   */
  public int restore(CacheContents contents, long now) {
    return type(contents.type()).restore(contents, now);
  }

  /** Forgets what was put back and nobody has watched. */
  public void forgetUnusedRestored() {
    types.values().forEach(cache -> cache.restored.clear());
  }

  // ---- for sessions

  /** Whoever wants to know what changes in the names that are watched. */
  public interface Interested {
    /** The first watch under a key has begun, or the last one has ended. */
    void onInterest(ResourceType type, String key);
  }

  public void attach(Interested session) {
    sessions.add(session);
  }

  public void detach(Interested session) {
    sessions.remove(session);
  }

  /** The type, which begins empty. */
  public TypeCache type(ResourceType type) {
    return types.computeIfAbsent(
        type, t -> new TypeCache(t, parsers.apply(t), mostResources, events));
  }

  /** The types that were ever watched, in push order. */
  public Collection<TypeCache> typeCaches() {
    return types.values();
  }

  /** A number for a stream that no other stream of this cache has. */
  public long nextStream() {
    return ++lastStream;
  }
}
