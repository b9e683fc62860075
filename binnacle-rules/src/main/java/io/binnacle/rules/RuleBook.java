package io.binnacle.rules;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The rules of the rule book's files, in their order.
 *
 * @param rules identifier to the beginning of its text
 * @param planned identifier of each rule that is not built yet to the piece of work that brings it
 * @param faults what is wrong with the book itself
 */
record RuleBook(Map<String, String> rules, Map<String, String> planned, List<String> faults) {
  private static final Pattern RULE = Pattern.compile("- \\*\\*([A-Z]+-\\d+[a-z]?)\\*\\* (.*)");
  private static final Pattern PLANNED = Pattern.compile("\\*\\(planned: ([^)]+)\\)\\* (.*)");
  private static final int TEXT = 100;

  /**
   * Takes lines of the form {@code - **S-8** text}, and {@code - **C-1** *(planned: the client)*
   * text} for a rule that is not built yet; everything else is prose.
   */
  static RuleBook parse(List<String> documents) {
    Map<String, String> rules = new LinkedHashMap<>();
    Map<String, String> planned = new LinkedHashMap<>();
    List<String> faults = new ArrayList<>();
    for (String document : documents) {
      for (String line : document.lines().toList()) {
        Matcher rule = RULE.matcher(line);
        if (!rule.matches()) {
          continue;
        }
        String id = rule.group(1);
        Matcher mark = PLANNED.matcher(rule.group(2));
        String text = rule.group(2);
        if (mark.matches()) {
          planned.put(id, mark.group(1));
          text = mark.group(2);
        } else if (text.startsWith("*(")) {
          faults.add(id + " has a mark that is not *(planned: what brings it)*");
        }
        if (rules.put(id, shorten(text)) != null) {
          faults.add(id + " stands in the rule book twice");
        }
      }
    }
    return new RuleBook(rules, planned, faults);
  }

  private static String shorten(String text) {
    return text.length() <= TEXT ? text : text.substring(0, text.lastIndexOf(' ', TEXT)) + " …";
  }
}
