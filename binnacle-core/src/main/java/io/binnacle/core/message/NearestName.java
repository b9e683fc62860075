package io.binnacle.core.message;

import java.util.Collection;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Finds the legal name that a misspelt one was probably meant to be. Stateless. */
public final class NearestName {

  private NearestName() {}

  /** The nearest of the candidates, or null when none is near enough to be a help. */
  public static @Nullable String among(Collection<String> candidates, String wrong) {
    String wanted = normal(wrong);
    int limit = Math.max(1, wanted.length() / 3);
    String best = null;
    int bestDistance = limit + 1;
    for (String candidate : candidates) {
      String normal = normal(candidate);
      if (Math.abs(normal.length() - wanted.length()) >= bestDistance) {
        continue;
      }
      int distance = distance(normal, wanted);
      if (distance < bestDistance
          || (distance == bestDistance && best != null && candidate.compareTo(best) < 0)) {
        best = candidate;
        bestDistance = distance;
      }
    }
    return best;
  }

  /** {@code , did you mean 'x'?}, or nothing when no candidate is near. */
  public static String hint(Collection<String> candidates, String wrong) {
    String nearest = among(candidates, wrong);
    return nearest == null ? "" : ", did you mean '" + nearest + "'?";
  }

  // Case and the two spellings of a field name (snake_case, camelCase) are no difference to a
  // reader.
  private static String normal(String name) {
    return name.replace("_", "").toLowerCase(Locale.ROOT);
  }

  /** Damerau-Levenshtein distance where a swap of neighbours counts once. */
  public static int distance(String a, String b) {
    int[] beforePrevious = new int[b.length() + 1];
    int[] previous = new int[b.length() + 1];
    int[] current = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      previous[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      current[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        int cost = Math.min(previous[j - 1] + change, Math.min(previous[j], current[j - 1]) + 1);
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          cost = Math.min(cost, beforePrevious[j - 2] + 1);
        }
        current[j] = cost;
      }
      int[] spare = beforePrevious;
      beforePrevious = previous;
      previous = current;
      current = spare;
    }
    return previous[b.length()];
  }
}
