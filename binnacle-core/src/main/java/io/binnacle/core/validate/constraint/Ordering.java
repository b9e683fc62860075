package io.binnacle.core.validate.constraint;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Comparator;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * How values of one kind are compared and shown.
 *
 * @param <T> what a value becomes for that
 * @param unordered whether no limit holds for a value: NaN is neither above nor below anything, so
 *     it passes the checks of an Envoy
 */
record Ordering<T>(
    Function<Object, T> comparable,
    Comparator<T> order,
    Predicate<T> unordered,
    Function<T, String> text) {

  /** Of these an Envoy refuses NaN by code of its own. */
  private static final String PERCENT = "envoy.type.v3.Percent";

  Ordering(Function<Object, T> comparable, Comparator<T> order, Function<T, String> text) {
    this(comparable, order, value -> false, text);
  }

  /** Durations and timestamps: seconds and nanoseconds. */
  static final Ordering<Duration> OF_TIMES =
      new Ordering<Duration>(
          Ordering::time, Comparator.<Duration>naturalOrder(), Ordering::seconds);

  static Ordering<?> ofNumbers(FieldDescriptor field) {
    return switch (field.getType()) {
      case UINT32, FIXED32 ->
          new Ordering<Long>(
              value -> Integer.toUnsignedLong((Integer) value),
              Comparator.naturalOrder(),
              String::valueOf);
      case UINT64, FIXED64 ->
          new Ordering<Long>(value -> (Long) value, Long::compareUnsigned, Long::toUnsignedString);
      case DOUBLE, FLOAT ->
          new Ordering<Double>(
              value -> ((Number) value).doubleValue(),
              Comparator.naturalOrder(),
              value -> value.isNaN() && !field.getContainingType().getFullName().equals(PERCENT),
              Ordering::decimal);
      default ->
          new Ordering<Long>(
              value -> ((Number) value).longValue(), Comparator.naturalOrder(), String::valueOf);
    };
  }

  private static Duration time(Object value) {
    Message message = (Message) value;
    Object seconds = message.getField(message.getDescriptorForType().findFieldByNumber(1));
    Object nanos = message.getField(message.getDescriptorForType().findFieldByNumber(2));
    return Duration.ofSeconds((Long) seconds, (Integer) nanos);
  }

  private static String seconds(Duration time) {
    String digits =
        BigDecimal.valueOf(time.getSeconds())
            .add(BigDecimal.valueOf(time.getNano(), 9))
            .stripTrailingZeros()
            .toPlainString();
    return digits + "s";
  }

  private static String decimal(Double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? Long.toString(value.longValue())
        : value.toString();
  }
}
