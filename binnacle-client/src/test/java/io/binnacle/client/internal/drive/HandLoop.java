package io.binnacle.client.internal.drive;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** A loop whose thread and clock are the test. */
final class HandLoop implements Loop {

  private record Task(long at, Runnable run) {}

  private final List<Task> tasks = new ArrayList<>();
  private long now;

  /** Runs what is due while this time passes. */
  void pass(Duration time) {
    long end = now + time.toNanos();
    while (true) {
      Task next = tasks.stream().min(Comparator.comparingLong(Task::at)).orElse(null);
      if (next == null || next.at() > end) {
        now = end;
        return;
      }
      tasks.remove(next);
      now = Math.max(now, next.at());
      next.run().run();
    }
  }

  double seconds() {
    return now / 1e9;
  }

  @Override
  public long now() {
    return now;
  }

  @Override
  public Runnable schedule(Runnable task, long delayNanos) {
    Task scheduled = new Task(now + delayNanos, task);
    tasks.add(scheduled);
    return () -> tasks.remove(scheduled);
  }

  @Override
  public void execute(Runnable task) {
    schedule(task, 0);
  }

  @Override
  public boolean isOwner() {
    return true;
  }

  @Override
  public void close() {
    tasks.clear();
  }
}
