package io.binnacle.app.harness;

import io.binnacle.app.cli.Binnacle;
import io.binnacle.app.process.StopSignal;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;

/**
 * One run of the program in this JVM, with all that it said.
 *
 * @param code its exit code
 * @param out its standard output
 * @param err its standard error
 */
public record Run(int code, String out, String err) {

  public static Run of(String... arguments) {
    return with(Map.of(), arguments);
  }

  public static Run with(Map<String, String> environment, String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int code =
        new Binnacle(environment, new PrintWriter(out), new PrintWriter(err), new StopSignal())
            .run(arguments);
    return new Run(code, out.toString(), err.toString());
  }
}
