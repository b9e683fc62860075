package io.binnacle.app.process;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import sun.misc.Signal;

/**
 * The wish that the program ends: Ctrl-C, SIGTERM, or a test's call. A command that has something
 * to end in order {@linkplain #heed heeds} it: the first signal ends that command, with exit code
 * 0, and a second one the program at once. Any other command ends with the first signal, as
 * programs do. Safe for all threads.
 */
public final class StopSignal {

  /** What shells give to a program that a signal ended, less the signal's number. */
  private static final int ENDED_BY_SIGNAL = 128;

  private final CountDownLatch requested = new CountDownLatch(1);
  private final IntConsumer exit;
  private final IntConsumer halt;
  private volatile boolean heeded;

  /** One that hears no signals. */
  public StopSignal() {
    this(System::exit, Runtime.getRuntime()::halt);
  }

  /**
   * One of a process that ends otherwise.
   *
   * @param exit ends it with this exit code, after its shutdown hooks
   * @param halt ends it with this exit code, at once
   */
  StopSignal(IntConsumer exit, IntConsumer halt) {
    this.exit = exit;
    this.halt = halt;
  }

  /** One that hears the signals of this process; the JVM's own handling of them ends. */
  public static StopSignal ofProcess() {
    StopSignal stop = new StopSignal();
    for (String name : new String[] {"INT", "TERM"}) {
      Signal.handle(new Signal(name), signal -> stop.onSignal(signal.getNumber()));
    }
    return stop;
  }

  /** A signal came. */
  void onSignal(int number) {
    if (!heeded) {
      exit.accept(ENDED_BY_SIGNAL + number);
    } else if (isRequested()) {
      halt.accept(ENDED_BY_SIGNAL + number);
    } else {
      request();
    }
  }

  /** From now on a command looks for the wish by itself. */
  public void heed() {
    heeded = true;
  }

  public void request() {
    requested.countDown();
  }

  public boolean isRequested() {
    return requested.getCount() == 0;
  }

  /** Waits for the wish; an interrupt counts as one. */
  public void await() {
    try {
      requested.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Waits for the wish, but no longer than this; returns whether it came. */
  public boolean await(Duration longest) {
    try {
      return requested.await(longest.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
  }
}
