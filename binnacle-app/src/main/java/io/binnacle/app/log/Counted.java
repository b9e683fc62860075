package io.binnacle.app.log;

/** Numbers of things, in words for people. */
public final class Counted {

  private Counted() {}

  /**
   * A number with what it counts.
   *
   * @param what one of them, as {@code group}
   */
  public static String of(long number, String what) {
    return number + " " + what + (number == 1 ? "" : "s");
  }
}
