package io.binnacle.server.internal.hub;

import io.binnacle.core.server.Variant;
import io.binnacle.server.internal.poll.PollHub;
import io.binnacle.server.internal.stream.StreamHub;
import io.binnacle.server.metrics.ServerMetrics;
import io.binnacle.server.status.ServerStatus;
import io.binnacle.server.stream.CloseReason;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A hub, with its polls, and with the status and the metrics that follow it. Safe from any thread.
 *
 * @param metrics null when nobody asked for them
 */
public record ObservedHub(
    StreamHub hub, PollHub polls, ServerStatus status, @Nullable ServerMetrics metrics)
    implements AutoCloseable {

  /** How often {@link #refresh} is to be called. */
  public static final Duration REFRESH_PERIOD = Duration.ofSeconds(10);

  /** A stream was refused before it began, and so is in no event feed. */
  public void refused(Variant variant, CloseReason reason) {
    if (metrics != null) {
      metrics.onRefused(variant, reason);
    }
  }

  /**
   * A connection was closed because of what its peer did on it (B-9).
   *
   * @param reason a word for metrics
   */
  public void connectionClosed(String reason) {
    if (metrics != null) {
      metrics.onConnectionClosed(reason);
    }
  }

  /** Sets those metrics that are not kept by events. */
  public void refresh() {
    if (metrics != null) {
      metrics.refresh(status);
    }
  }

  /** Lets go of the catalog, which may outlive the server; when all streams have ended. */
  @Override
  public void close() {
    if (metrics != null) {
      metrics.close();
    }
  }
}
