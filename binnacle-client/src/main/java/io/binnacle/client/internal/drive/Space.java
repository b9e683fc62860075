package io.binnacle.client.internal.drive;

import io.binnacle.client.event.ClientEvent;
import io.binnacle.client.event.ClientListener;
import io.binnacle.core.client.ResponseFacts;
import io.binnacle.core.client.Watch;
import io.binnacle.core.client.WatchEvent;
import io.binnacle.core.client.internal.cache.ResourceCache;
import io.binnacle.core.resource.ResourceType;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One cache, what fills it, and who watches it. Names of an authority with servers of its own, and
 * types with a source of their own, have a space each.
 *
 * <p>After anything happened, {@link #settle} runs once: it takes the events to the watchers, lets
 * the feeds send what there is to send, and reads on if no watcher is behind. What happens in one
 * go is so one request (C-12).
 *
 * <p>Owned by the loop; what is given to a {@link Delivery} leaves it.
 */
public final class Space {

  private static final System.Logger LOG = System.getLogger(Space.class.getName());

  private final Loop loop;
  private final ResourceCache cache;
  private final SourceChain chain;
  private final ClientListener listener;
  private final ContentsKeeper keeper;
  private final Map<Watch, Delivery<WatchEvent>> deliveries = new IdentityHashMap<>();
  private final Map<Watch, Follower> followers = new IdentityHashMap<>();
  private final Backlog backlog = new Backlog(this::caughtUp);

  private boolean settling;
  private boolean closed;
  private long timerAt = Long.MAX_VALUE;
  private @Nullable Runnable timer;

  /**
   * A space in which nothing is watched yet.
   *
   * @param sources the preferred one first
   * @param listener hears everything
   * @param keeper keeps what is held for the next run
   */
  public Space(
      Loop loop,
      ResourceCache cache,
      List<FeedFactory> sources,
      ClientListener listener,
      ContentsKeeper keeper) {
    this.loop = loop;
    this.cache = cache;
    this.listener = listener;
    this.keeper = keeper;
    this.chain = new SourceChain(loop, cache, sources, this::changed, this::event);
  }

  /** What is watched and held; for the loop's thread. */
  public ResourceCache cache() {
    return cache;
  }

  /** What watchers have not taken yet. */
  public Backlog backlog() {
    return backlog;
  }

  /** Begins a watch, whose events are delivered one by one. */
  public Watch watch(
      ResourceType type,
      String name,
      Map<String, String> parameters,
      Delivery<WatchEvent> delivery) {
    Watch watch = begin(type, name, parameters);
    deliveries.put(watch, delivery);
    return watch;
  }

  /** Begins a watch, whose events a follower takes on the loop's thread. */
  public Watch follow(ResourceType type, String name, Follower follower) {
    Watch watch = begin(type, name, Map.of());
    followers.put(watch, follower);
    return watch;
  }

  private Watch begin(ResourceType type, String name, Map<String, String> parameters) {
    keeper.watched(type);
    Watch watch = cache.watch(type, name, parameters);
    chain.wanted();
    changed();
    return watch;
  }

  /** Ends a watch. */
  public void unwatch(Watch watch) {
    Delivery<WatchEvent> delivery = deliveries.remove(watch);
    Follower follower = followers.remove(watch);
    if (delivery != null || follower != null) {
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
    tell(cache.takeEvents());
    chain.feeds().forEach(Feed::flush);
    readOn();
    scheduleDeadline();
  }

  private void tell(List<WatchEvent> events) {
    Map<Follower, List<WatchEvent>> followed = new LinkedHashMap<>();
    for (WatchEvent event : events) {
      Delivery<WatchEvent> delivery = deliveries.get(event.watch());
      Follower follower = followers.get(event.watch());
      if (delivery != null) {
        delivery.add(event, List.of(backlog));
      } else if (follower != null) {
        followed.computeIfAbsent(follower, each -> new ArrayList<>()).add(event);
      }
    }
    followed.forEach(Follower::onEvents);
  }

  private void readOn() {
    chain.feeds().forEach(backlog.isEmpty() ? Feed::resume : Feed::pause); // C-11
  }

  /** On any thread. */
  private void caughtUp() {
    loop.execute(
        () -> {
          if (!closed) {
            readOn();
            scheduleDeadline(); // C-7: while nothing was read, no time ran
          }
        });
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
    followers.values().forEach(Follower::end);
    followers.clear();
    keeper.close();
    chain.close();
  }
}
