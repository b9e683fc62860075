package io.binnacle.benchmarks.client;

import io.binnacle.benchmarks.server.Clusters;
import io.binnacle.benchmarks.server.OwnMemory;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The end of the control protocol that is in a client's process: lines in, one line out for each.
 *
 * <pre>
 * (start)                     ready
 * watch PORT CLUSTERS         watched      a new client follows these, and was told of all
 * await CHANGES               seen         it was told of so many changes since
 * leave                       left         it is closed
 * allocated                   allocated BYTES
 * memory                      memory HEAP DIRECT
 * </pre>
 *
 * <p>What does not happen in time is answered with {@code late}. The process ends with its standard
 * input.
 */
final class ClientControl {

  private static final long PATIENCE_SECONDS = 300;

  private final ClientKind kind;
  private final PrintStream out;
  private @Nullable MeasuredClient client;
  private Revisions revisions = new Revisions(0);

  private ClientControl(ClientKind kind, PrintStream out) {
    this.kind = kind;
    this.out = out;
  }

  /** Serves the commands until the input ends, and then ends the process. */
  public static void main(String[] args) throws Exception {
    PrintStream out = System.out;
    System.setOut(System.err); // what a library prints is no answer
    ClientControl control = new ClientControl(ClientKind.of(args[0]), out);
    out.println("ready ");
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      control.answer(line.split(" "));
    }
    System.exit(0);
  }

  private void answer(String[] command) throws Exception {
    switch (command[0]) {
      case "watch" -> watch(Integer.parseInt(command[1]), Integer.parseInt(command[2]));
      case "await" -> {
        int missing = revisions.awaitChanges(Integer.parseInt(command[1]), PATIENCE_SECONDS);
        out.println(missing > 0 ? "late by " + missing + " changes" : "seen");
      }
      case "leave" -> {
        if (client != null) {
          client.close();
        }
        client = null;
        revisions = new Revisions(0);
        out.println("left");
      }
      case "allocated" -> out.println(OwnMemory.allocatedAnswer());
      case "memory" -> out.println(OwnMemory.memoryAnswer());
      default -> throw new IOException("unknown command " + command[0]);
    }
  }

  private void watch(int port, int clusters) throws Exception {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < clusters; i++) {
      names.add(Clusters.name(i));
    }
    revisions = new Revisions(clusters);
    client = kind.create();
    client.watch(port, names, revisions);
    int missing = revisions.awaitAll(PATIENCE_SECONDS);
    out.println(missing > 0 ? "late by " + missing + " clusters" : "watched");
  }
}
