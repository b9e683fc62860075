package io.binnacle.text.decode;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Duration;
import com.google.protobuf.FieldMask;
import com.google.protobuf.Message;
import com.google.protobuf.Timestamp;
import com.google.protobuf.util.Durations;
import com.google.protobuf.util.FieldMaskUtil;
import com.google.protobuf.util.Timestamps;
import io.binnacle.core.message.FieldPath;
import io.binnacle.text.tree.YamlMap;
import io.binnacle.text.tree.YamlNode;
import io.binnacle.text.tree.YamlScalar;
import io.binnacle.text.types.Wrappers;
import java.text.ParseException;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.regex.Pattern;

/**
 * Messages whose JSON form is not a map of their fields. Recognised by name and filled by field
 * number, so that the well-known types of a user's descriptor set work as the generated ones do.
 * Safe for all threads.
 */
final class WellKnownTypes {

  private static final String PACKAGE = "google.protobuf.";

  /** RFC 3339, with seconds and a zone. */
  private static final Pattern TIME =
      Pattern.compile(
          "[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})");

  /** Seconds, and nanoseconds as a fraction. */
  private static final Pattern DURATION = Pattern.compile("-?[0-9]+(\\.[0-9]{1,9})?s");

  private static final Pattern TOO_FINE = Pattern.compile("-?[0-9]+\\.[0-9]{10,}s");

  private final AnyDecoder anys;

  WellKnownTypes(AnyDecoder anys) {
    this.anys = anys;
  }

  /**
   * Whether messages of this type have a JSON form of their own, and so stand in an Any under
   * {@code value}.
   */
  static boolean hasOwnForm(Descriptor type) {
    return type.getFullName().startsWith(PACKAGE)
        && switch (type.getName()) {
          case "Any", "Duration", "Timestamp", "FieldMask", "Struct", "Value", "ListValue" -> true;
          default -> Wrappers.include(type);
        };
  }

  static boolean takesNull(Descriptor type) {
    return type.getFullName().equals("google.protobuf.Value");
  }

  static boolean takesList(Descriptor type) {
    return takesNull(type) || type.getFullName().equals("google.protobuf.ListValue");
  }

  /**
   * Decodes when the type has a form of its own; false, and nothing done, when it has none, or when
   * the text has its fields instead, as in {@code {seconds: 1}}, which Envoy reads too.
   */
  boolean decode(YamlNode node, Message.Builder builder, FieldPath path, Reading reading) {
    Descriptor type = builder.getDescriptorForType();
    if (!hasOwnForm(type) || (node instanceof YamlMap && !formIsMap(type))) {
      return false;
    }
    switch (type.getName()) {
      case "Any" -> anys.any(node, builder, path, reading);
      case "Struct" -> StructDecoder.struct(node, builder, path, reading);
      case "Value" -> StructDecoder.value(node, builder, path, reading);
      case "ListValue" -> StructDecoder.list(node, builder, path, reading);
      default -> scalar(node, builder, path, reading);
    }
    return true;
  }

  /** Whether a Duration or Timestamp that was written as its fields is a legal one. */
  static boolean isInRange(Message.Builder builder) {
    Descriptor type = builder.getDescriptorForType();
    boolean isDuration = type.getFullName().equals(PACKAGE + "Duration");
    if (!isDuration && !type.getFullName().equals(PACKAGE + "Timestamp")) {
      return true;
    }
    long seconds = (Long) builder.getField(type.findFieldByNumber(1));
    int nanos = (Integer) builder.getField(type.findFieldByNumber(2));
    return isDuration ? Durations.isValid(seconds, nanos) : Timestamps.isValid(seconds, nanos);
  }

  private static boolean formIsMap(Descriptor type) {
    return switch (type.getName()) {
      case "Any", "Struct", "Value", "ListValue" -> true;
      default -> false;
    };
  }

  private static void scalar(
      YamlNode node, Message.Builder builder, FieldPath path, Reading reading) {
    Descriptor type = builder.getDescriptorForType();
    if (Wrappers.include(type)) {
      wrapper(node, builder, path, reading);
      return;
    }
    String expected =
        switch (type.getName()) {
          case "Duration" -> "a duration in seconds such as '1.5s'";
          case "Timestamp" -> "a time such as '2026-01-31T12:00:00Z'";
          default -> "field names with commas between";
        };
    if (!(node instanceof YamlScalar scalar)) {
      reading.error(node, path, "expected " + expected + ", got " + node.kind());
      return;
    }
    try {
      switch (type.getName()) {
        case "Duration" -> duration(scalar, builder);
        case "Timestamp" -> timestamp(scalar, builder);
        default -> fieldMask(scalar, builder);
      }
    } catch (ParseException
        | DateTimeException
        | IllegalArgumentException
        | IndexOutOfBoundsException e) {
      // Which of them is a detail of the parsers; all mean the same.
      String hint =
          TOO_FINE.matcher(scalar.text()).matches() ? "; nine digits behind the point at most" : "";
      reading.error(
          scalar, path, "expected " + expected + ", got " + NumberText.quote(scalar) + hint);
    }
  }

  private static void wrapper(
      YamlNode node, Message.Builder builder, FieldPath path, Reading reading) {
    FieldDescriptor field = builder.getDescriptorForType().findFieldByNumber(1);
    if (!(node instanceof YamlScalar scalar)) {
      reading.error(
          node, path, "expected " + ScalarDecoder.expectation(field) + ", got " + node.kind());
      return;
    }
    Object value = ScalarDecoder.decode(scalar, field, path, reading);
    if (value != null) {
      builder.setField(field, value);
    }
  }

  // The pattern, since Durations.parse cuts what is beyond nanoseconds, and takes '+1s' and '1.s'.
  private static void duration(YamlScalar scalar, Message.Builder builder) throws ParseException {
    if (!DURATION.matcher(scalar.text()).matches()) {
      throw new IllegalArgumentException(scalar.text());
    }
    Duration duration = Durations.parse(scalar.text());
    secondsAndNanos(builder, duration.getSeconds(), duration.getNanos());
  }

  // Not Timestamps.parse, which takes a thirteenth month for one of the next year and logs about
  // it.
  private static void timestamp(YamlScalar scalar, Message.Builder builder) {
    if (!TIME.matcher(scalar.text()).matches()) {
      throw new IllegalArgumentException(scalar.text());
    }
    OffsetDateTime time = OffsetDateTime.parse(scalar.text());
    Timestamp timestamp =
        Timestamp.newBuilder().setSeconds(time.toEpochSecond()).setNanos(time.getNano()).build();
    Timestamps.checkValid(timestamp);
    secondsAndNanos(builder, timestamp.getSeconds(), timestamp.getNanos());
  }

  private static void secondsAndNanos(Message.Builder builder, long seconds, int nanos) {
    Descriptor type = builder.getDescriptorForType();
    builder.setField(type.findFieldByNumber(1), seconds);
    builder.setField(type.findFieldByNumber(2), nanos);
  }

  private static void fieldMask(YamlScalar scalar, Message.Builder builder) {
    FieldMask mask = FieldMaskUtil.fromJsonString(scalar.text());
    builder.setField(builder.getDescriptorForType().findFieldByNumber(1), mask.getPathsList());
  }
}
