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
 * @param faults what is wrong with the book itself
 */
record RuleBook(Map<String, String> rules, List<String> faults) {
  private static final Pattern RULE = Pattern.compile("- \\*\\*([A-Z]+-\\d+[a-z]?)\\*\\* (.*)");
  private static final int TEXT = 100;

  /** Takes lines of the form {@code - **S-8** text}; everything else is prose. */
  static RuleBook parse(List<String> documents) {
    Map<String, String> rules = new LinkedHashMap<>();
    List<String> faults = new ArrayList<>();
    for (String document : documents) {
      for (String line : document.lines().toList()) {
        Matcher matcher = RULE.matcher(line);
        if (matcher.matches() && rules.put(matcher.group(1), shorten(matcher.group(2))) != null) {
          faults.add(matcher.group(1) + " stands in the rule book twice");
        }
      }
    }
    return new RuleBook(rules, faults);
  }

  private static String shorten(String text) {
    return text.length() <= TEXT ? text : text.substring(0, text.lastIndexOf(' ', TEXT)) + " …";
  }
}
