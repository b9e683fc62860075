package io.binnacle.text.tree;

import io.binnacle.text.Position;

/**
 * A scalar, not yet given a type: what {@code 0777} or {@code yes} means is decided by the field
 * that it is for. In places without a type (Struct, variables) the JSON reading holds: {@code
 * null}, {@code true}, {@code false} and decimal numbers are what they are in JSON, everything else
 * is a string; {@code yes}, {@code on} and dates are strings.
 *
 * @param text the content, after unescaping
 * @param quoted whether it is a string for certain (quoted, a block scalar, or tagged {@code
 *     !!str})
 */
public record YamlScalar(Position position, String text, boolean quoted) implements YamlNode {

  @Override
  public boolean isNull() {
    return !quoted
        && switch (text) {
          case "", "~", "null", "Null", "NULL" -> true;
          default -> false;
        };
  }

  /** Whether it is the plain word for true, as YAML 1.2 has it. */
  public boolean isTrue() {
    return !quoted && (text.equals("true") || text.equals("True") || text.equals("TRUE"));
  }

  /** Whether it is the plain word for false, as YAML 1.2 has it. */
  public boolean isFalse() {
    return !quoted && (text.equals("false") || text.equals("False") || text.equals("FALSE"));
  }

  @Override
  public String kind() {
    if (isNull()) {
      return "nothing";
    }
    // Never the text itself: where it does not belong it may well be a private key.
    return isTrue() || isFalse() ? "true or false" : looksLikeNumber() ? "a number" : "a string";
  }

  private boolean looksLikeNumber() {
    return !quoted && text.matches("[+-]?[0-9][0-9.eE+-]*");
  }
}
