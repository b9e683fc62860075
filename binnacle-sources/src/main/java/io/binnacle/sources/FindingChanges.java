package io.binnacle.sources;

import io.binnacle.text.Finding;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What is new and what is gone among the findings of a source, from one load to the next. A finding
 * that only moved to another line is the same.
 *
 * @param appeared findings that were not there before
 * @param gone findings that are no more, with their former lines
 * @param remaining how many were there before and still are
 */
public record FindingChanges(List<Finding> appeared, List<Finding> gone, int remaining) {

  public FindingChanges {
    appeared = List.copyOf(appeared);
    gone = List.copyOf(gone);
  }

  private record Key(String file, String resource, String field, String message, String rule) {

    static Key of(Finding finding) {
      return new Key(
          finding.position().file(),
          finding.resource(),
          finding.fieldPath(),
          finding.severity() + finding.message(),
          finding.rule());
    }
  }

  /** The changes from one list to another. */
  public static FindingChanges between(List<Finding> before, List<Finding> after) {
    List<Finding> gone = without(before, after);
    List<Finding> appeared = without(after, before);
    return new FindingChanges(appeared, gone, after.size() - appeared.size());
  }

  private static List<Finding> without(List<Finding> findings, List<Finding> others) {
    Map<Key, Integer> left = new HashMap<>();
    others.forEach(other -> left.merge(Key.of(other), 1, Integer::sum));
    List<Finding> only = new ArrayList<>();
    for (Finding finding : findings) {
      if (left.merge(Key.of(finding), -1, Integer::sum) < 0) {
        only.add(finding);
      }
    }
    return only;
  }
}
