package io.binnacle.sources.revision;

import io.binnacle.sources.revision.FileChange.Kind;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** What changes are about, in one line: how many resources of which groups. Stateless. */
public final class ChangeSummary {

  private static final int MOST_GROUPS = 5;

  private ChangeSummary() {}

  /** Such as {@code edge: 1 added, 2 changed; common: 1 removed}. */
  public static String of(List<FileChange> changes) {
    SortedMap<String, Map<Kind, Integer>> groups = new TreeMap<>();
    for (FileChange change : changes) {
      String group = RevisionPaths.groupOf(change.path());
      if (group != null) {
        groups
            .computeIfAbsent(group, key -> new EnumMap<>(Kind.class))
            .merge(change.kind(), 1, Integer::sum);
      }
    }
    if (groups.isEmpty()) {
      return "what is served stays the same; " + counted(changes.size()) + " changed";
    }
    List<String> parts = new ArrayList<>();
    groups.forEach(
        (group, kinds) -> {
          if (parts.size() < MOST_GROUPS) {
            parts.add(group + ": " + counts(kinds));
          }
        });
    int more = groups.size() - parts.size();
    return String.join("; ", parts) + (more == 0 ? "" : "; and " + more + " more groups");
  }

  private static String counts(Map<Kind, Integer> kinds) {
    List<String> counts = new ArrayList<>();
    kinds.forEach((kind, count) -> counts.add(count + " " + kind.name().toLowerCase(Locale.ROOT)));
    return String.join(", ", counts);
  }

  private static String counted(int files) {
    return files == 1 ? "1 file" : files + " files";
  }
}
