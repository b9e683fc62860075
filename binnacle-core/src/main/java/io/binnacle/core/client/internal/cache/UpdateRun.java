package io.binnacle.core.client.internal.cache;

import com.google.protobuf.Any;
import io.binnacle.core.client.ClientSettings;
import io.binnacle.core.client.DataErrors;
import io.binnacle.core.client.InvalidResourceException;
import io.binnacle.core.client.ResponseFacts;
import io.binnacle.core.client.ResponseFacts.Rejection;
import io.binnacle.core.client.ResponseFacts.ServerFault;
import io.binnacle.core.client.WatchError;
import io.binnacle.core.client.WatchEvent.Reason;
import io.binnacle.core.client.internal.response.Identity;
import io.binnacle.core.client.internal.response.Update;
import io.binnacle.core.client.internal.response.Update.Item;
import io.binnacle.core.client.internal.response.Update.Removed;
import io.binnacle.core.resource.ParameterConstraints;
import io.binnacle.core.resource.ResourceType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Takes one response into a cache, resource by resource: the good ones are used whatever is wrong
 * with others (C-4). Used once.
 */
public final class UpdateRun {

  /**
   * Where the response comes from.
   *
   * @param stream a number that no other stream has
   * @param asksLately whether a name was asked for on this stream so lately that the response may
   *     be older than the question
   */
  public record Source(ClientSettings settings, long stream, Predicate<String> asksLately) {

    String controlPlane() {
      return settings.controlPlane();
    }
  }

  private final List<String> updated = new ArrayList<>();
  private final List<String> removed = new ArrayList<>();
  private final List<Rejection> rejections = new ArrayList<>();
  private int unchanged;
  private int ignored;
  private int heartbeats;

  private final TypeCache cache;
  private final Update update;
  private final Source source;
  private final long now;

  UpdateRun(TypeCache cache, Update update, Source source, long now) {
    this.cache = cache;
    this.update = update;
    this.source = source;
    this.now = now;
  }

  UpdateRun run() {
    Set<String> errors = new HashSet<>();
    update.items().forEach(this::take);
    update.errors().forEach(error -> errors.add(error.id().name()));
    update.removed().forEach(name -> remove(name, errors));
    if (!update.delta() && fullState() && update.isWhole()) {
      removeMissing();
    }
    for (Update.Error error : update.errors()) {
      WatchError told = new WatchError(WatchError.Kind.REPORTED, error.message()); // D-17
      cache.rejected(error.id(), told, update.version(), now, endsUse());
    }
    tellEmptiness();
    return this;
  }

  private void take(Item item) {
    if (item.fault() != null) {
      reject(item, item.fault());
    } else if (!isWanted(item)) {
      ignored++; // C-5
      loseAlias(item);
    } else if (item.isHeartbeat()) {
      heartbeat(item);
    } else if (item.body() != null) {
      content(item, item.body());
    } else if (update.delta()) {
      removeBodiless(item.id()); // C-7
    } else {
      reject(item, "a resource without content");
    }
  }

  /** D-14: it was known by a name that it has no more. */
  private void loseAlias(Item item) {
    Held held = item.body() == null ? null : cache.held.get(item.id().key());
    if (held != null && cache.covers(held.id)) {
      cache.drop(held, Reason.REMOVED);
    }
  }

  /** Heartbeats name no aliases: there what is held tells whose they are. */
  private boolean isWanted(Item item) {
    Held held = item.isHeartbeat() ? cache.held.get(item.id().key()) : null;
    return cache.covers(held == null ? item.id() : held.id);
  }

  private void content(Item item, Any body) {
    Held held = cache.held.get(item.id().key());
    if (held != null && held.hasContent(item.id(), body)) {
      unchanged++;
      confirm(held, item);
      cache.recovered(held);
      return;
    }
    if (held == null && cache.isFull()) {
      reject(item, "more resources of this type than the client keeps");
      return;
    }
    Object value;
    try {
      value = cache.parser.parse(item.id().name(), body);
    } catch (InvalidResourceException e) {
      reject(item, String.valueOf(e.getMessage()));
      return;
    } catch (RuntimeException e) {
      reject(item, "the parser of the client failed: " + e);
      return;
    }
    Held next = new Held(item.id(), body, "", source.controlPlane(), now);
    confirm(next, item);
    updated.add(item.id().name());
    cache.put(next, value);
  }

  private void confirm(Held held, Item item) {
    held.version = item.version().isEmpty() ? update.version() : item.version();
    held.controlPlane = source.controlPlane();
    held.stream = source.stream();
    held.restored = false;
    held.updatedAt = now;
    // L-5: a resource that comes without TTL has none any more
    cache.held.expireAt(held, item.ttlNanos() == 0 ? Held.NEVER : now + item.ttlNanos());
  }

  private void heartbeat(Item item) {
    Held held = cache.held.get(item.id().key());
    if (held == null) {
      reject(item, "a heartbeat of a resource that the client does not hold");
    } else if (!item.version().isEmpty() && !item.version().equals(held.version)) {
      reject(
          item,
          "a heartbeat of version " + item.version() + ", but the client holds " + held.version);
    } else {
      heartbeats++;
      held.stream = source.stream();
      cache.held.expireAt(held, now + item.ttlNanos()); // C-10
    }
  }

  private void reject(Item item, String why) {
    rejections.add(new Rejection(item.id().name(), why));
    if (!item.id().name().isEmpty()) {
      WatchError error = new WatchError(WatchError.Kind.INVALID, why);
      cache.rejected(item.id(), error, version(item), now, endsUse());
    }
  }

