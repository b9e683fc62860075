package io.binnacle.server;

import com.linecorp.armeria.server.ServerBuilder;
import io.binnacle.server.internal.armeria.XdsTransport;
import io.binnacle.server.internal.hub.ObservedHub;
import io.binnacle.server.status.ServerStatus;
import io.binnacle.server.stream.CloseReason;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The discovery services on an Armeria server of the application's own: {@link
 * XdsServerBuilder#addTo}. Address, TLS, health and reflection are the application's there. Safe
 * from any thread.
 */
public final class ArmeriaDiscovery implements AutoCloseable {

  private final ObservedHub observed;
  private final XdsTransport transport;
  private final ScheduledExecutorService timer = daemonTimer();
  private @Nullable CompletableFuture<Void> closed;

  ArmeriaDiscovery(XdsServerBuilder settings, ServerBuilder server) {
    observed = settings.hub();
    transport = transportOf(settings, observed);
    transport.addTo(server);
    refresh(observed, timer);
  }

  /** How the clients stand. */
  public ServerStatus status() {
    return observed.status();
  }

  /**
   * Ends the services (B-5), before the application stops its server: new streams are refused from
   * now on, the others are closed with UNAVAILABLE when the drain time is over.
   *
   * @return complete when all streams have ended; the same for each call
   */
  public synchronized CompletableFuture<Void> close(Duration drain) {
    if (closed == null) {
      observed.hub().drain();
      CompletableFuture<Void> drained = new CompletableFuture<>();
      timer.schedule(() -> drained.complete(null), drain.toNanos(), TimeUnit.NANOSECONDS);
      closed =
          drained
              .thenCompose(done -> observed.hub().closeAll(CloseReason.drain()))
              .thenCompose(done -> transport.whenIdle())
              .whenComplete(
                  (done, cause) -> {
                    timer.shutdown();
                    observed.close();
                  });
    }
    return closed;
  }

  /** Ends the services without a drain time, and waits for that. */
  @Override
  public void close() {
    close(Duration.ZERO).join();
  }

  static XdsTransport transportOf(XdsServerBuilder settings, ObservedHub observed) {
    return new XdsTransport(
        observed.hub(),
        observed.polls(),
        settings.messageTypes(),
        settings.transport(),
        observed::refused,
        reason -> observed.connectionClosed(reason.word()));
  }

  /** Sets those metrics that are not kept by events, again and again. */
  static void refresh(ObservedHub observed, ScheduledExecutorService timer) {
    long period = ObservedHub.REFRESH_PERIOD.toNanos();
    timer.scheduleWithFixedDelay(observed::refresh, period, period, TimeUnit.NANOSECONDS);
  }

  static ScheduledExecutorService daemonTimer() {
    return Executors.newSingleThreadScheduledExecutor(
        task -> {
          Thread thread = new Thread(task, "binnacle-server-timer");
          thread.setDaemon(true);
          return thread;
        });
  }
}
