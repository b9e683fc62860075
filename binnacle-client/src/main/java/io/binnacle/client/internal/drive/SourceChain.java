package io.binnacle.client.internal.drive;

import io.binnacle.client.event.ClientEvent;
import io.binnacle.core.client.internal.cache.ResourceCache;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The sources of one cache, the preferred one first (C-14). The first one is always used. Each
 * other one is used from when all in front of it fail and something is missing, until one in front
 * of it has answered. What fails goes on trying.
 */
final class SourceChain {

  private final Loop loop;
  private final ResourceCache cache;
  private final List<FeedFactory> factories;
  private final Runnable changed;
  private final Consumer<ClientEvent> events;

  /** In use, the preferred one first: the first so many of the sources. */
  private final List<Link> links = new ArrayList<>();

  private boolean closed;

  SourceChain(
      Loop loop,
      ResourceCache cache,
      List<FeedFactory> factories,
      Runnable changed,
      Consumer<ClientEvent> events) {
    this.loop = loop;
    this.cache = cache;
    this.factories = factories;
    this.changed = changed;
    this.events = events;
  }

  /** The feeds in use. */
  List<Feed> feeds() {
    return links.stream().map(link -> link.feed).toList();
  }

  /** Something is watched: begins with the first source, or tells that none can be reached. */
  void wanted() {
    if (closed) {
      return;
    }
    if (factories.isEmpty()) {
      cache.onUnavailable(null, "no server is configured for it");
      changed.run();
    } else if (links.isEmpty()) {
      addNext();
    } else {
      look();
    }
  }

  private void addNext() {
    Link link = new Link();
    links.add(link);
    link.feed = factories.get(links.size() - 1).create(link);
    link.feed.flush();
  }

  /** Whether to turn to another source, and what to tell when there is none. */
  private void look() {
    Link last = links.get(links.size() - 1);
    if (!links.stream().allMatch(link -> link.failure != null)) {
      return;
    }
    if (links.size() < factories.size() && cache.lacksSomething(null)) {
      addNext();
    } else {
      cache.onUnavailable(null, String.valueOf(last.failure));
      changed.run();
    }
  }

  void close() {
    closed = true;
    links.forEach(link -> link.feed.close());
    links.clear();
  }

  /** One source in use. */
  private final class Link implements FeedHost {

    @SuppressWarnings("NullAway.Init") // set by addNext, at once
    private Feed feed;

    /** Why it failed last; null while it works, or is tried the first time. */
    private @Nullable String failure;

    @Override
    public Loop loop() {
      return loop;
    }

    @Override
    public ResourceCache cache() {
      return cache;
    }

    @Override
    public void answered() {
      failure = null;
      int place = links.indexOf(this);
      while (place >= 0 && links.size() > place + 1) {
        links.remove(links.size() - 1).feed.close(); // C-14: return
      }
    }

    @Override
    public void failed(String reason) {
      failure = reason;
      if (links.contains(this)) {
        look();
      }
    }

    @Override
    public void changed() {
      changed.run();
    }

    @Override
    public void event(ClientEvent event) {
      events.accept(event);
    }
  }
}
