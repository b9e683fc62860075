package io.binnacle.client.drive;

import io.binnacle.client.event.ClientEvent;
import io.binnacle.client.event.ClientListener;
import io.binnacle.core.client.ResourceCache;
import io.binnacle.core.client.ResponseFacts;
import io.binnacle.core.client.Watch;
import io.binnacle.core.client.WatchEvent;
import io.binnacle.core.resource.ResourceType;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * One cache, what fills it, and who watches it. Names of an authority with servers of its own, and
 * types with a source of their own, have a space each.
 *
 * <p>After anything happened, {@link #settle} runs once: it takes the events to the watchers, lets
 * the feeds send what there is to send, and reads on if no watcher is behind. What happens in one
 * go is so one request (C-12).
 *
 * <p>Owned by the loop; {@link Delivery} leaves it.
 */
public final class Space {

  private static final System.Logger LOG = System.getLogger(Space.class.getName());

  private final Loop loop;
  private final ResourceCache cache;
  private final SourceChain chain;
  private final Executor watchers;
  private final ClientListener listener;
  private final ContentsKeeper keeper;
  private final Map<Watch, Delivery> deliveries = new IdentityHashMap<>();

  /** Events that watchers have not taken yet. */
  private final AtomicInteger outstanding = new AtomicInteger();

  private boolean settling;
  private boolean closed;
  private long timerAt = Long.MAX_VALUE;
  private @Nullable Runnable timer;

  /**
   * A space in which nothing is watched yet.
   *
   * @param sources the preferred one first
   * @param watchers runs what is told to watchers
   * @param listener hears everything
   * @param keeper keeps what is held for the next run
   */
  public Space(
      Loop loop,
      ResourceCache cache,
      List<FeedFactory> sources,
      Executor watchers,
      ClientListener listener,
      ContentsKeeper keeper) {
    this.loop = loop;
    this.cache = cache;
    this.watchers = watchers;
    this.listener = listener;
    this.keeper = keeper;
    this.chain = new SourceChain(loop, cache, sources, this::changed, this::event);
  }

  /** What is watched and held; for the loop's thread. */
  public ResourceCache cache() {
    return cache;
  }

  /** Begins a watch. */
  public Watch watch(
      ResourceType type, String name, Map<String, String> parameters, Delivery.Target target) {
    keeper.watched(type);
    Watch watch = cache.watch(type, name, parameters);
    deliveries.put(watch, new Delivery(watchers, target, this::taken));
    chain.wanted();
    changed();
    return watch;
  }

  /** Ends a watch. */
  public void unwatch(Watch watch) {
    Delivery delivery = deliveries.remove(watch);
    if (delivery != null) {
      delivery.close();
      cache.unwatch(watch);
      changed();
    }
  }

  /** Something changed. */
  private void changed() {
    if (!settling && !closed) {
      settling = true;
      loop.execute(this::settle);
    }
  }

  private void settle() {
    settling = false;
    if (closed) {
      return;
    }
    for (WatchEvent event : cache.takeEvents()) {
      Delivery delivery = deliveries.get(event.watch());
      if (delivery != null) {
        outstanding.incrementAndGet();
        delivery.add(event);
      }
    }
    chain.feeds().forEach(Feed::flush);
    readOn();
    scheduleDeadline();
  }

  private void readOn() {
    boolean behind = outstanding.get() > 0; // C-11
    chain.feeds().forEach(behind ? Feed::pause : Feed::resume);
  }

  /** On any thread. */
  private void taken() {
    if (outstanding.decrementAndGet() == 0) {
      loop.execute(
          () -> {
            if (!closed) {
              readOn();
            }
          });
    }
  }

  private void scheduleDeadline() {
    long next = cache.nextDeadline();
    for (Feed feed : chain.feeds()) {
      next = Math.min(next, feed.nextDeadline());
    }
    if (next == timerAt) {
      return;
    }
    if (timer != null) {
      timer.run();
    }
    timerAt = next;
    timer = next == Long.MAX_VALUE ? null : loop.schedule(this::onTime, next - loop.now());
  }

  private void onTime() {
    timerAt = Long.MAX_VALUE;
    timer = null;
    if (!closed) {
      cache.onTime(loop.now());
      chain.feeds().forEach(Feed::onTime);
      changed();
    }
  }

  private void event(ClientEvent event) {
    if (event instanceof ClientEvent.Responded responded) {
      ResponseFacts facts = responded.facts();
      if (facts.type() != null && !(facts.updated().isEmpty() && facts.removed().isEmpty())) {
        keeper.changed(facts.type());
      }
    }
    try {
      listener.onEvent(event);
    } catch (RuntimeException e) {
      LOG.log(System.Logger.Level.ERROR, "a listener of the xDS client failed", e);
    }
  }

  /** Ends all streams; watchers hear nothing more. */
  public void close() {
    closed = true;
    if (timer != null) {
      timer.run();
    }
    deliveries.values().forEach(Delivery::close);
    deliveries.clear();
    keeper.close();
    chain.close();
  }
}
