package io.binnacle.app;

import io.binnacle.app.cli.Binnacle;
import io.binnacle.app.log.Logs;
import io.binnacle.app.memory.OutOfMemory;
import io.binnacle.app.process.StopSignal;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;

/** Runs one command, and ends the JVM with its exit code. */
public final class Main {

  private Main() {}

  public static void main(String[] arguments) {
    OutOfMemory.endsThisProcess();
    Logs.quiet(); // else Logback logs everything, to standard output
    PrintWriter out = new PrintWriter(new OutputStreamWriter(System.out, StandardCharsets.UTF_8));
    PrintWriter err = new PrintWriter(new OutputStreamWriter(System.err, StandardCharsets.UTF_8));
    int code = new Binnacle(System.getenv(), out, err, StopSignal.ofProcess()).run(arguments);
    out.flush();
    err.flush();
    System.exit(code);
  }
}
