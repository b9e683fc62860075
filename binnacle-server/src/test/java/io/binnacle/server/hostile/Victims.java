package io.binnacle.server.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Well-behaved clients, one after the other, each on a new connection: they come while an attack
 * goes on, ask for clusters, and leave with their first answer. On a thread of their own.
 */
final class Victims {

  /** What they saw. */
  record Seen(List<Duration> answers, int failed) {

    Seen {
      answers = List.copyOf(answers);
    }

    Duration worst() {
      return answers.isEmpty() ? Duration.ZERO : Collections.max(answers);
    }

    @Override
    public String toString() {
      return answers.size() + " served, worst " + worst().toMillis() + " ms, " + failed + " failed";
    }
  }

  private final int port;
  private final CompletableFuture<Seen> seen;
  private volatile boolean over;

  private Victims(int port) {
    this.port = port;
    seen = CompletableFuture.supplyAsync(this::come, task -> new Thread(task, "victims").start());
  }

  /** Begins to send them; to be told the end. */
  static Victims of(int port) {
    return new Victims(port);
  }

  /** Lets the last one finish, and says what all of them saw: at least one came. */
  Seen atTheEnd() {
    over = true;
    return seen.join();
  }

  private Seen come() {
    List<Duration> answers = new ArrayList<>();
    int failed = 0;
    do {
      try {
        answers.add(firstAnswer(port));
      } catch (IOException e) {
        failed++;
      }
    } while (!over);
    return new Seen(answers, failed);
  }

  /** How long a new client waits from its connect to its first answer. */
  static Duration firstAnswer(int port) throws IOException {
    long begin = System.nanoTime();
    try (HostileSocket client = HostileSocket.http2(port)) {
      client.send(Frames.call(1, Frames.ADS)).send(Frames.message(1, Target.firstRequest()));
      for (HostileSocket.Frame frame = client.read(); frame != null; frame = client.read()) {
        if (frame.type() == Frames.DATA) {
          return Duration.ofNanos(System.nanoTime() - begin);
        }
      }
      throw new IOException("closed before the first answer");
    }
  }

  /** Every one of them was served, and none waited for longer. */
  static void assertServed(Seen seen, Duration atMost) {
    assertThat(seen.failed()).as(seen.toString()).isZero();
    assertThat(seen.worst()).as(seen.toString()).isLessThan(atMost);
  }
}
