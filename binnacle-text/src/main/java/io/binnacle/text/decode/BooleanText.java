package io.binnacle.text.decode;

import io.binnacle.text.tree.YamlScalar;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Words for true and false, as Envoy reads them: {@code true}, {@code yes}, {@code on} and their
 * opposites, in any case; and the short forms, which it takes too but nobody should write.
 * Stateless.
 */
final class BooleanText {

  private BooleanText() {}

  /** The value, or null when the word is none. */
  static @Nullable Boolean of(YamlScalar scalar) {
    String word = scalar.text().toLowerCase(Locale.ROOT);
    return switch (word) {
      case "true", "yes", "y", "t" -> true;
      case "false", "no", "n", "f" -> false;
      // Plain, YAML takes them for numbers.
      case "1", "0" -> scalar.quoted() ? (Boolean) word.equals("1") : null;
      // In quotes they are no words of JSON, and Envoy refuses them.
      case "on", "off" -> scalar.quoted() ? null : (Boolean) word.equals("on");
      default -> null;
    };
  }

  /** Whether the reader of a file could take it for something else. */
  static boolean isDoubtful(YamlScalar scalar) {
    return scalar.text().length() == 1;
  }

  /**
   * Whether YAML 1.1, and Envoy, read a plain word as true or false that YAML 1.2 and JSON take for
   * a string; where no field determines what is wanted.
   */
  static boolean isOldWord(YamlScalar scalar) {
    return !scalar.quoted()
        && switch (scalar.text()) {
          case "y", "Y", "yes", "Yes", "YES", "on", "On", "ON" -> true;
          case "n", "N", "no", "No", "NO", "off", "Off", "OFF" -> true;
          default -> false;
        };
  }
}
