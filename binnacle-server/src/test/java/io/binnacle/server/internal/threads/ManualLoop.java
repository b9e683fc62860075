package io.binnacle.server.internal.threads;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;

/** A loop whose tasks run when the test says so, with a clock that the test moves. */
public final class ManualLoop implements Loop {

  private static final class Scheduled implements Timer {
    final Runnable task;
    final long at;
    boolean cancelled;

    Scheduled(Runnable task, long at) {
      this.task = task;
      this.at = at;
    }

    @Override
    public void cancel() {
      cancelled = true;
    }
  }

  private final Deque<Runnable> tasks = new ArrayDeque<>();
  private final List<Scheduled> timers = new ArrayList<>();
  private long now = 1_000;

  @Override
  public void execute(Runnable task) {
    tasks.add(task);
  }

  @Override
  public Timer schedule(Runnable task, long delayNanos) {
    Scheduled timer = new Scheduled(task, now + delayNanos);
    timers.add(timer);
    return timer;
  }

  @Override
  public long now() {
    return now;
  }

  /** Number of tasks that wait. */
  public int waiting() {
    return tasks.size();
  }

  public void runAll() {
    while (!tasks.isEmpty()) {
      tasks.removeFirst().run();
    }
  }

  /** Moves the clock, and runs what falls due on the way. */
  public void advance(Duration by) {
    long until = now + by.toNanos();
    while (true) {
      timers.removeIf(timer -> timer.cancelled);
      Scheduled next =
          timers.stream()
              .filter(timer -> timer.at <= until)
              .min(Comparator.comparingLong(timer -> timer.at))
              .orElse(null);
      if (next == null) {
        break;
      }
      timers.remove(next);
      now = Math.max(now, next.at);
      next.task.run();
      runAll();
    }
    now = until;
  }
}
