package io.binnacle.server.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/**
 * Well-behaved clients while an attack goes on: one that was there before, to which something is
 * published again and again, and others that come one after the other, each on a new connection,
 * ask for clusters, and leave with their first answer. On a thread of their own.
 */
final class Victims {

  /** What they saw. */
  record Seen(List<Duration> answers, List<Duration> pushes, int failed) {

    Seen {
      answers = List.copyOf(answers);
      pushes = List.copyOf(pushes);
    }

    Duration worst() {
      return Stream.concat(answers.stream(), pushes.stream())
          .max(Comparator.naturalOrder())
          .orElse(Duration.ZERO);
    }

    @Override
    public String toString() {
      return "%d served, %d pushes, worst %d ms, %d failed"
          .formatted(answers.size(), pushes.size(), worst().toMillis(), failed);
    }
  }

  private final Target target;
  private final CompletableFuture<Seen> seen;
  private volatile boolean over;

  private Victims(Target target) {
    this.target = target;
    seen = CompletableFuture.supplyAsync(this::come, task -> new Thread(task, "victims").start());
  }

  /** Begins to send them; to be told the end. */
  static Victims of(Target target) {
    return new Victims(target);
  }

  /** Lets the last one finish, and says what all of them saw: at least one came. */
  Seen atTheEnd() {
    over = true;
    return seen.join();
  }

  private Seen come() {
    List<Duration> answers = new ArrayList<>();
    List<Duration> pushes = new ArrayList<>();
    int failed = 0;
    try (Resident resident = new Resident(target)) {
      do {
        pushes.add(resident.pushed());
        answers.add(firstAnswer(target.port()));
      } while (!over);
    } catch (IOException e) {
      failed++;
    }
    return new Seen(answers, pushes, failed);
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
