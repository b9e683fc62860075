package io.binnacle.sources.load;

import io.binnacle.sources.group.text.SourceFile;
import io.binnacle.sources.load.FileParser.Parsed;
import io.binnacle.text.Finding;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Decides which files are one group (G-2). Stateless. */
final class UnitReader {

  /** The group of what lies in the directory without being a group file. */
  static final String DEFAULT = "default";

  private UnitReader() {}

  /**
   * The units of a directory, by key.
   *
   * @param loose paths that were part of {@link #DEFAULT} before: a file of these that cannot be
   *     read now stays there
   */
  static List<Unit> units(List<Parsed> files, Set<String> loose) {
    Map<String, List<Parsed>> byKey = new TreeMap<>();
    for (Parsed parsed : files) {
      byKey.computeIfAbsent(keyOf(parsed.file(), loose), key -> new ArrayList<>()).add(parsed);
    }
    List<Unit> units = new ArrayList<>();
    byKey.forEach((key, of) -> units.add(unit(key, of)));
    return units;
  }

  private static String keyOf(SourceFile file, Set<String> loose) {
    int slash = file.path().indexOf('/');
    if (slash >= 0) {
      return file.path().substring(0, slash + 1);
    }
    boolean wasLoose = file.documents().isEmpty() && loose.contains(file.path());
    // No path is empty, so this key is nobody else's.
    return wasLoose || !file.isGroup() ? "" : file.path();
  }

  private static Unit unit(String key, List<Parsed> files) {
    List<Finding> findings = new ArrayList<>();
    files.forEach(parsed -> findings.addAll(parsed.findings()));
    return new Unit(
        key,
        defaultName(key),
        files.stream().map(Parsed::file).toList(),
        files.stream().map(Parsed::raw).toList(),
        findings);
  }

  private static String defaultName(String key) {
    if (key.isEmpty()) {
      return DEFAULT;
    }
    return key.endsWith("/")
        ? key.substring(0, key.length() - 1)
        : key.substring(0, key.lastIndexOf('.') < 0 ? key.length() : key.lastIndexOf('.'));
  }
}
