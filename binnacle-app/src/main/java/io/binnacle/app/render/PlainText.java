package io.binnacle.app.render;

/** How texts that others chose, and versions, stand in tables and trees for people. */
public final class PlainText {

  private static final int SHORT_VERSION = 8;

  private PlainText() {}

  /** What a client sends must not break lines, nor send commands to a terminal. */
  public static String oneLine(String text) {
    return text.replaceAll("[\\p{Cntrl}\\u0080-\\u009f\\u2028\\u2029]+", " ").strip();
  }

  /** As much of a version as people compare. */
  public static String shortVersion(String version) {
    return version.substring(0, Math.min(SHORT_VERSION, version.length()));
  }
}
