package io.binnacle.app.cli;

import com.google.protobuf.Any;
import io.binnacle.app.cli.option.Asked;
import io.binnacle.app.problem.ExitCode;
import io.binnacle.app.process.StopSignal;
import io.binnacle.client.ResourceEvent;
import io.binnacle.client.event.ClientEvent;
import io.binnacle.core.client.ResponseFacts;
import io.binnacle.core.client.WatchError;
import io.binnacle.text.print.MessagePrinter;
import io.binnacle.text.types.TypeCatalog;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What {@code binnacle client} prints, and whether everything was answered. Events come on the
 * thread of watchers, the wire on that of the client; its lock guards the rest.
 */
final class ClientOutput {

  private static final Duration LOOK = Duration.ofMillis(20);

  private final PrintWriter out;
  private final PrintWriter err;
  private final boolean whole;
  private final MessagePrinter printer = MessagePrinter.redacting(TypeCatalog.newest());
  private final Set<Asked> unanswered;
  private @Nullable String unreachable;

  ClientOutput(PrintWriter out, PrintWriter err, boolean whole, Collection<Asked> asked) {
    this.out = out;
    this.err = err;
    this.whole = whole;
    this.unanswered = new HashSet<>(asked);
  }

  /** A line for each event; with the content where that is wanted. */
  void event(Asked asked, ResourceEvent<Any> event) {
    String what = asked.type() + " " + event.name();
    if (event instanceof ResourceEvent.Updated<Any> updated) {
      String line = "+ " + what + "  version " + updated.version();
      out.print(whole ? "---\n# " + line + "\n" + printer.toYaml(updated.value()) : line + "\n");
    } else if (event instanceof ResourceEvent.Absent<Any> absent) {
      out.print((whole ? "# " : "") + "- " + what + "  " + absent.reason() + "\n");
    } else if (event instanceof ResourceEvent.Failed<Any> failed) {
      error(what, failed.error());
    } else if (event instanceof ResourceEvent.AmbientError<Any> ambient) {
      error(what, ambient.error());
    }
    out.flush();
    answered(asked, event);
  }

  private void error(String what, WatchError error) {
    out.print(
        (whole ? "# " : "") + "! " + what + "  " + error.kind() + ": " + error.message() + "\n");
  }

  private synchronized void answered(Asked asked, ResourceEvent<Any> event) {
    if (event instanceof ResourceEvent.Failed<Any> failed
        && failed.error().kind() == WatchError.Kind.UNAVAILABLE) {
      unreachable = failed.error().message();
    } else {
      unreachable = null;
      unanswered.remove(asked);
    }
  }

  /** Streams, requests and responses, one line each. */
  void wire(ClientEvent event) {
    if (event instanceof ClientEvent.Opened opened) {
      err.println("= stream to " + opened.server());
    } else if (event instanceof ClientEvent.Closed closed) {
      err.println("= no stream to " + closed.server() + ": " + closed.reason());
    } else if (event instanceof ClientEvent.Requested requested) {
      err.println("> " + oneLine(requested.request().toString()));
    } else if (event instanceof ClientEvent.Responded responded) {
      ResponseFacts facts = responded.facts();
      err.println(
          "< %s version %s nonce %s: %d changed, %d the same, %d gone, %s"
              .formatted(
                  facts.type(),
                  facts.version(),
                  facts.nonce(),
                  facts.updated().size(),
                  facts.unchanged(),
                  facts.removed().size(),
                  facts.verdict()));
      facts
          .rejections()
          .forEach(no -> err.println("<   refused " + no.name() + ": " + no.message()));
      facts.faults().forEach(fault -> err.println("<   the server is wrong: " + fault.message()));
    } else if (event instanceof ClientEvent.Unreadable unreadable) {
      err.println("< cannot be read: " + unreadable.reason());
    }
    err.flush();
  }

  private static String oneLine(String text) {
    return text.replaceAll("\\s+", " ").strip();
  }

  /** Waits until everything was answered. */
  ExitCode awaitAnswers(Duration longest, StopSignal stop) {
    long end = System.nanoTime() + longest.toNanos();
    while (!stop.await(LOOK)) {
      synchronized (this) {
        if (unanswered.isEmpty()) {
          return ExitCode.FINE;
        }
        if (System.nanoTime() > end) {
          unanswered.forEach(one -> err.println("no answer for " + one.type() + " " + one.name()));
          err.flush();
          return unreachable == null ? ExitCode.FAILED : ExitCode.UNREACHABLE;
        }
      }
    }
    return ExitCode.FINE;
  }
}
