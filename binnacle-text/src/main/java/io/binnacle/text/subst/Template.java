package io.binnacle.text.subst;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The text of a scalar as literals and references. {@code ${name}} and {@code ${name:-default}} are references, {@code
 * $${} is a literal <code>${</code>, and every other dollar sign is itself. A default is a template too.
 */
record Template(List<Part> parts) {

  /** A piece of the text. */
  sealed interface Part {}

  /** Text as it is. */
  record Literal(String text) implements Part {}

  /** A reference; null as default: there is none. */
  record Reference(String name, @Nullable Template defaultValue) implements Part {}

  /** The text cannot be understood; the message says why. */
  static final class SyntaxException extends Exception {
    private static final long serialVersionUID = 1;

    SyntaxException(String message) {
      super(message, null, false, false);
    }
  }

  private static final int MAX_NESTING = 20;

  /** Whether a text needs to be looked at in detail. */
  static boolean isNeededFor(String text) {
    return text.contains("${");
  }

  static Template parse(String text) throws SyntaxException {
    List<Part> parts = new ArrayList<>();
    StringBuilder literal = new StringBuilder();
    int at = 0;
    while (at < text.length()) {
      if (text.startsWith("$${", at)) {
        literal.append("${");
        at += 3;
      } else if (text.startsWith("${", at)) {
        if (literal.length() > 0) {
          parts.add(new Literal(literal.toString()));
          literal.setLength(0);
        }
        int end = closingBrace(text, at + 2);
        parts.add(reference(text.substring(at + 2, end)));
        at = end + 1;
      } else {
        literal.append(text.charAt(at++));
      }
    }
    if (literal.length() > 0) {
      parts.add(new Literal(literal.toString()));
    }
    return new Template(List.copyOf(parts));
  }

  /** Braces nest, for defaults that refer to something in turn. */
  private static int closingBrace(String text, int from) throws SyntaxException {
    int depth = 1;
    for (int i = from; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '{' && text.charAt(i - 1) == '$') {
        if (++depth > MAX_NESTING) {
          throw new SyntaxException("defaults within defaults are nested too deep");
        }
      } else if (c == '}' && --depth == 0) {
        return i;
      }
    }
    throw new SyntaxException("'${' has no '}' (a literal '${' is written '$${')");
  }

  private static Reference reference(String inside) throws SyntaxException {
    int mark = inside.indexOf(":-");
    String name = mark < 0 ? inside : inside.substring(0, mark);
    if (name.isEmpty() || !name.chars().allMatch(Template::isNameCharacter)) {
      throw new SyntaxException(
          "'${" + name + "}' is no name of a variable (a literal '${' is written '$${')");
    }
    return new Reference(name, mark < 0 ? null : parse(inside.substring(mark + 2)));
  }

  private static boolean isNameCharacter(int c) {
    return Character.isLetterOrDigit(c) || "._-/".indexOf(c) >= 0;
  }

  /**
   * Adds the names of all references, also of those in defaults, which another value would call
   * for.
   */
  void addNames(Collection<String> names) {
    for (Part part : parts) {
      if (part instanceof Reference reference) {
        names.add(reference.name());
        if (reference.defaultValue() != null) {
          reference.defaultValue().addNames(names);
        }
      }
    }
  }

  /** The only part, when the text is exactly one reference: its value then keeps its type. */
  @Nullable Reference soleReference() {
    return parts.size() == 1 && parts.get(0) instanceof Reference reference ? reference : null;
  }
}
