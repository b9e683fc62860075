package io.binnacle.client.internal.drive;

import io.binnacle.client.event.ClientEvent;
import io.binnacle.core.client.internal.cache.ResourceCache;

/** What a feed stands in. All methods are for the loop's thread. */
public interface FeedHost {

  Loop loop();

  ResourceCache cache();

  /** A response was taken: the source works. */
  void answered();

  /** An attempt failed before any response came. */
  void failed(String reason);

  /** Something changed: events are taken to the watchers, and feeds flushed, a moment later. */
  void changed();

  void event(ClientEvent event);
}
