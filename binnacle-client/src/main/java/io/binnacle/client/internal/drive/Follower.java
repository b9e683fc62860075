package io.binnacle.client.internal.drive;

import io.binnacle.core.client.WatchEvent;
import java.util.List;

/** Takes the events of its watches on the loop's thread, before the feeds send and read on. */
public interface Follower {

  /** What its watches were told by what happened in one go; never empty. */
  void onEvents(List<WatchEvent> events);

  /** The space is closed: nothing follows. */
  void end();
}
