package io.binnacle.core.resource;

import io.binnacle.core.resource.ParameterConstraints.And;
import io.binnacle.core.resource.ParameterConstraints.Exists;
import io.binnacle.core.resource.ParameterConstraints.Not;
import io.binnacle.core.resource.ParameterConstraints.Or;
import io.binnacle.core.resource.ParameterConstraints.Value;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Constraints as text, {@code env=prod&!(version=v1|version=v2)}, and back: the same for equal
 * constraints, and only for these. Keys and values are percent-encoded, a key alone says that it
 * exists.
 */
final class VariantText {

  private final String text;
  private int at;

  private VariantText(String text) {
    this.text = text;
  }

  static String of(ParameterConstraints constraints) {
    if (constraints instanceof And and) {
      return joined(and.all(), "&");
    } else if (constraints instanceof Or or) {
      return joined(or.any(), "|");
    }
    return term(constraints);
  }

  private static String joined(List<ParameterConstraints> parts, String sign) {
    // of none or one the sign alone tells which it is
    return parts.size() < 2
        ? sign + parts.stream().map(VariantText::term).collect(Collectors.joining())
        : parts.stream().map(VariantText::term).collect(Collectors.joining(sign));
  }

  private static String term(ParameterConstraints constraints) {
    if (constraints instanceof Value single) {
      return encoded(single.key()) + "=" + encoded(single.value());
    } else if (constraints instanceof Exists exists) {
      return encoded(exists.key());
    } else if (constraints instanceof Not not) {
      return "!" + term(not.inner());
    }
    return "(" + of(constraints) + ")";
  }

  /**
   * The constraints that a text of {@link #of} stands for.
   *
   * @throws IllegalArgumentException when it is none
   */
  static ParameterConstraints parse(String text) {
    VariantText parser = new VariantText(text);
    ParameterConstraints constraints = parser.expression();
    if (parser.at < text.length()) {
      throw new IllegalArgumentException("no constraints: " + text);
    }
    return constraints;
  }

  private ParameterConstraints expression() {
    char sign = here();
    boolean alone = sign == '&' || sign == '|';
    List<ParameterConstraints> parts = new ArrayList<>();
    if (alone) {
      at++;
      if (here() != ')' && at < text.length()) {
        parts.add(term());
      }
    } else {
      parts.add(term());
      sign = here();
      while (at < text.length() && here() == sign && sign != ')') {
        at++;
        parts.add(term());
      }
    }
    if (!alone && parts.size() == 1) {
      return parts.get(0);
    }
    return sign == '&' ? new And(parts) : new Or(parts);
  }

  private ParameterConstraints term() {
    if (here() == '!') {
      at++;
      return new Not(term());
    }
    if (here() == '(') {
      at++;
      ParameterConstraints inner = expression();
      at++;
      return inner;
    }
    String key = word();
    if (here() != '=') {
      return new Exists(key);
    }
    at++;
    return new Value(key, word());
  }

  private String word() {
    int from = at;
    while (at < text.length() && "=&|!()".indexOf(text.charAt(at)) < 0) {
      at++;
    }
    return decoded(text.substring(from, at));
  }

  private char here() {
    return at < text.length() ? text.charAt(at) : ')';
  }

  static String encoded(String part) {
    return URLEncoder.encode(part, StandardCharsets.UTF_8);
  }

  static String decoded(String part) {
    return URLDecoder.decode(part, StandardCharsets.UTF_8);
  }
}
