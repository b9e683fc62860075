package io.binnacle.server.armeria.guard;

import java.net.SocketAddress;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs connections that were closed: of each reason the first one, and then one line a minute with
 * the number of the others, so that an attack does not fill the log. Safe from any thread.
 */
final class ClosedLog {

  private static final Logger log = LoggerFactory.getLogger(ClosedLog.class);
  private static final long QUIET_NANOS = 60_000_000_000L;

  /** What was logged last for one reason, and how many were not mentioned since. */
  private record Logged(long at, int unmentioned) {}

  private final Map<GuardReason, Logged> logged = new EnumMap<>(GuardReason.class);

  void closed(GuardReason reason, @Nullable SocketAddress peer, long now) {
    int before = mention(reason, now);
    if (before >= 0) {
      log.warn(
          "connection of {} closed: {}{}",
          peer,
          reason.text(),
          before == 0 ? "" : "; so were " + before + " others since the last such line");
    }
  }

  /** How many went unmentioned before this one; negative when it goes unmentioned too. */
  synchronized int mention(GuardReason reason, long now) {
    Logged last = logged.get(reason);
    if (last == null || now - last.at() >= QUIET_NANOS) {
      logged.put(reason, new Logged(now, 0));
      return last == null ? 0 : last.unmentioned();
    }
    logged.put(reason, new Logged(last.at(), last.unmentioned() + 1));
    return -1;
  }
}
