package io.binnacle.app.log;

/** How log lines look. */
public enum LogFormat {
  /** Text on a terminal, else JSON. */
  auto,
  text,
  /** One JSON object per line. */
  json
}
