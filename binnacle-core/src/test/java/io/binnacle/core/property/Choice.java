package io.binnacle.core.property;

import java.util.List;
import java.util.Random;

/** What clients ask for. */
final class Choice {

  private static final List<String> MISSING = List.of("missing-1", "missing-2");

  private Choice() {}

  /** A name that may or may not exist; a glob or an alias where these are wanted. */
  static String name(Random random, boolean globs, boolean aliases) {
    int kind = random.nextInt(10);
    if (kind == 0 && globs) {
      return random.nextBoolean() ? World.GLOB : World.OTHER_GLOB;
    }
    if (kind == 1 && aliases) {
      return World.ALIASES.get(random.nextInt(World.ALIASES.size()));
    }
    return kind == 2
        ? MISSING.get(random.nextInt(MISSING.size()))
        : World.NAMES.get(random.nextInt(World.NAMES.size()));
  }
}
