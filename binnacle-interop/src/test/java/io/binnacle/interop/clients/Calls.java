package io.binnacle.interop.clients;

import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.interop.peers.Await;
import io.binnacle.interop.peers.PeerProcess;
import java.util.List;
import java.util.function.Predicate;

/** The calls that a client's process makes, one after the other. Used by the thread of the test. */
final class Calls implements AutoCloseable {

  /** As many as can hardly miss what goes wrong in between. */
  private static final int SOME = 20;

  private final PeerProcess process;
  private int begin = 1; // behind the version

  Calls(PeerProcess process) {
    this.process = process;
  }

  String version() {
    return process.version();
  }

  /** Returns when a call that ended after now was answered by this backend. */
  void reach(Backend backend) {
    await(line -> line.equals("ok " + backend.name()));
  }

  /** Returns when a call that ended after now has failed. */
  void fail() {
    await(line -> line.startsWith("error "));
  }

  /** Returns after some more calls. */
  void makeSome() {
    process.line(process.count() + SOME);
  }

  private void await(Predicate<String> line) {
    int next = process.count();
    long patience = System.nanoTime() + Await.PATIENCE.toNanos();
    while (!line.test(process.line(next))) {
      next++;
      assertThat(System.nanoTime()).as("calls: " + process.since(next - 1)).isLessThan(patience);
    }
  }

  /** From now on calls count for {@link #failures}. */
  void begin() {
    begin = process.count();
  }

  /** What failed since then. */
  List<String> failures() {
    return process.since(begin).stream().filter(line -> !line.startsWith("ok ")).toList();
  }

  @Override
  public void close() {
    process.close();
  }
}
