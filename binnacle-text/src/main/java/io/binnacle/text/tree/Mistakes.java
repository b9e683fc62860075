package io.binnacle.text.tree;

import io.binnacle.core.validate.IssueKind;
import io.binnacle.text.Findings;
import io.binnacle.text.Position;

/**
 * What is wrong in one text. A text that is wrong on every line is reported as such after some:
 * nobody reads a million findings, and they would take more memory than the text.
 */
final class Mistakes {

  /** So many are reported of one text. */
  static final int MOST = 1_000;

  private final Findings findings;
  private int reported;

  Mistakes(Findings findings) {
    this.findings = findings;
  }

  /** Ends the reading of the text; what it was is reported already. */
  static final class GiveUp extends RuntimeException {
    private static final long serialVersionUID = 1;

    GiveUp() {
      super("the rest is not read", null, false, false);
    }
  }

  /** Reports one; the reading goes on, unless there were too many. */
  void report(Position position, String message) {
    if (reported == MOST) {
      throw giveUp(position, "more than " + MOST + " mistakes, the rest is not read");
    }
    reported++;
    findings.error(position, message);
  }

  /** Reports what is no mistake, but should be looked at. */
  void warn(Position position, String message) {
    if (reported < MOST) {
      reported++;
      findings.warning(IssueKind.SYNTAX, position, "", "", message);
    }
  }

  /** Reports one that ended the reading, however many there were. */
  void end(Position position, String message) {
    findings.error(position, message);
  }

  /** What to throw for a mistake behind which nothing can be read. */
  GiveUp giveUp(Position position, String message) {
    end(position, message);
    return new GiveUp();
  }
}
