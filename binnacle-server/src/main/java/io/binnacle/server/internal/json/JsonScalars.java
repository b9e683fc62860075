package io.binnacle.server.internal.json;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.EnumDescriptor;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * Scalars of proto3 JSON, at the token that a parser stands at: a whole number may be written as
 * {@code 1.0} or {@code 1e1}, and every number and boolean in quotes. Used by one thread.
 */
final class JsonScalars {

  private static final BigDecimal MOST_UNSIGNED =
      new BigDecimal(BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE));

  /** As long as the parser lets a number be that is not in quotes. */
  private static final int LONGEST_NUMBER = 1_000;

  private final JsonParser parser;

  JsonScalars(JsonParser parser) {
    this.parser = parser;
  }

  String text() throws IOException, BadJsonException {
    expect(JsonToken.VALUE_STRING, "a string");
    return parser.getText();
  }

  boolean bool() throws IOException, BadJsonException {
    if (parser.currentToken().isBoolean()) {
      return parser.getBooleanValue();
    }
    if (parser.currentToken() == JsonToken.VALUE_STRING) {
      switch (parser.getText()) {
        case "true" -> {
          return true;
        }
        case "false" -> {
          return false;
        }
        default -> {}
      }
    }
    throw unexpected("true or false");
  }

  double number() throws IOException, BadJsonException {
    if (parser.currentToken() == JsonToken.VALUE_STRING) {
      switch (parser.getText()) {
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
          return finite(exact().doubleValue());
        }
      }
    }
    if (parser.currentToken().isNumeric()) {
      return finite(parser.getDoubleValue());
    }
    throw unexpected("a number");
  }

  private double finite(double number) throws IOException, BadJsonException {
    if (Double.isInfinite(number)) {
      throw bad(start(parser.getText()) + " is too large for a number");
    }
    return number;
  }

  float single() throws IOException, BadJsonException {
    double number = number();
    float single = (float) number;
    if (Float.isInfinite(single) && !Double.isInfinite(number)) {
      throw bad(start(parser.getText()) + " is too large for a number");
    }
    return single;
  }

  /** Of a signed or unsigned field of 32 bits, as Java has it. */
  int integer(FieldDescriptor field) throws IOException, BadJsonException {
    boolean isUnsigned =
        field.getType() == FieldDescriptor.Type.UINT32
            || field.getType() == FieldDescriptor.Type.FIXED32;
    return (int)
        (isUnsigned
            ? whole(field, 0, 0xffff_ffffL)
            : whole(field, Integer.MIN_VALUE, Integer.MAX_VALUE));
  }

  /** Of a signed or unsigned field of 64 bits, as Java has it. */
  long longInteger(FieldDescriptor field) throws IOException, BadJsonException {
    boolean isUnsigned =
        field.getType() == FieldDescriptor.Type.UINT64
            || field.getType() == FieldDescriptor.Type.FIXED64;
    if (!isUnsigned) {
      return whole(field, Long.MIN_VALUE, Long.MAX_VALUE);
    }
    BigDecimal number = exact();
    if (number.signum() < 0 || number.compareTo(MOST_UNSIGNED) > 0) {
      throw outside(field);
    }
    // the exponent of a number with many zeros may still be huge
    BigDecimal stripped = number.stripTrailingZeros();
    if (stripped.scale() > 0) {
      throw bad("'" + start(parser.getText()) + "' is no whole number");
    }
    return stripped.toBigInteger().longValue();
  }

  private long whole(FieldDescriptor field, long least, long most)
      throws IOException, BadJsonException {
    long number;
    if (parser.currentToken() == JsonToken.VALUE_NUMBER_INT) {
      // what does not fit into a long is reported by the parser
      number = parser.getLongValue();
    } else {
      BigDecimal exact = exact();
      if (exact.compareTo(BigDecimal.valueOf(least)) < 0
          || exact.compareTo(BigDecimal.valueOf(most)) > 0) {
        throw outside(field);
      }
      try {
        number = exact.longValueExact();
      } catch (ArithmeticException e) {
        throw bad("'" + start(parser.getText()) + "' is no whole number");
      }
    }
    if (number < least || number > most) {
      throw outside(field);
    }
    return number;
  }

  private BadJsonException outside(FieldDescriptor field) throws IOException {
    return bad(start(parser.getText()) + " is outside of " + field.getName());
  }

  private BigDecimal exact() throws IOException, BadJsonException {
    if (parser.currentToken() != JsonToken.VALUE_STRING && !parser.currentToken().isNumeric()) {
      throw unexpected("a whole number");
    }
    String text = parser.getText();
    try {
      if (text.length() <= LONGEST_NUMBER) {
        return new BigDecimal(text);
      }
    } catch (NumberFormatException e) {
      // reported below
    }
    throw bad("'" + start(text) + "' is no number");
  }

  private static String start(String text) {
    return text.length() <= 60 ? text : text.substring(0, 57) + "...";
  }

  /** Standard or URL-safe alphabet, padded or not. */
  ByteString bytes() throws IOException, BadJsonException {
    try {
      return ByteString.copyFrom(
          Base64.getDecoder().decode(text().replace('-', '+').replace('_', '/')));
    } catch (IllegalArgumentException e) {
      throw bad("not base64: " + e.getMessage());
    }
  }

  /** Null for one of a name that is not known, or a number where the enum is closed. */
  @Nullable EnumValueDescriptor enumValue(FieldDescriptor field)
      throws IOException, BadJsonException {
    EnumDescriptor type = field.getEnumType();
    if (parser.currentToken() == JsonToken.VALUE_STRING) {
      EnumValueDescriptor named = type.findValueByName(parser.getText());
      if (named != null || !isNumber(parser.getText())) {
        return named;
      }
    }
    int number = integer(field);
    return type.isClosed()
        ? type.findValueByNumber(number)
        : type.findValueByNumberCreatingIfUnknown(number);
  }

  private static boolean isNumber(String text) {
    return text.length() < 20 && text.matches("[+-]?[0-9]+(\\.0*)?");
  }

  void expect(JsonToken token, String what) throws IOException, BadJsonException {
    if (parser.currentToken() != token) {
      throw unexpected(what);
    }
  }

  private BadJsonException unexpected(String wanted) throws IOException {
    JsonToken token = parser.currentToken();
    String found =
        switch (token) {
          case START_OBJECT -> "an object";
          case START_ARRAY -> "a list";
          case VALUE_STRING -> "a string";
          case VALUE_NULL -> "null";
          default -> token.isNumeric() ? "the number " + parser.getText() : parser.getText();
        };
    return bad(wanted + " is expected here, not " + found);
  }

  /** A finding at the token that the parser stands at. */
  BadJsonException bad(String problem) {
    String field = parser.getParsingContext().pathAsPointer().toString();
    return new BadJsonException(
        place(parser.currentTokenLocation())
            + (field.isEmpty() ? "" : ", at " + field)
            + ": "
            + problem);
  }

  static String place(JsonLocation at) {
    return "line " + at.getLineNr() + ", column " + at.getColumnNr();
  }
}
