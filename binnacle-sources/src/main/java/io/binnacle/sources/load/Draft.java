package io.binnacle.sources.load;

import io.binnacle.sources.group.GroupCompiler.OwnParts;
import io.binnacle.sources.group.ReadyGroup;
import io.binnacle.sources.group.text.GroupText;
import io.binnacle.text.Finding;
import io.binnacle.text.Findings;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A group in the course of one load. Belongs to the thread that loads. */
final class Draft {

  final Unit unit;
  final GroupText text;
  final OwnParts own;
  final List<Finding> readFindings;
  final @Nullable Accepted before;
  final Findings findings = new Findings();
  @Nullable ReadyGroup ready;

  Draft(
      Unit unit,
      GroupText text,
      OwnParts own,
      List<Finding> readFindings,
      @Nullable Accepted before) {
    this.unit = unit;
    this.text = text;
    this.own = own;
    this.readFindings = readFindings;
    this.before = before;
    readFindings.forEach(findings::add);
  }

  boolean isGood() {
    return !findings.hasErrors();
  }

  /** The text that others include: the new one, or the last good one; null when there is none. */
  @Nullable GroupText includable() {
    if (isGood()) {
      return text;
    }
    return before == null ? null : before.text();
  }

  UnitState finish() {
    Accepted accepted = isGood() ? new Accepted(unit, text, ready) : before;
    return new UnitState(unit, text, own, readFindings, accepted, findings.sorted());
  }
}
