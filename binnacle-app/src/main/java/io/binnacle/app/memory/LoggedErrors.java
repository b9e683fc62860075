package io.binnacle.app.memory;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.turbo.TurboFilter;
import ch.qos.logback.core.spi.FilterReply;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import org.slf4j.Marker;

/**
 * Every error that anybody logs, at whatever level: event loops and executors catch what their
 * tasks throw, and log it. Calls its listener on the thread that logs.
 */
public final class LoggedErrors extends TurboFilter {

  /** Kept when logging is set up again. */
  private static volatile @Nullable Consumer<Throwable> listener;

  private final Consumer<Throwable> seen;

  private LoggedErrors(Consumer<Throwable> seen) {
    this.seen = seen;
  }

  /** From now on all that is logged goes to the listener too. */
  static void watch(Consumer<Throwable> newListener) {
    listener = newListener;
    watchAgain((LoggerContext) LoggerFactory.getILoggerFactory());
  }

  /** The set-up of logging was replaced, and with it what watched it. */
  public static void watchAgain(LoggerContext context) {
    Consumer<Throwable> present = listener;
    if (present != null) {
      context.addTurboFilter(new LoggedErrors(present));
    }
  }

  @Override
  public FilterReply decide(
      @Nullable Marker marker,
      Logger logger,
      Level level,
      @Nullable String format,
      Object @Nullable [] params,
      @Nullable Throwable error) {
    if (error != null) {
      seen.accept(error);
    } else if (params != null
        && params.length > 0
        && params[params.length - 1] instanceof Throwable last) {
      seen.accept(last);
    }
    return FilterReply.NEUTRAL;
  }
}
