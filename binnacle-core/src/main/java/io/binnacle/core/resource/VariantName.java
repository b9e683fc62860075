package io.binnacle.core.resource;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Names that tell the variants of a resource apart (D-16): a plain canonical name, and behind it in
 * brackets what makes the difference.
 *
 * <ul>
 *   <li>{@code web ⟨env=prod⟩} is the variant of {@code web} with these constraints. In views, logs
 *       and books it has a name of its own by this.
 *   <li>{@code web ⟨?env=prod&version=v1⟩} is what a client asks for with these parameters.
 * </ul>
 *
 * <p>Such a name never comes from a client or a source: {@link ResourceName#canonical} takes it for
 * malformed.
 */
public final class VariantName {

  private static final String OPEN = " \u27e8";
  private static final char CLOSE = '\u27e9';
  private static final String ASKED = "?";

  private VariantName() {}

  /** The name of a variant. */
  public static String of(String plain, ParameterConstraints constraints) {
    return plain + OPEN + VariantText.of(constraints) + CLOSE;
  }

  /** What a client asks for with parameters; the plain name where it gives none. */
  public static String asked(String plain, Map<String, String> parameters) {
    if (parameters.isEmpty()) {
      return plain;
    }
    return plain
        + OPEN
        + ASKED
        + new TreeMap<>(parameters)
            .entrySet().stream()
                .map(p -> VariantText.encoded(p.getKey()) + "=" + VariantText.encoded(p.getValue()))
                .collect(Collectors.joining("&"))
        + CLOSE;
  }

  /** Whether a name has brackets, of either kind. */
  public static boolean isOne(String name) {
    return !name.isEmpty()
        && name.charAt(name.length() - 1) == CLOSE
        && name.lastIndexOf(OPEN) >= 0;
  }

  /** Whether a name is what a client asks for with parameters. */
  public static boolean isAsked(String name) {
    return isOne(name) && inside(name).startsWith(ASKED);
  }

  /** The name without brackets. */
  public static String plain(String name) {
    return isOne(name) ? name.substring(0, name.lastIndexOf(OPEN)) : name;
  }

  /** The parameters with which a client asks for a name; empty for a plain one. */
  public static Map<String, String> parameters(String name) {
    if (!isAsked(name)) {
      return Map.of();
    }
    return Arrays.stream(inside(name).substring(1).split("&", -1))
        .map(parameter -> parameter.split("=", 2))
        .collect(
            Collectors.toUnmodifiableMap(
                p -> VariantText.decoded(p[0]), p -> VariantText.decoded(p[1])));
  }

  /**
   * The constraints of a variant; of what was asked for, those that are just these parameters; of a
   * plain name, none.
   */
  public static ParameterConstraints constraints(String name) {
    if (!isOne(name)) {
      return ParameterConstraints.and();
    }
    return isAsked(name)
        ? new ParameterConstraints.And(
            parameters(name).entrySet().stream()
                .filter(parameter -> !parameter.getKey().isEmpty())
                .map(p -> ParameterConstraints.value(p.getKey(), p.getValue()))
                .toList())
        : VariantText.parse(inside(name));
  }

  /** What the name of every variant of a plain name begins with. */
  public static String prefix(String plain) {
    return plain + OPEN;
  }

  private static String inside(String name) {
    return name.substring(name.lastIndexOf(OPEN) + OPEN.length(), name.length() - 1);
  }
}
