package io.binnacle.app.cli.option;

import io.binnacle.app.problem.Problem;
import io.binnacle.server.limit.ClientLimits;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A number of bytes as people write it: {@code 65536}, {@code 64KiB}, {@code 1.5GiB}, {@code 40%}.
 */
record ByteSize(long bytes) {

  private static final Pattern FORM =
      Pattern.compile("(\\d{1,15}(?:\\.\\d{1,9})?)(|KiB|MiB|GiB|%)");
  private static final Map<String, Long> UNITS =
      Map.of("", 1L, "KiB", 1L << 10, "MiB", 1L << 20, "GiB", 1L << 30);
  private static final double PERCENT = 0.01;

  /** For picocli. */
  static final class Converter implements ITypeConverter<ByteSize> {
    @Override
    public ByteSize convert(String text) {
      Matcher matcher = FORM.matcher(text);
      if (!matcher.matches()) {
        throw new TypeConversionException(
            "'" + text + "' is no size; write a number of bytes, or one with KiB, MiB, GiB, or %");
      }
      double number = Double.parseDouble(matcher.group(1));
      Long unit = UNITS.get(matcher.group(2));
      return new ByteSize(
          unit == null ? ClientLimits.partOfHeap(number * PERCENT) : Math.round(number * unit));
    }
  }

  int asInt(String flag) {
    if (bytes <= 0 || bytes > Integer.MAX_VALUE) {
      throw Problem.usage(flag + " must be positive and below 2 GiB, and is " + bytes + " bytes");
    }
    return (int) bytes;
  }
}
