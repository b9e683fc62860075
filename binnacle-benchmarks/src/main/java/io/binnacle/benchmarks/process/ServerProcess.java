package io.binnacle.benchmarks.process;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A measured server's process, from the outside. Used by one thread. */
public final class ServerProcess extends MeasuredProcess {

  private final int port;

  /**
   * Starts it, and waits until its port is open.
   *
   * @param log takes what it says on its standard error
   */
  public ServerProcess(String name, List<String> command, Path log) throws IOException {
    super(name, command, log);
    port = Integer.parseInt(ready());
  }

  public int port() {
    return port;
  }

  public void load(int clusters) throws IOException {
    ask("load " + clusters, "loaded");
  }

  public void push(int cluster, int revision) throws IOException {
    ask("push " + cluster + " " + revision, "pushed");
  }

  /** Publishes a listener, and a route to the cluster of a revision; those before are gone. */
  public void swap(int listenerPort, int backendPort, int revision) throws IOException {
    ask("swap " + listenerPort + " " + backendPort + " " + revision, "swapped");
  }
}
