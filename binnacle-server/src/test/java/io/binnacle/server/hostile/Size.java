package io.binnacle.server.hostile;

/** How much an attack sends: little in every build, much under {@code -Dbinnacle.long=true}. */
final class Size {

  private static final boolean LONG = Boolean.getBoolean("binnacle.long");

  private Size() {}

  static int of(int inEveryBuild, int inLongRuns) {
    return LONG ? inLongRuns : inEveryBuild;
  }
}
