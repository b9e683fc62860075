package io.binnacle.benchmarks.server;

/** A server as the bench drives it. Called by one thread. */
public interface MeasuredServer {

  /**
   * Opens a port on loopback; nothing is published yet.
   *
   * @return the port
   */
  int start() throws Exception;

  /** Publishes this many clusters at revision 0. */
  void load(int clusters) throws Exception;

  /** Publishes a change of one cluster; returns without waiting for clients. */
  void push(int cluster, int revision) throws Exception;

  /** Publishes exactly these: what the revision before had is gone in the same publish. */
  void swap(SwapResources resources) throws Exception;
}
