package io.binnacle.rules;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The rows of {@code docs/features.md}, out of {@code docs/protocol.md}: the resource types of its
 * table T, and its sections with their rules.
 *
 * @param types in the order of the table
 * @param sections in their order
 */
record FeatureRows(List<Type> types, List<Section> sections) {

  /**
   * A resource type.
   *
   * @param name its short name, or {@link Covers#OTHER}
   * @param excluded the ways in which the table gives it no method, each with the reason
   */
  record Type(String name, Map<Delivery, String> excluded) {}

  /**
   * A section of the rules.
   *
   * @param key its letter
   * @param title its heading, with the letter
   */
  record Section(String key, String title, List<String> rules) {}

  private static final Pattern HEADING = Pattern.compile("## ([A-Z]+)\\. (.*)");
  private static final Pattern RULE = Pattern.compile("- \\*\\*([A-Z]+-\\d+[a-z]?)\\*\\* .*");
  private static final Pattern TYPE = Pattern.compile("\\| ([A-Z]+DS) \\|.*");
  private static final String NONE = "–";

  static FeatureRows parse(String protocol) {
    List<Type> types = new ArrayList<>();
    List<Section> sections = new ArrayList<>();
    for (String line : protocol.lines().toList()) {
      Matcher heading = HEADING.matcher(line);
      Matcher rule = RULE.matcher(line);
      if (heading.matches()) {
        String title = heading.group(1) + ". " + heading.group(2);
        sections.add(new Section(heading.group(1), title, new ArrayList<>()));
      } else if (rule.matches() && !sections.isEmpty()) {
        sections.get(sections.size() - 1).rules().add(rule.group(1));
      } else if (TYPE.matcher(line).matches() && !line.startsWith("| ADS ")) {
        types.add(type(line.split("\\s*\\|\\s*")));
      }
    }
    types.add(new Type(Covers.OTHER, Map.of()));
    sections.removeIf(section -> section.rules().isEmpty());
    return new FeatureRows(types, sections);
  }

  /** The cells of a line of table T: nothing, name, type, service, SotW, delta, Fetch. */
  private static Type type(String[] cells) {
    Map<Delivery, String> excluded = new EnumMap<>(Delivery.class);
    if (cells[4].equals(NONE)) {
      excluded.put(Delivery.SOTW_TYPED, "table T: no SotW method");
      excluded.put(Delivery.SOTW_ADS, "table T: delta only");
    }
    if (cells[6].equals(NONE)) {
      excluded.put(Delivery.REST, "table T: no REST path");
      excluded.put(Delivery.FETCH, "table T: no Fetch method");
    }
    return new Type(cells[1], excluded);
  }

  /** The row of a type that was delivered: types outside of the table share one. */
  String rowOf(String type) {
    return types.stream().anyMatch(row -> row.name().equals(type)) ? type : Covers.OTHER;
  }
}