  /** Whether an error of a resource ends its use. */
  private boolean endsUse() {
    return source.settings().dataErrors() == DataErrors.ANYTHING_ENDS_USE;
  }

  private String version(Item item) {
    return item.version().isEmpty() ? update.version() : item.version();
  }

  private void remove(Removed name, Set<String> errors) {
    // LEDS-1: a glob says that its collection is empty; members that go are named (ED-80)
    if (name.constraints() == null) {
      drop(cache.held.named(name.name()), name.name());
    } else {
      drop(variants(name.name(), name.constraints()));
    }
    boolean kept = cache.held.get(name.name()) != null;
    if (!kept) {
      cache.failureGone(name.name(), Reason.REMOVED);
    }
    for (WatchEntry entry : cache.watches.named(name.name())) {
      boolean meant = name.constraints() == null || asksFor(entry, name.constraints());
      // an error that comes with it says more (D-17)
      if (meant && !entry.isUsing() && !errors.contains(name.name())) {
        cache.watchers.absent(entry, Reason.REMOVED);
      }
    }
    if (!kept) {
      removed.add(name.name());
    }
  }

  /** VHDS-1: it has the asked string as name, as alias, or both. */
  private void removeBodiless(Identity id) {
    remove(new Removed(id.name(), id.constraints()), Set.of());
    for (String alias : id.aliases()) {
      if (!alias.equals(id.name())) {
        remove(new Removed(alias, null), Set.of());
      }
    }
  }

  /** D-16: just this variant; without constraints the one that is for everybody. */
  private List<Held> variants(String name, ParameterConstraints constraints) {
    ParameterConstraints exactly = constraints.isEmpty() ? null : constraints;
    Held held = cache.held.get(new Identity(name, exactly, List.of()).key());
    return held == null ? List.of() : List.of(held);
  }

  /** D-16: what was asked for is named by its parameters as constraints. */
  private static boolean asksFor(WatchEntry entry, ParameterConstraints constraints) {
    List<ParameterConstraints> values = new ArrayList<>();
    entry.parameters().forEach((key, value) -> values.add(ParameterConstraints.value(key, value)));
    ParameterConstraints asked = new ParameterConstraints.And(values);
    return asked.equals(constraints) || (values.size() == 1 && values.contains(constraints));
  }

  private void drop(List<Held> gone) {
    gone.forEach(this::gone);
  }

  /**
   * The server has a resource no more.
   *
   * @return whether its use ends
   */
  private boolean gone(Held held) {
    if (source.settings().dataErrors() == DataErrors.NOTHING_ENDS_USE) {
      String why = "the server removed it, and it stays in use (ignore_resource_deletion)";
      WatchError error = new WatchError(WatchError.Kind.REMOVED, why);
      cache.rejected(held.id, error, update.version(), now, false);
      return false;
    }
    cache.drop(held, Reason.REMOVED);
    return true;
  }

  /**
   * A removed alias takes the resource away, from wildcards too (D-9): they would have it without
   * the alias. Only who asks for it by another name keeps it.
   */
  private void drop(List<Held> gone, String name) {
    for (Held held : gone) {
      if (held.id.name().equals(name) || !cache.isNamed(held.id.without(name))) {
        gone(held);
      } else {
        cache.withoutAlias(held, name);
      }
    }
  }

  /** C-6: what the client knows and the whole state lacks is gone. */
  private void removeMissing() {
    Set<String> present = new HashSet<>();
    update.items().forEach(item -> present.add(item.id().key()));
    for (Held held : List.copyOf(cache.held.all())) {
      boolean mayBeOlder = held.stream != source.stream() && isAskedLately(held.id);
      boolean missing = !present.contains(held.key()) && !mayBeOlder && cache.covers(held.id);
      if (missing && gone(held)) {
        removed.add(held.id.name());
      }
    }
    for (Identity failed : cache.failures.except(present)) {
      if (cache.held.get(failed.key()) == null) {
        cache.failureGone(failed, Reason.REMOVED);
      }
    }
  }

  private boolean isAskedLately(Identity id) {
    for (WatchEntry entry : cache.watches.matching(id)) {
      if (!source.asksLately().test(entry.key())) {
        return false;
      }
    }
    return true;
  }

  private boolean fullState() {
    return cache.type.fullState();
  }

  /** A wildcard or collection without members is told so, where the response says it. */
  private void tellEmptiness() {
    // D-5; VHDS-1 adds a removal for those who take no empty response
    boolean onlyRemovals = update.isEmpty() || cache.watches.hasCollectionsOnly();
    boolean says = update.items().isEmpty() && (update.delta() ? onlyRemovals : fullState());
    if (says) {
      for (WatchEntry entry : cache.watches.collections()) {
        if (entry.members == 0 && !source.asksLately().test(entry.key())) {
          cache.watchers.absent(entry, Reason.REMOVED);
        }
      }
    }
  }

  /** What was not taken; empty where the response is to be ACKed. */
  public List<Rejection> rejections() {
    return List.copyOf(rejections);
  }

  /** What became of it. */
  public ResponseFacts facts(
      ResourceType type, String nonce, ResponseFacts.Verdict verdict, List<ServerFault> faults) {
    return new ResponseFacts(
        type,
        update.version(),
        nonce,
        verdict,
        updated,
        unchanged,
        removed,
        rejections,
        ignored,
        heartbeats,
        faults);
  }
}
