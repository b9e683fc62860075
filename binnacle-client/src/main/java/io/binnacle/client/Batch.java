package io.binnacle.client;

import io.binnacle.client.internal.drive.Loop;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Gives tasks to the loop: each at once, or those that a thread makes inside of {@link #together}
 * as one task, so that they become one request (C-12). Safe for all threads.
 */
final class Batch {

  private final Loop loop;
  private final ThreadLocal<@Nullable List<Runnable>> collected = new ThreadLocal<>();

  Batch(Loop loop) {
    this.loop = loop;
  }

  void run(Runnable task) {
    List<Runnable> tasks = collected.get();
    if (tasks == null) {
      loop.execute(task);
    } else {
      tasks.add(task);
    }
  }

  void together(Runnable changes) {
    if (collected.get() != null) {
      changes.run();
      return;
    }
    List<Runnable> tasks = new ArrayList<>();
    collected.set(tasks);
    try {
      changes.run();
    } finally {
      collected.remove();
      loop.execute(() -> tasks.forEach(Runnable::run));
    }
  }
}
