package io.binnacle.core.property;

import java.util.ArrayList;
import java.util.List;

/**
 * Goes through all ways of something that chooses: each run repeats the choices of the one before
 * up to the last that had an alternative, and takes that.
 *
 * <pre>{@code
 * AllWays ways = new AllWays();
 * while (ways.next()) {
 *   ... ways.choose(3) ...
 * }
 * }</pre>
 */
final class AllWays {

  private static final class Choice {
    final int options;
    int taken;

    Choice(int options) {
      this.options = options;
    }
  }

  private final List<Choice> choices = new ArrayList<>();
  private int made;
  private boolean begun;

  /** Begins the next run; false when all ways were gone. */
  boolean next() {
    made = 0;
    if (!begun) {
      begun = true;
      return true;
    }
    while (!choices.isEmpty()) {
      Choice last = choices.get(choices.size() - 1);
      if (++last.taken < last.options) {
        return true;
      }
      choices.remove(choices.size() - 1);
    }
    return false;
  }

  /** One of so many, from 0 on. */
  int choose(int options) {
    if (made == choices.size()) {
      choices.add(new Choice(options));
    }
    Choice choice = choices.get(made++);
    if (choice.options != options) {
      throw new IllegalStateException("a run that does not repeat itself");
    }
    return choice.taken;
  }
}
