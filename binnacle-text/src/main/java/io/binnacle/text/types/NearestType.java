package io.binnacle.text.types;

import io.binnacle.core.message.NearestName;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The known type that a wrong name was probably meant to be: one that moved (another version or
 * package, of which something remains), or one that is spelt almost so. What is farther away is no
 * help. Stateless.
 */
final class NearestType {

  /** Packages are long: a third of one is far more than a slip. */
  private static final int MOST_SLIPS = 4;

  /** Words of packages that have little to do with what a type is for. */
  private static final Set<String> COMMON =
      Set.of(
          "envoy", "config", "extensions", "filters", "filter", "http", "network", "api", "type");

  private NearestType() {}

  static @Nullable String among(Collection<String> names, String wrong) {
    Set<String> words = words(wrong);
    String simple = wrong.substring(wrong.lastIndexOf('.') + 1);
    List<String> moved =
        names.stream()
            .filter(name -> name.endsWith("." + simple))
            .filter(name -> shared(name, words) > 0)
            .sorted(
                Comparator.comparingLong((String name) -> -shared(name, words))
                    .thenComparing(name -> name))
            .toList();
    if (!moved.isEmpty()) {
      return moved.get(0);
    }
    List<String> close =
        names.stream()
            .filter(name -> Math.abs(name.length() - wrong.length()) <= MOST_SLIPS)
            .toList();
    String nearest = NearestName.among(close, wrong);
    return nearest != null && NearestName.distance(lower(nearest), lower(wrong)) <= MOST_SLIPS
        ? nearest
        : null;
  }

  private static String lower(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  private static long shared(String name, Set<String> words) {
    return words(name).stream().filter(words::contains).count();
  }

  /** The words of its package, without versions. */
  private static Set<String> words(String name) {
    int end = Math.max(0, name.lastIndexOf('.'));
    return Stream.of(name.substring(0, end).split("\\."))
        .filter(word -> !COMMON.contains(word) && !word.matches("v[0-9].*"))
        .collect(Collectors.toCollection(HashSet::new));
  }
}
