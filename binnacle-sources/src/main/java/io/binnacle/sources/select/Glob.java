package io.binnacle.sources.select;

/** Text in which each {@code *} stands for any run of characters, also for none (G-3). */
public record Glob(String pattern) {

  private static final char STAR = '*';

  /** Whether the whole text is of this form. */
  public boolean matches(String text) {
    int p = 0;
    int t = 0;
    int star = -1;
    int retry = 0;
    while (t < text.length()) {
      if (p < pattern.length() && pattern.charAt(p) == STAR) {
        star = p++;
        retry = t;
      } else if (p < pattern.length() && pattern.charAt(p) == text.charAt(t)) {
        p++;
        t++;
      } else if (star >= 0) {
        // The last star takes one character more; earlier ones need never be tried again.
        p = star + 1;
        t = ++retry;
      } else {
        return false;
      }
    }
    while (p < pattern.length() && pattern.charAt(p) == STAR) {
      p++;
    }
    return p == pattern.length();
  }

  /** Whether there is a text that both match. */
  boolean overlaps(Glob other) {
    String a = pattern;
    String b = other.pattern;
    if (differsBeforeStars(a, b)) {
      return false;
    }
    // meets[j]: whether a from i and b from j have a text in common; built from the ends
    boolean[] meets = new boolean[b.length() + 1];
    for (int i = a.length(); i >= 0; i--) {
      boolean[] next = meets;
      meets = new boolean[b.length() + 1];
      for (int j = b.length(); j >= 0; j--) {
        if (i == a.length() && j == b.length()) {
          meets[j] = true;
        } else if (i < a.length() && a.charAt(i) == STAR) {
          meets[j] = next[j] || (j < b.length() && meets[j + 1]);
        } else if (j < b.length() && b.charAt(j) == STAR) {
          meets[j] = meets[j + 1] || (i < a.length() && next[j]);
        } else {
          meets[j] = i < a.length() && j < b.length() && a.charAt(i) == b.charAt(j) && next[j + 1];
        }
      }
    }
    return meets[0];
  }

  /** What decides nearly every pair, without the table. */
  private static boolean differsBeforeStars(String a, String b) {
    for (int i = 0; i < a.length() && i < b.length(); i++) {
      char mine = a.charAt(i);
      char theirs = b.charAt(i);
      if (mine == STAR || theirs == STAR) {
        return false;
      }
      if (mine != theirs) {
        return true;
      }
    }
    return false;
  }

  @Override
  public String toString() {
    return pattern;
  }
}
