package io.binnacle.server.resolve;

import static java.util.Objects.requireNonNull;

import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.ResourceError;
import io.binnacle.core.server.SettledNames;
import io.binnacle.server.catalog.Catalog;
import io.binnacle.server.internal.stream.NameLookups;
import io.binnacle.server.internal.threads.Loop;
import io.binnacle.server.resolve.Entry.State;
import io.binnacle.server.resolve.LookupEvent.Outcome;
import io.grpc.Status;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The names of all groups that clients ask for, each looked up once for all who ask: who asks for
 * which name, what is known of it, and when it is looked up again. {@link Resolvers} is what an
 * application sees of it.
 *
 * <p>Safe from any thread: everything inside happens on the {@link Loop}, on which resolvers are
 * called too.
 */
final class SharedLookups implements NameLookups, AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(Resolvers.class);
  private static final long SWEEP_NANOS = Duration.ofSeconds(1).toNanos();

  private final Map<ResourceType, ResourceResolver> resolvers;
  private final ResolverOptions options;
  private final List<LookupListener> listeners;
  private final Loop loop;
  private final Runnable atTheEnd;
  private final Results results;
  private final NodeRates rates;
  private final Map<String, GroupNames> groups = new HashMap<>();
  private final Map<NameWaiter, Map<Lookup, Entry>> uses = new HashMap<>();
  private final LookupLine line;
  private boolean flushing;
  private boolean sweeping;
  private volatile boolean closed;

  SharedLookups(
      Catalog catalog,
      Map<ResourceType, ResourceResolver> resolvers,
      ResolverOptions options,
      List<LookupListener> listeners,
      Loop loop,
      Runnable atTheEnd) {
    this.resolvers = Map.copyOf(resolvers);
    this.options = options;
    this.listeners = List.copyOf(listeners);
    this.loop = loop;
    this.atTheEnd = atTheEnd;
    this.results = new Results(catalog);
    this.rates = new NodeRates(options);
    this.line =
        new LookupLine(this.resolvers, options, loop, this::ended, this::gaveUp, this::impatient);
  }

  /** Looks a name up again now if a client still names it, and else forgets it. */
  void invalidate(Lookup lookup) {
    loop.execute(() -> lookUpAgain(lookup));
  }

  private void lookUpAgain(Lookup lookup) {
    Entry entry = entry(lookup);
    if (entry == null) {
      return;
    }
    if (entry.looking) {
      entry.again = true;
    } else if (entry.users > 0) {
      lookUp(entry);
    } else {
      forget(entry);
    }
    flushSoon();
  }

  @Override
  public boolean handles(ResourceType type) {
    return !closed && resolvers.containsKey(type);
  }

  @Override
  public boolean listsCollection(ResourceType type, String glob) {
    ResourceResolver resolver = resolvers.get(type);
    return !closed && resolver != null && resolver.listsCollection(glob);
  }

  @Override
  public void use(
      NameWaiter waiter, String nodeId, String group, ResourceType type, Collection<String> names) {
    List<String> copy = List.copyOf(names);
    loop.execute(
        () -> {
          for (String name : copy) {
            Lookup lookup = new Lookup(group, type, name);
            if (entry(lookup) != null || results.isShown(lookup)) {
              asked(waiter, nodeId, lookup); // else it is published
            }
          }
          flushSoon();
          sweepSoon();
        });
  }

  @Override
  public void ask(
      NameWaiter waiter, String nodeId, String group, ResourceType type, Collection<String> names) {
    List<String> copy = List.copyOf(names);
    loop.execute(
        () -> {
          copy.forEach(name -> asked(waiter, nodeId, new Lookup(group, type, name)));
          flushSoon();
          sweepSoon();
        });
    if (closed) {
      waiter.settled(
          type, SettledNames.of(copy, false)); // else it might wait for a thread that has ended
    }
  }

  @Override
  public void forget(NameWaiter waiter, ResourceType type, Collection<String> names) {
    List<String> copy = List.copyOf(names);
    loop.execute(
        () -> {
          Map<Lookup, Entry> used = uses.getOrDefault(waiter, Map.of());
          for (Entry entry : List.copyOf(used.values())) {
            if (entry.lookup.type().equals(type) && copy.contains(entry.lookup.name())) {
              used.remove(entry.lookup);
              release(waiter, entry);
            }
          }
        });
  }

  @Override
  public void leave(NameWaiter waiter) {
    loop.execute(
        () -> {
          Map<Lookup, Entry> used = uses.remove(waiter);
          if (used != null) {
            used.values().forEach(entry -> release(waiter, entry));
          }
        });
  }

  private static void release(NameWaiter waiter, Entry entry) {
    entry.users--;
    entry.waiters.remove(waiter);
  }

  private @Nullable Entry entry(Lookup lookup) {
    GroupNames names = groups.get(lookup.group());
    return names == null ? null : names.get(lookup);
  }

  private void asked(NameWaiter waiter, String nodeId, Lookup lookup) {
    Entry entry = entry(lookup);
    if (entry == null) {
      entry = newEntry(lookup, nodeId);
      if (entry == null) {
        report(lookup, Outcome.REFUSED, "the group has its " + options.mostNames() + " names", 0);
        results.report(waiter, lookup, false, ClientErrors.REFUSED);
        return;
      }
    }
    Map<Lookup, Entry> used = uses.computeIfAbsent(waiter, w -> new HashMap<>());
    entry.users += used.put(lookup, entry) == entry ? 0 : 1;
    long now = loop.now();
    if (entry.state == State.FOUND) {
      results.showAnew(entry);
      results.report(waiter, lookup, true, null);
    } else if (entry.looking) {
      entry.waiters.add(waiter);
    } else if (!entry.isExpired(now)) {
      boolean known = entry.state == State.ABSENT;
      results.report(waiter, lookup, known, entry.error);
      if (!known) {
        entry.waiters.add(waiter);
      }
    } else {
      entry.waiters.add(waiter);
      lookUpByShare(entry, nodeId, now);
    }
  }

  private @Nullable Entry newEntry(Lookup lookup, String nodeId) {
    GroupNames names =
        groups.computeIfAbsent(lookup.group(), g -> new GroupNames(options.mostNames()));
    if (names.isFull()) {
      Entry old = names.dispensable(null);
      if (old == null) {
        return null;
      }
      forget(old);
    }
    Entry entry = new Entry(lookup, nodeId, loop.now());
    names.add(entry);
    return entry;
  }

  private void forget(Entry entry) {
    entry.forgotten = true;
    requireNonNull(groups.get(entry.lookup.group())).remove(entry);
    results.replace(entry, List.of());
  }

  /** A node that asks for too much is answered, and its names are looked up later. */
  private void lookUpByShare(Entry entry, String nodeId, long now) {
    if (rates.take(nodeId, now)) {
      lookUp(entry);
      return;
    }
    entry.expiresAt = now + options.absentFor().toNanos();
    report(entry.lookup, Outcome.THROTTLED, "node '" + nodeId + "' asks for too many names", 0);
    answer(entry, false, ClientErrors.THROTTLED);
  }

  private void lookUp(Entry entry) {
    line.add(entry);
  }

  /** The clients of a name have waited long enough. */
  private void impatient(Entry entry) {
    answer(entry, false, ClientErrors.LATE);
    flushSoon();
  }

  private void gaveUp(Entry entry) {
    String message = "no result within " + options.timeout();
    report(entry.lookup, Outcome.TIMED_OUT, message, options.timeout().toNanos());
    unknown(entry, ClientErrors.LATE);
    flushSoon();
  }

  private void ended(Entry entry, Resolution result, long nanos) {
    if (entry.forgotten || closed) {
      return;
    }
    apply(entry, result, nanos);
    if (entry.again) {
      entry.again = false;
      lookUp(entry);
    }
    flushSoon();
  }

  private void apply(Entry entry, Resolution result, long nanos) {
    Resolution.Failed failed = result instanceof Resolution.Failed f ? f : null;
    if (failed != null && failed.code() != Status.Code.NOT_FOUND) {
      report(entry.lookup, Outcome.FAILED, failed.code() + ": " + failed.message(), nanos);
      unknown(entry, ClientErrors.of(failed));
      return;
    }
    List<Resource> after = Answers.resourcesOf(result);
    if (!madeRoom(entry, Math.max(1, after.size()))) {
      report(entry.lookup, Outcome.REFUSED, "the group has no room for all its members", nanos);
      unknown(entry, ClientErrors.REFUSED);
      return;
    }
    results.replace(entry, after);
    boolean found = !after.isEmpty();
    entry.state = found ? State.FOUND : State.ABSENT;
    entry.error = failed == null ? null : ClientErrors.of(failed);
    Duration kept = found ? options.foundFor() : options.absentFor();
    entry.expiresAt = loop.now() + kept.toNanos();
    report(entry.lookup, found ? Outcome.FOUND : Outcome.ABSENT, "", nanos);
    answer(entry, true, entry.error);
  }

  private boolean madeRoom(Entry entry, int weight) {
    GroupNames names = requireNonNull(groups.get(entry.lookup.group()));
    while (!names.hasRoom(entry, weight)) {
      Entry old = names.couldHold(weight) ? names.dispensable(entry) : null;
      if (old == null) {
        return false;
      }
      forget(old);
    }
    names.weigh(entry, weight);
    return true;
  }

  /** What was found before stays in service. */
  private void unknown(Entry entry, ResourceError error) {
    boolean found = entry.state == State.FOUND;
    entry.state = found ? State.FOUND : State.UNKNOWN;
    entry.error = found ? null : error;
    entry.expiresAt = loop.now() + options.absentFor().toNanos();
    answer(entry, found, entry.error);
  }

  private void answer(Entry entry, boolean known, @Nullable ResourceError error) {
    entry.waiters.forEach(waiter -> results.report(waiter, entry.lookup, known, error));
    if (known) {
      entry.waiters.clear();
    }
  }

  /** Behind all results that are in already, so that they become one publish. */
  private void flushSoon() {
    if (!flushing && !results.isEmpty()) {
      flushing = true;
      loop.execute(
          () -> {
            flushing = false;
            results.flush();
          });
    }
  }

  private void sweepSoon() {
    if (!sweeping
        && !closed
        && groups.values().stream().anyMatch(names -> !names.all().isEmpty())) {
      sweeping = true;
      loop.schedule(this::sweep, SWEEP_NANOS);
    }
  }

  private void sweep() {
    sweeping = false;
    long now = loop.now();
    for (GroupNames names : groups.values()) {
      for (Entry entry : new ArrayList<>(names.all())) {
        if (entry.looking || !entry.isExpired(now)) {
          continue;
        }
        if (entry.users == 0) {
          forget(entry);
        } else {
          lookUpByShare(entry, entry.nodeId, now);
        }
      }
    }
    flushSoon();
    sweepSoon();
  }

  private void report(Lookup lookup, Outcome outcome, String message, long nanos) {
    LookupEvent event = new LookupEvent(lookup, outcome, message, nanos);
    for (LookupListener listener : listeners) {
      try {
        listener.onLookup(event);
      } catch (RuntimeException e) {
        log.error("a listener failed at {}", lookup, e);
      }
    }
  }

  /** Ends all lookups: who waits is answered as if they had failed. What was found stays shown. */
  @Override
  public void close() {
    loop.execute(
        () -> {
          closed = true;
          line.close();
          groups.values().forEach(n -> n.all().forEach(entry -> answer(entry, false, null)));
          results.flush();
          atTheEnd.run();
        });
  }
}
