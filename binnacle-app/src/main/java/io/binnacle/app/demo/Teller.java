package io.binnacle.app.demo;

import io.binnacle.app.log.Counted;
import io.binnacle.core.resource.Resource;
import io.binnacle.core.server.Answer;
import io.binnacle.server.stream.StreamEvent;
import io.binnacle.server.stream.StreamInfo;
import io.binnacle.server.stream.StreamListener;
import io.binnacle.sources.SourceEvent;
import io.binnacle.sources.SourceListener;
import java.io.PrintWriter;
import java.time.LocalTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Tells what happens in the demo, a short line each. Events come from several threads; lines never
 * mix.
 */
final class Teller implements StreamListener, SourceListener {

  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss");
  private static final int SHORT_VERSION = 8;
  private static final int LONGEST = 240;
  private static final int HEAD = 60;

  private final PrintWriter out;
  private final ReentrantLock lock = new ReentrantLock();

  /** Events that came before the guide was printed; null from then on. */
  private @Nullable List<String> early = new ArrayList<>();

  Teller(PrintWriter out) {
    this.out = out;
  }

  /** A line without a time. */
  void say(String text) {
    lock.lock();
    try {
      out.println(text);
      out.flush();
    } finally {
      lock.unlock();
    }
  }

  /** A line about something that just happened; held until {@link #beginTelling}. */
  void tell(String what, String text) {
    String line = "  %s  %-7s %s".formatted(TIME.format(LocalTime.now()), what, text);
    lock.lock();
    try {
      if (early != null) {
        early.add(line);
      } else {
        say(line);
      }
    } finally {
      lock.unlock();
    }
  }

  /** From now on events are reported as they come, those before first. */
  void beginTelling() {
    lock.lock();
    try {
      List<String> before = early == null ? List.of() : early;
      early = null;
      before.forEach(this::say);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void onEvent(StreamEvent event) {
    if (event instanceof StreamEvent.Assigned assigned && !assigned.group().isEmpty()) {
      tell("client", name(assigned.stream()) + " connects and gets group " + assigned.group());
    } else if (event instanceof StreamEvent.Assigned assigned) {
      tell("client", name(assigned.stream()) + " connects: " + assigned.reason());
    } else if (event instanceof StreamEvent.Acked acked) {
      tell("ACK", acked(acked));
    } else if (event instanceof StreamEvent.Nacked nacked) {
      onNacked(nacked);
    } else if (event instanceof StreamEvent.Closed closed) {
      tell("client", name(closed.stream()) + " is gone");
    }
  }

  @Override
  public void on(SourceEvent event) {
    if (event instanceof SourceEvent.Loaded loaded) {
      tell(
          "reload",
          "%d resources in %s; changed: %s"
              .formatted(
                  loaded.resources(),
                  Counted.of(loaded.groups(), "group"),
                  loaded.published().isEmpty()
                      ? "nothing"
                      : String.join(", ", loaded.published())));
    } else if (event instanceof SourceEvent.Failed failed) {
      failed.findings().forEach(finding -> tell("REFUSED", finding.toString()));
      tell("", "the last good state stays in service");
    } else if (event instanceof SourceEvent.GroupRemoved removed) {
      tell("reload", "group " + removed.group() + " is removed; its clients keep what they have");
    }
  }

  private static String acked(StreamEvent.Acked acked) {
    String version = acked.ack().version();
    return "%s uses %s %s%s"
        .formatted(
            name(acked.stream()),
            acked.type(),
            version.substring(0, Math.min(SHORT_VERSION, version.length())),
            acked.afterNanos() < 0
                ? ""
                : " after " + TimeUnit.NANOSECONDS.toMillis(acked.afterNanos()) + " ms");
  }

  private void onNacked(StreamEvent.Nacked nacked) {
    Answer.Nack nack = nacked.nack();
    tell(
        "NACK",
        name(nacked.stream())
            + " refuses "
            + nacked.type()
            + " and keeps what it has: "
            + shortened(nack.message()));
    for (Resource suspect : nack.suspects()) {
      if (suspect.origin() != null) {
        tell("", "changed in it: " + suspect.name() + " at " + suspect.origin());
      }
    }
  }

  /** Envoy tells the whole resource first, and what is wrong with it at the end. */
  private static String shortened(String text) {
    String line = text.replaceAll("[\\p{Cntrl}\\s]+", " ").strip();
    return line.length() <= LONGEST
        ? line
        : line.substring(0, HEAD) + " ... " + line.substring(line.length() - LONGEST + HEAD);
  }

  private static String name(StreamInfo stream) {
    return stream.node().getId().isEmpty() ? stream.peer() : stream.node().getId();
  }
}
