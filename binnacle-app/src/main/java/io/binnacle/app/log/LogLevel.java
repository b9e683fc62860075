package io.binnacle.app.log;

import ch.qos.logback.classic.Level;

/** How much of our own doings is logged; libraries never log below WARN. */
public enum LogLevel {
  error(Level.ERROR),
  warn(Level.WARN),
  info(Level.INFO),
  debug(Level.DEBUG),
  trace(Level.TRACE);

  private final Level level;

  LogLevel(Level level) {
    this.level = level;
  }

  Level level() {
    return level;
  }
}
