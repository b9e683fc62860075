package io.binnacle.app.load;

import io.binnacle.client.config.ChannelSecurity;
import io.binnacle.client.config.GrpcSource;
import io.binnacle.client.internal.drive.ThreadLoop;
import io.binnacle.client.internal.transport.TlsMaterial;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A run: clients begin one after the other, stay, break down as planned, and end with {@link
 * #close}. Used by one thread; the clients live on threads of their own.
 */
public final class LoadRun implements AutoCloseable {

  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  /** How long the end may take. */
  private static final long PATIENCE_SECONDS = 10;

  private final LoadPlan plan;
  private final Tally tally = new Tally();
  private final List<ThreadLoop> loops = new ArrayList<>();
  private final List<Connection> connections = new ArrayList<>();
  private final @Nullable TlsMaterial tls;
  private final long begun;
  private long nextStorm;
  private int started;
  private int storms;

  /**
   * Begins; {@link #advance} goes on.
   *
   * @throws IllegalArgumentException when certificates cannot be used, or a type has no stream in
   *     this variant
   */
  public LoadRun(LoadPlan plan) {
    this.plan = plan;
    // one look at the files for all connections
    tls = TlsMaterial.of(plan.source().security());
    GrpcSource source = tls == null ? plan.source() : shared(plan.source(), tls);
    List<SharedResources> shared = new ArrayList<>();
    for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
      loops.add(new ThreadLoop("binnacle-load-" + i));
      shared.add(new SharedResources());
    }
    for (int i = 0; i < plan.connections(); i++) {
      int loop = i % loops.size();
      connections.add(new Connection(source, loops.get(loop), shared.get(loop)));
    }
    begun = System.nanoTime();
    nextStorm = plan.stormEvery().toNanos();
  }

  private static GrpcSource shared(GrpcSource source, TlsMaterial tls) {
    return new GrpcSource(
        source.target(),
        ChannelSecurity.given(TlsMaterial.credentials(source.security(), tls)),
        source.callCredentials(),
        source.delta(),
        source.aggregated(),
        source.features());
  }

  /** Does what is due by now. To be called some times a second. */
  public void advance() {
    long elapsed = System.nanoTime() - begun;
    long due = Math.min(plan.clients(), 1 + elapsed * plan.perSecond() / SECOND);
    while (started < due) {
      int number = started++;
      Connection connection = connections.get(number % connections.size());
      SimulatedClient client = new SimulatedClient(plan, number, connection, tally);
      connection.loop().execute(() -> connection.add(client));
    }
    if (nextStorm > 0 && elapsed >= nextStorm) {
      nextStorm += plan.stormEvery().toNanos();
      storms++;
      connections.forEach(each -> each.loop().execute(each::breakDown));
    }
    tally.convergence.sweep(System.nanoTime());
  }

  /** What was seen so far. */
  public LoadReport report() {
    return LoadReport.of(plan, tally, System.nanoTime() - begun, storms);
  }

  /** Ends all streams. */
  @Override
  public void close() {
    CountDownLatch left = new CountDownLatch(connections.size());
    for (Connection connection : connections) {
      connection
          .loop()
          .execute(
              () -> {
                connection.close();
                left.countDown();
              });
    }
    try {
      if (!left.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        System.getLogger(LoadRun.class.getName())
            .log(System.Logger.Level.WARNING, "not all connections could be closed in time");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    loops.forEach(ThreadLoop::close);
    if (tls != null) {
      tls.close();
    }
  }
}
