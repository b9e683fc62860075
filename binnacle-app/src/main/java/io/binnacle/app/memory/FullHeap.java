package io.binnacle.app.memory;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.SoftReference;

/**
 * Notices a heap that is full, also where everybody swallows the error. The JVM clears soft
 * references before it throws an OutOfMemoryError, and else only those that were not used for long;
 * this one is used every second. When it is cleared while nearly all of the heap is in use, there
 * is no memory left. (It is cleared also in a process that collects no garbage for minutes: then
 * most of the heap is free.) A daemon thread of its own, to the end of the process.
 */
final class FullHeap implements Runnable {

  private static final long USED_EVERY_MILLIS = 1_000;
  private static final double FULL = 0.95;

  private final Runnable whenFull;
  private final ReferenceQueue<Object> cleared = new ReferenceQueue<>();
  private SoftReference<Object> sentinel = new SoftReference<>(new Object(), cleared);

  private FullHeap(Runnable whenFull) {
    this.whenFull = whenFull;
  }

  /** Begins to look. */
  static void watch(Runnable whenFull) {
    Thread thread = new Thread(new FullHeap(whenFull), "binnacle-memory");
    thread.setDaemon(true);
    thread.setPriority(Thread.MAX_PRIORITY);
    thread.start();
  }

  @Override
  public void run() {
    try {
      while (true) {
        if (cleared.remove(USED_EVERY_MILLIS) != null) {
          if (isFull(Runtime.getRuntime())) {
            whenFull.run();
          }
          sentinel = new SoftReference<>(new Object(), cleared);
        }
        sentinel.get(); // counts as a use
      }
    } catch (InterruptedException end) {
      Thread.currentThread().interrupt();
    } catch (OutOfMemoryError error) {
      whenFull.run();
    }
  }

  private static boolean isFull(Runtime runtime) {
    return runtime.totalMemory() - runtime.freeMemory() > FULL * runtime.maxMemory();
  }
}
