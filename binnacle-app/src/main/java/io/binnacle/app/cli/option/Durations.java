package io.binnacle.app.cli.option;

import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Durations as people write them: {@code 100ms}, {@code 10s}, {@code 1.5m}, {@code 0}. */
public final class Durations implements ITypeConverter<Duration> {

  private static final Pattern FORM = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,9})?)(ms|s|m|h)");
  private static final Map<String, Long> MILLIS =
      Map.of("ms", 1L, "s", 1_000L, "m", 60_000L, "h", 3_600_000L);

  @Override
  public Duration convert(String text) {
    if (text.equals("0")) {
      return Duration.ZERO;
    }
    Matcher matcher = FORM.matcher(text);
    Long unit = matcher.matches() ? MILLIS.get(matcher.group(2)) : null;
    if (unit == null) {
      throw new TypeConversionException(
          "'" + text + "' is no duration; write a number and ms, s, m or h, such as 10s");
    }
    return Duration.ofMillis(Math.round(Double.parseDouble(matcher.group(1)) * unit));
  }
}
