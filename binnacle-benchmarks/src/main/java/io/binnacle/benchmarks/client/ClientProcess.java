package io.binnacle.benchmarks.client;

import io.binnacle.benchmarks.process.Contender;
import io.binnacle.benchmarks.process.MeasuredProcess;
import java.io.IOException;
import java.nio.file.Path;

/** A measured client's process, from the outside. Used by one thread. */
final class ClientProcess extends MeasuredProcess {

  private ClientProcess(ClientKind kind, Path log) throws IOException {
    super(
        kind.word(),
        Contender.java(
            System.getProperty("java.class.path"), ClientControl.class.getName(), kind.word()),
        log);
  }

  /**
   * Starts one.
   *
   * @param log takes what it says on its standard error
   */
  static ClientProcess start(ClientKind kind, Path log) throws IOException {
    return new ClientProcess(kind, log);
  }

  /** Has a new client follow so many clusters; returns when it was told of all of them. */
  void watch(int port, int clusters) throws IOException {
    ask("watch " + port + " " + clusters, "watched");
  }

  /** Returns when the client was told of so many changes. */
  void awaitChanges(int changes) throws IOException {
    ask("await " + changes, "seen");
  }

  /** Closes the client. */
  void leave() throws IOException {
    ask("leave", "left");
  }
}
