package io.binnacle.benchmarks.server;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * The end of the control protocol that is in a server's process: lines in, one line out for each.
 *
 * <pre>
 * (start)                ready PORT
 * load CLUSTERS          loaded
 * push CLUSTER REVISION  pushed
 * swap LISTENER BACKEND REVISION   swapped   ports, and which cluster the route goes to
 * allocated              allocated BYTES     since the start, by all threads
 * memory                 memory HEAP DIRECT  bytes, after a full collection
 * </pre>
 *
 * <p>The process ends with its standard input. Needs the JDK only, so that it runs beside the
 * classes of any server.
 */
public final class ServerControl {

  private final MeasuredServer server;
  private final PrintStream out;

  private ServerControl(MeasuredServer server, PrintStream out) {
    this.server = server;
    this.out = out;
  }

  /** Serves the commands until the input ends, and then ends the process. */
  @SuppressWarnings("SystemExitOutsideMain") // servers leave threads that are no daemons
  public static void run(MeasuredServer server) throws Exception {
    PrintStream out = System.out;
    System.setOut(System.err); // what a library prints is no answer
    ServerControl control = new ServerControl(server, out);
    out.println("ready " + server.start());
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      control.answer(line.split(" "));
    }
    System.exit(0);
  }

  private void answer(String[] command) throws Exception {
    switch (command[0]) {
      case "load" -> {
        server.load(Integer.parseInt(command[1]));
        out.println("loaded");
      }
      case "push" -> {
        server.push(Integer.parseInt(command[1]), Integer.parseInt(command[2]));
        out.println("pushed");
      }
      case "swap" -> {
        server.swap(
            SwapResources.of(
                Integer.parseInt(command[1]),
                Integer.parseInt(command[2]),
                Integer.parseInt(command[3])));
        out.println("swapped");
      }
      case "allocated" -> out.println(OwnMemory.allocatedAnswer());
      case "memory" -> out.println(OwnMemory.memoryAnswer());
      default -> throw new IOException("unknown command " + command[0]);
    }
  }
}
