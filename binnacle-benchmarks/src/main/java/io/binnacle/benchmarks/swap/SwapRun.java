package io.binnacle.benchmarks.swap;

import io.binnacle.benchmarks.process.Contender;
import io.binnacle.benchmarks.process.ServerProcess;
import io.binnacle.benchmarks.report.Swaps;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * One server, one Envoy, one variant: what fails while the route moves from cluster to cluster.
 * Used by one thread.
 */
public final class SwapRun {

  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(40);

  /** Longer than a swap takes on a calm machine, so that none is skipped. */
  private static final int BETWEEN_SWAPS_MILLIS = 100;

  private static final int LOOK_MILLIS = 50;

  private SwapRun() {}

  /**
   * Runs it.
   *
   * @param envoy path of the binary
   * @param out where logs go
   */
  public static Swaps of(Contender contender, boolean delta, int swaps, String envoy, Path out)
      throws IOException, InterruptedException {
    String variant = delta ? "delta" : "sotw";
    int listener = EnvoyProxy.freePort();
    Path log = out.resolve(contender.word() + "-swap.log");
    Path envoyLog = out.resolve(contender.word() + "-envoy-" + variant + ".log");
    try (Backend backend = new Backend();
        ServerProcess server = new ServerProcess(contender.word(), contender.adsCommand(), log)) {
      server.swap(listener, backend.port(), 0);
      try (EnvoyProxy proxy = new EnvoyProxy(envoy, delta, server.port(), envoyLog)) {
        if (!awaitServed(listener)) {
          return new Swaps(contender.word(), variant, 0, 0, 0, "Envoy was not served");
        }
        try (Requests requests = new Requests(listener)) {
          TimeUnit.MILLISECONDS.sleep(BETWEEN_SWAPS_MILLIS);
          for (int revision = 1; revision <= swaps; revision++) {
            server.swap(listener, backend.port(), revision);
            TimeUnit.MILLISECONDS.sleep(BETWEEN_SWAPS_MILLIS);
          }
          long failed = requests.failed();
          return new Swaps(contender.word(), variant, swaps, requests.sent(), failed, "");
        }
      }
    }
  }

  /** The servers that this is about: those with an order across types to speak of. */
  public static List<Contender> contenders(List<Contender> wanted) {
    return wanted.stream().filter(Contender::servesAds).toList();
  }

  private static boolean awaitServed(int port) throws InterruptedException {
    long began = System.nanoTime();
    while (System.nanoTime() - began < PATIENCE_NANOS) {
      if (Requests.isServed(port)) {
        return true;
      }
      TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
    }
    return false;
  }
}
