package io.binnacle.server.stream;

import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.Hold;
import io.binnacle.core.server.HoldReason;
import java.util.Collection;
import java.util.List;

/**
 * A change or a removal that a stream holds back at the time of the status (O).
 *
 * @param removal whether a removal waits; otherwise new content does
 * @param waitsFor the resource that it waits for, {@code CDS blue}; empty when there is none
 * @param waitingNanos how long it has waited
 * @param leftNanos how long it waits at most; {@link Long#MAX_VALUE} for as long as it takes
 */
public record HeldChange(
    ResourceType type,
    String name,
    boolean removal,
    HoldReason reason,
    String waitsFor,
    long waitingNanos,
    long leftNanos) {

  /**
   * How what a session holds back looks at this time.
   *
   * @param now by the clock of the session, in nanoseconds
   */
  public static List<HeldChange> of(Collection<Hold> holds, long now) {
    return holds.stream().map(hold -> of(hold, now)).toList();
  }

  private static HeldChange of(Hold hold, long now) {
    return new HeldChange(
        hold.type(),
        hold.name(),
        hold.removal(),
        hold.reason(),
        hold.waitsFor(),
        now - hold.since(),
        hold.until() == Long.MAX_VALUE ? Long.MAX_VALUE : Math.max(0, hold.until() - now));
  }
}
