package io.binnacle.core.validate.content;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How large a regular expression gets when its repetitions are written out, found without doing so:
 * {@code ((a{1000}){1000}){1000}} has 23 characters, and a program for it a billion steps.
 *
 * <p>It reads no more of the syntax than that takes; whether the text is an expression at all is
 * found out by compiling it, which costs little once it is known to be small.
 */
final class RegexSize {

  private static final Pattern REPETITION = Pattern.compile("\\{([0-9]{1,9})(,([0-9]{0,9}))?}");
  private static final Pattern BRACES = Pattern.compile("\\{[^}]*}");

  /** What is read between two parentheses. */
  private static final class Group {
    double steps;
    double repeated = 1;
    double last;
    double lastRepeated = 1;

    void atom(double size, double times) {
      keep();
      last = size;
      lastRepeated = times;
    }

    void keep() {
      steps += last;
      repeated = Math.max(repeated, lastRepeated);
      last = 0;
      lastRepeated = 1;
    }
  }

  private final String regex;
  private final Deque<Group> open = new ArrayDeque<>();
  private int at;
  private int depth = 1;

  private RegexSize(String regex) {
    this.regex = regex;
  }

  /**
   * What an expression takes.
   *
   * @param steps of its program, about
   * @param repeated how often its most repeated part is repeated, by repetitions with a number in
   *     one another
   * @param depth of its groups
   */
  record Size(double steps, double repeated, int depth) {}

  static Size of(String regex) {
    return new RegexSize(regex).read();
  }

  private Size read() {
    open.push(new Group());
    while (at < regex.length()) {
      step(regex.charAt(at));
    }
    while (open.size() > 1) {
      close();
    }
    Group whole = open.element();
    whole.keep();
    return new Size(whole.steps, whole.repeated, depth);
  }

  private void step(char c) {
    at++;
    switch (c) {
      case '\\' -> escape();
      case '[' -> {
        skipClass();
        open.element().atom(1, 1);
      }
      case '(' -> {
        open.push(new Group());
        depth = Math.max(depth, open.size());
      }
      case ')' -> close();
      case '{' -> repetition();
      default -> open.element().atom(1, 1);
    }
  }

  private void close() {
    if (open.size() > 1) {
      Group inner = open.pop();
      inner.keep();
      open.element().atom(inner.steps + 2, inner.repeated);
    }
  }

  private void escape() {
    char c = at < regex.length() ? regex.charAt(at++) : '\\';
    if (c == 'Q') {
      int end = regex.indexOf("\\E", at);
      int to = end < 0 ? regex.length() : end;
      open.element().atom((double) to - at, 1);
      at = Math.min(regex.length(), to + 2);
      return;
    }
    if (c == 'p' || c == 'P' || c == 'x') {
      skip(BRACES);
    }
    open.element().atom(1, 1);
  }

  private void skipClass() {
    if (at < regex.length() && regex.charAt(at) == '^') {
      at++;
    }
    int first = at;
    while (at < regex.length() && (regex.charAt(at) != ']' || at == first)) {
      if (regex.startsWith("[:", at) && regex.indexOf(":]", at) > 0) {
        at = regex.indexOf(":]", at) + 2;
      } else {
        at += regex.charAt(at) == '\\' ? 2 : 1;
      }
    }
    at = Math.min(regex.length(), at + 1);
  }

  private void repetition() {
    Matcher braces = REPETITION.matcher(regex).region(at - 1, regex.length());
    Group group = open.element();
    if (!braces.lookingAt()) {
      group.atom(1, 1);
      return;
    }
    at = braces.end();
    String most = braces.group(3);
    double times = Double.parseDouble(braces.group(1));
    if (most != null && !most.isEmpty()) {
      times = Math.max(times, Double.parseDouble(most));
    }
    group.last *= Math.max(1, times) + (most == null ? 0 : 1);
    group.lastRepeated *= Math.max(1, times);
  }

  private void skip(Pattern what) {
    Matcher found = what.matcher(regex).region(at, regex.length());
    if (found.lookingAt()) {
      at = found.end();
    }
  }
}
