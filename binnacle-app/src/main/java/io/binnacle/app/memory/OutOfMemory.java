package io.binnacle.app.memory;

import io.binnacle.app.problem.ExitCode;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Ends the process when it has run out of memory (M-5): whoever met the error is in no known state,
 * and half a server that still holds its port is worse than none, which is started again.
 *
 * <p>An {@link OutOfMemoryError} is met by any thread, and most of them belong to libraries that
 * catch and log it. So it is noticed in three places: where a thread dies of it, where it is logged
 * ({@link LoggedErrors}), and where the heap is full after a collection ({@link FullHeap}), whoever
 * swallowed it. What is needed to end is made beforehand. Safe from any thread.
 */
public final class OutOfMemory {

  private static final byte[] LINE =
      ("binnacle: out of memory, so the process ends: give it more (-Xmx), or let clients hold less"
              + " (--client-memory)\n")
          .getBytes(StandardCharsets.UTF_8);

  private static final int EXIT_CODE = ExitCode.OUT_OF_MEMORY.number();

  private final FileOutputStream out;
  private final IntConsumer halt;
  private final AtomicBoolean ended = new AtomicBoolean();

  /**
   * One that ends otherwise than this process does.
   *
   * @param halt ends the process with this exit code, without running anything more
   */
  OutOfMemory(FileOutputStream out, IntConsumer halt) {
    this.out = out;
    this.halt = halt;
  }

  /** Watches this process from now on, to its end. */
  public static void endsThisProcess() {
    OutOfMemory end =
        new OutOfMemory(new FileOutputStream(FileDescriptor.err), Runtime.getRuntime()::halt);
    Thread.setDefaultUncaughtExceptionHandler(end::uncaught);
    LoggedErrors.watch(end::met);
    FullHeap.watch(end::ends);
  }

  private void uncaught(Thread thread, Throwable error) {
    met(error);
    System.err.print("Exception in thread \"" + thread.getName() + "\" ");
    error.printStackTrace();
  }

  /** Somebody met this; ends where it is the want of memory, or came of it. */
  void met(@Nullable Throwable error) {
    Throwable cause = error;
    for (int depth = 0; cause != null && depth < 16; depth++) {
      if (cause instanceof OutOfMemoryError) {
        ends();
        return;
      }
      cause = cause.getCause();
    }
  }

  /** There is no memory. */
  void ends() {
    if (ended.compareAndSet(false, true)) {
      try {
        out.write(LINE);
      } catch (IOException nobodyReads) {
        // the exit code shows it too
      } finally {
        halt();
      }
    }
  }

  /** Even this may want memory at first. */
  private void halt() {
    while (true) {
      try {
        halt.accept(EXIT_CODE);
        return;
      } catch (OutOfMemoryError again) {
        Thread.onSpinWait();
      }
    }
  }
}
