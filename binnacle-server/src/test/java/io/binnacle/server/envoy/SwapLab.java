package io.binnacle.server.envoy;

import io.binnacle.server.XdsServerBuilder;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * A {@link Lab} whose traffic runs all the time, while its clusters are replaced by new ones with
 * each {@link #swap}. Belongs to the thread of the test.
 */
final class SwapLab implements AutoCloseable {

  private final Lab lab;
  private final Generation generation;
  private final SteadyLoad load;
  private int number;

  private SwapLab(Lab lab, Generation generation) {
    this.lab = lab;
    this.generation = generation;
    lab.publish(world -> generation.put(world, number));
    Traffic traffic = lab.traffic("http");
    Await.until("traffic flows", () -> traffic.get().status() == 200);
    load = SteadyLoad.start(lab.envoy().listenerPort("http"));
  }

  static SwapLab start(Lab lab, Generation generation) {
    try {
      return new SwapLab(lab, generation);
    } catch (RuntimeException | Error e) {
      lab.close();
      throw e;
    }
  }

  static SwapLab start(
      StreamVariant variant,
      UnaryOperator<XdsServerBuilder> options,
      Function<Resources, Generation> generation) {
    Lab lab = Lab.start(variant, options);
    return start(lab, generation.apply(lab.resources()));
  }

  Lab lab() {
    return lab;
  }

  /** The next generation comes and the present one goes, in one publish. */
  void swap() {
    lab.publish(this::next);
    awaitTraffic();
  }

  /** As {@link #swap}, by a server that ends and comes back. */
  void swapByRestart() {
    lab.restartServer(this::next);
    awaitTraffic();
  }

  private World next(World world) {
    int old = number++;
    return generation.remove(generation.put(world, number), old);
  }

  /** Lets some requests meet the present state, whatever that is. */
  private void awaitTraffic() {
    long before = load.answered();
    Await.until("traffic goes on", () -> load.answered() > before + 4);
  }

  /** Waits until the clusters of the present generation are in use. */
  void awaitInUse() {
    awaitInUse(Await.PATIENCE);
  }

  void awaitInUse(Duration patience) {
    Await.until(
        "the clusters of generation " + number + " are in use",
        patience,
        this::activeClusters,
        active -> active.containsAll(generation.clusters(number)));
  }

  /** Waits until the clusters of the present generation are the only ones. */
  void awaitSwapped() {
    Await.until(
        "only the clusters of generation " + number + " are left",
        this::activeClusters,
        active -> active.equals(generation.clusters(number)));
  }

  private Set<String> activeClusters() {
    return lab.admin()
        .configDump("dynamic_active_clusters")
        .map(entry -> entry.at("/cluster/name").asText())
        .collect(Collectors.toSet());
  }

  Map<String, Integer> stopLoad() {
    return load.stop();
  }

  @Override
  public void close() {
    load.stop();
    lab.close();
  }
}
