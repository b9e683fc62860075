package io.binnacle.benchmarks.client;

import java.util.List;

/** An xDS client as the bench drives it: follows clusters until it is closed. */
interface MeasuredClient extends AutoCloseable {

  /** Takes what a client tells an application. Called by any thread, one at a time. */
  interface Watcher {
    /** There is this cluster, in this revision. */
    void onCluster(String name, int revision);
  }

  /**
   * Subscribes to all of these clusters by their names. Returns without waiting for them.
   *
   * @param port of a management server on loopback that offers ADS
   */
  void watch(int port, List<String> names, Watcher watcher) throws Exception;

  @Override
  void close();
}
