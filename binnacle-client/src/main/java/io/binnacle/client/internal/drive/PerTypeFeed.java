package io.binnacle.client.internal.drive;

import io.binnacle.core.resource.ResourceType;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** A source that has a stream, or polls, of its own for each type. Owned by the loop. */
public final class PerTypeFeed implements Feed {

  private final FeedHost host;
  private final Function<ResourceType, Feed> make;
  private final Map<ResourceType, Feed> feeds = new TreeMap<>();

  /**
   * A source that was not asked for any type.
   *
   * @param make the feed of one type
   */
  public PerTypeFeed(FeedHost host, Function<ResourceType, Feed> make) {
    this.host = host;
    this.make = make;
  }

  @Override
  public void flush() {
    for (ResourceType type : host.cache().types()) {
      if (!feeds.containsKey(type)) {
        feeds.put(type, make.apply(type));
      }
    }
    feeds.values().forEach(Feed::flush);
  }

  @Override
  public void resume() {
    feeds.values().forEach(Feed::resume);
  }

  @Override
  public void pause() {
    feeds.values().forEach(Feed::pause);
  }

  @Override
  public long nextDeadline() {
    return feeds.values().stream().mapToLong(Feed::nextDeadline).min().orElse(Long.MAX_VALUE);
  }

  @Override
  public void onTime() {
    feeds.values().forEach(Feed::onTime);
  }

  @Override
  public void close() {
    feeds.values().forEach(Feed::close);
  }
}
