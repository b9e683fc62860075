package io.binnacle.text.decode;

import io.binnacle.text.tree.YamlScalar;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Numbers as proto3 JSON writes them, plain or in quotes, and as YAML writes them (hexadecimal,
 * octal, {@code .inf}, {@code .nan}). A plain number with a leading zero is octal, as YAML 1.1 and
 * Envoy have it; in quotes the zero means nothing.
 */
final class NumberText {

  private static final Pattern DECIMAL =
      Pattern.compile("[+-]?(?:[0-9]+(?:\\.[0-9]*)?|\\.[0-9]+)(?:[eE][+-]?[0-9]{1,9})?");
  private static final Pattern HEXADECIMAL = Pattern.compile("[+-]?0[xX][0-9a-fA-F]{1,16}");
  private static final Pattern OCTAL = Pattern.compile("[+-]?0o?[0-7]{1,21}");
  private static final Pattern LEADING_ZERO = Pattern.compile("[+-]?0[0-9]+");
  private static final BigDecimal MAX_UNSIGNED =
      new BigDecimal(BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE));
  // As protobuf's own JSON reader has it: a decimal may round up to the largest float, but not
  // beyond.
  private static final double FLOAT_LIMIT = Float.MAX_VALUE * (1 + 1e-6);

  private NumberText() {}

  static boolean isNumber(YamlScalar scalar) {
    return DECIMAL.matcher(scalar.text()).matches() || isPrefixed(scalar);
  }

  /** Whether it is a plain number with a leading zero, such as {@code 0777} or {@code 08}. */
  static boolean hasLeadingZero(YamlScalar scalar) {
    return !scalar.quoted() && LEADING_ZERO.matcher(scalar.text()).matches();
  }

  /**
   * A plain {@code 0777}, which YAML 1.1 and Envoy take for octal, and JSON and YAML 1.2 do not.
   */
  static boolean isOctal(YamlScalar scalar) {
    return hasLeadingZero(scalar) && OCTAL.matcher(scalar.text()).matches();
  }

  static boolean isQuotedHexadecimal(YamlScalar scalar) {
    return scalar.quoted() && HEXADECIMAL.matcher(scalar.text()).matches();
  }

  private static boolean isPrefixed(YamlScalar scalar) {
    String text = scalar.text();
    return HEXADECIMAL.matcher(text).matches()
        || (!scalar.quoted() && OCTAL.matcher(text).matches());
  }

  static long integer(YamlScalar scalar, long min, long max) throws BadValueException {
    BigDecimal number = exact(scalar);
    if (number.compareTo(BigDecimal.valueOf(min)) < 0
        || number.compareTo(BigDecimal.valueOf(max)) > 0) {
      throw new BadValueException(
          quote(scalar) + " is out of range, the field takes " + min + " to " + max);
    }
    try {
      return number.longValueExact();
    } catch (ArithmeticException e) {
      throw new BadValueException("expected a whole number, got " + quote(scalar));
    }
  }

  /** The bits of an unsigned 64-bit number. */
  static long unsignedLong(YamlScalar scalar) throws BadValueException {
    BigDecimal number = exact(scalar);
    if (number.signum() < 0 || number.compareTo(MAX_UNSIGNED) > 0) {
      throw new BadValueException(
          quote(scalar) + " is out of range, the field takes 0 to " + MAX_UNSIGNED);
    }
    // The exponent of a number with many leading zeros may still be huge: strip before expanding
    // it.
    BigDecimal stripped = number.stripTrailingZeros();
    if (stripped.scale() > 0) {
      throw new BadValueException("expected a whole number, got " + quote(scalar));
    }
    return stripped.toBigInteger().longValue();
  }

  private static BigDecimal exact(YamlScalar scalar) throws BadValueException {
    if (isPrefixed(scalar)) {
      return new BigDecimal(prefixed(scalar.text()));
    }
    if (!DECIMAL.matcher(scalar.text()).matches()) {
      throw new BadValueException("expected a whole number, got " + quote(scalar));
    }
    return new BigDecimal(scalar.text());
  }

  private static BigInteger prefixed(String text) {
    boolean isNegative = text.startsWith("-");
    String digits = isNegative || text.startsWith("+") ? text.substring(1) : text;
    BigInteger value;
    if (digits.startsWith("0x") || digits.startsWith("0X")) {
      value = new BigInteger(digits.substring(2), 16);
    } else {
      value = new BigInteger(digits.startsWith("0o") ? digits.substring(2) : digits, 8);
    }
    return isNegative ? value.negate() : value;
  }

  static double toDouble(YamlScalar scalar) throws BadValueException {
    // Envoy takes a number in quotes with space around it too.
    String text = scalar.text().strip();
    switch (text.toLowerCase(Locale.ROOT)) {
      case "nan" -> {
        return Double.NaN;
      }
      case "inf", "+inf", "infinity", "+infinity" -> {
        return Double.POSITIVE_INFINITY;
      }
      case "-inf", "-infinity" -> {
        return Double.NEGATIVE_INFINITY;
      }
      default -> {
        if (!scalar.quoted() && (text.endsWith("inf") || text.endsWith("nan"))) {
          return yamlSpecial(scalar);
        }
      }
    }
    if (!DECIMAL.matcher(text).matches() && !isPrefixed(scalar)) {
      throw new BadValueException("expected a number, got " + quote(scalar));
    }
    double value = isPrefixed(scalar) ? prefixed(text).doubleValue() : Double.parseDouble(text);
    if (Double.isInfinite(value)) {
      throw new BadValueException(quote(scalar) + " is out of range for a double");
    }
    return value;
  }

  private static double yamlSpecial(YamlScalar scalar) throws BadValueException {
    return switch (scalar.text()) {
      case ".inf", "+.inf" -> Double.POSITIVE_INFINITY;
      case "-.inf" -> Double.NEGATIVE_INFINITY;
      case ".nan" -> Double.NaN;
      default -> throw new BadValueException("expected a number, got " + quote(scalar));
    };
  }

  static float toFloat(YamlScalar scalar) throws BadValueException {
    double value = toDouble(scalar);
    if (!Double.isInfinite(value) && Math.abs(value) > FLOAT_LIMIT) {
      throw new BadValueException(quote(scalar) + " is out of range for a float");
    }
    return (float) value;
  }

  /** A value as a message repeats it. */
  static String quote(YamlScalar scalar) {
    String text = scalar.text().strip();
    String line = text.lines().findFirst().orElse("");
    return "'" + (line.length() <= 60 ? line : line.substring(0, 57) + "...") + "'";
  }
}
