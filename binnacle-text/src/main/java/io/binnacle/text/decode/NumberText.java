package io.binnacle.text.decode;

import io.binnacle.text.tree.YamlScalar;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.regex.Pattern;

/**
 * Numbers as proto3 JSON writes them, plain or in quotes, and as YAML writes them (hexadecimal,
 * octal, {@code .inf}, {@code .nan}) where they are plain.
 */
final class NumberText {

  private static final Pattern DECIMAL =
      Pattern.compile("[+-]?(?:[0-9]+(?:\\.[0-9]*)?|\\.[0-9]+)(?:[eE][+-]?[0-9]{1,9})?");
  private static final Pattern PREFIXED = Pattern.compile("0x[0-9a-fA-F]{1,16}|0o?[0-7]{1,21}");
  private static final Pattern LEADING_ZERO = Pattern.compile("0[0-9]+");
  private static final BigDecimal MAX_UNSIGNED =
      new BigDecimal(BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE));
  // As protobuf's own JSON reader has it: a decimal may round up to the largest float, but not
  // beyond.
  private static final double FLOAT_LIMIT = Float.MAX_VALUE * (1 + 1e-6);

  private NumberText() {}

  static boolean isNumber(YamlScalar scalar) {
    return DECIMAL.matcher(scalar.text()).matches()
        || (!scalar.quoted() && PREFIXED.matcher(scalar.text()).matches());
  }

  /**
   * A plain {@code 0777}, which YAML 1.1 and Envoy take for octal, and JSON and YAML 1.2 do not.
   */
  static boolean isOctal(YamlScalar scalar) {
    return !scalar.quoted() && LEADING_ZERO.matcher(scalar.text()).matches();
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
    String text = scalar.text();
    if (isOctal(scalar) && !PREFIXED.matcher(text).matches()) {
      throw new BadValueException(
          quote(scalar) + " has a leading zero, but is no octal number: remove the zero");
    }
    if (!scalar.quoted() && text.length() > 1 && PREFIXED.matcher(text).matches()) {
      return new BigDecimal(prefixed(text));
    }
    if (!DECIMAL.matcher(text).matches()) {
      throw new BadValueException("expected a whole number, got " + quote(scalar));
    }
    return new BigDecimal(text);
  }

  private static BigInteger prefixed(String text) {
    if (text.startsWith("0x")) {
      return new BigInteger(text.substring(2), 16);
    }
    return new BigInteger(text.substring(text.startsWith("0o") ? 2 : 1), 8);
  }

  static double toDouble(YamlScalar scalar) throws BadValueException {
    String text = scalar.text();
    switch (text) {
      case "NaN" -> {
        return Double.NaN;
      }
      case "Infinity" -> {
        return Double.POSITIVE_INFINITY;
      }
      case "-Infinity" -> {
        return Double.NEGATIVE_INFINITY;
      }
      default -> {
        if (!scalar.quoted() && (text.endsWith("inf") || text.endsWith("nan"))) {
          return yamlSpecial(scalar);
        }
      }
    }
    if (!isNumber(scalar)) {
      throw new BadValueException("expected a number, got " + quote(scalar));
    }
    double value =
        text.startsWith("0x") || text.startsWith("0o")
            ? prefixed(text).doubleValue()
            : Double.parseDouble(text);
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
