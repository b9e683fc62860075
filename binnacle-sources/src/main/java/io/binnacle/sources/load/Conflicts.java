package io.binnacle.sources.load;

import io.binnacle.core.validate.IssueKind;
import io.binnacle.sources.select.Selection;
import io.binnacle.sources.select.Selection.Fallback;
import io.binnacle.sources.select.Selection.Nodes;
import io.binnacle.text.Position;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Groups that stand in each other's way (G-3). Where one of two was there before and the other one
 * is new, only the new one is at fault, so that a bad group blocks no other. Stateless.
 */
final class Conflicts {

  private Conflicts() {}

  /** Reports groups of one name, and groups that are for the same nodes. */
  static void report(List<Draft> drafts) {
    for (int i = 0; i < drafts.size(); i++) {
      for (int j = i + 1; j < drafts.size(); j++) {
        names(drafts.get(i), drafts.get(j));
        selectors(drafts.get(i), drafts.get(j));
      }
    }
  }

  private static void names(Draft a, Draft b) {
    String name = a.text.name();
    if (!name.equals(b.text.name())) {
      return;
    }
    boolean aWasThere = a.before != null && a.before.text().name().equals(name);
    boolean bWasThere = b.before != null && b.before.text().name().equals(name);
    if (!aWasThere || bWasThere) {
      nameTaken(a, b);
    }
    if (!bWasThere || aWasThere) {
      nameTaken(b, a);
    }
  }

  private static void nameTaken(Draft at, Draft other) {
    at.findings.error(
        IssueKind.DUPLICATE,
        at.text.position(),
        "",
        "group",
        "another group is named '" + at.text.name() + "' too: " + place(other.text.position()));
  }

  private static void selectors(Draft a, Draft b) {
    if (a.text.priority() != b.text.priority()) {
      return;
    }
    String what = equalPart(a.text.selection(), b.text.selection());
    if (what != null) {
      boolean aWasThere = hadSelection(a);
      boolean bWasThere = hadSelection(b);
      if (!aWasThere || bWasThere) {
        sameNodes(a, b, what);
      }
      if (!bWasThere || aWasThere) {
        sameNodes(b, a, what);
      }
    } else if (a.text.selection() instanceof Nodes mine
        && b.text.selection() instanceof Nodes theirs
        && mine.overlaps(theirs)) {
      b.findings.warning(
          IssueKind.NODES,
          b.text.position(),
          "",
          "nodes",
          "a node may match both this group and '"
              + a.text.name()
              + "' ("
              + place(a.text.position())
              + "), and would then be served nothing new; give one of them a higher 'priority'");
    }
  }

  private static boolean hadSelection(Draft draft) {
    return draft.before != null
        && draft.before.text().priority() == draft.text.priority()
        && Objects.equals(draft.before.text().selection(), draft.text.selection());
  }

  /** What makes two selections the same for some nodes, for people; null when nothing does. */
  private static @Nullable String equalPart(Selection a, Selection b) {
    if (a instanceof Fallback && b instanceof Fallback) {
      return "both have no 'nodes' and are for every node that matches nothing";
    }
    if (a instanceof Nodes mine && b instanceof Nodes theirs) {
      var equal = mine.equalSelector(theirs);
      return equal == null ? null : "both have " + equal;
    }
    return null;
  }

  private static void sameNodes(Draft at, Draft other, String what) {
    at.findings.error(
        IssueKind.NODES,
        at.text.position(),
        "",
        "nodes",
        "is for the same nodes as group '"
            + other.text.name()
            + "' ("
            + place(other.text.position())
            + ") at the same priority "
            + at.text.priority()
            + ": "
            + what
            + "; give one of them a higher 'priority' or other nodes");
  }

  private static String place(Position position) {
    return position.file() + ":" + position.line();
  }
}
