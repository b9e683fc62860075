package io.binnacle.text.print;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Duration;
import com.google.protobuf.FieldMask;
import com.google.protobuf.Message;
import com.google.protobuf.Timestamp;
import com.google.protobuf.util.Durations;
import com.google.protobuf.util.FieldMaskUtil;
import com.google.protobuf.util.Timestamps;
import io.binnacle.text.tree.YamlNode;
import io.binnacle.text.types.Wrappers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The JSON forms of the well-known types, found by name and read by field number. Safe for all
 * threads.
 */
final class WellKnownForms {

  private final MessagePrinter printer;

  WellKnownForms(MessagePrinter printer) {
    this.printer = printer;
  }

  /** The form, or null when messages of this type are printed field by field. */
  @Nullable YamlNode print(Message message) {
    Descriptor type = message.getDescriptorForType();
    if (!type.getFullName().startsWith("google.protobuf.")) {
      return null;
    }
    return switch (type.getName()) {
      case "Any" -> printer.any((String) get(message, 1), (ByteString) get(message, 2));
      case "Duration", "Timestamp" -> time(message);
      case "FieldMask" -> fieldMask(message);
      case "Struct" -> struct(message);
      case "ListValue" -> list(message);
      case "Value" -> value(message);
      default ->
          Wrappers.include(type) ? printer.value(type.findFieldByNumber(1), get(message, 1)) : null;
    };
  }

  private static Object get(Message message, int number) {
    return message.getField(message.getDescriptorForType().findFieldByNumber(number));
  }

  /** Null, so field by field, when the numbers are outside of what the form can express. */
  private static @Nullable YamlNode time(Message message) {
    long seconds = (Long) get(message, 1);
    int nanos = (Integer) get(message, 2);
    if (message.getDescriptorForType().getName().equals("Duration")) {
      Duration duration = Duration.newBuilder().setSeconds(seconds).setNanos(nanos).build();
      return Durations.isValid(duration)
          ? MessagePrinter.string(Durations.toString(duration))
          : null;
    }
    Timestamp timestamp = Timestamp.newBuilder().setSeconds(seconds).setNanos(nanos).build();
    return Timestamps.isValid(timestamp)
        ? MessagePrinter.string(Timestamps.toString(timestamp))
        : null;
  }

  private static YamlNode fieldMask(Message message) {
    FieldMask.Builder mask = FieldMask.newBuilder();
    ((List<?>) get(message, 1)).forEach(path -> mask.addPaths((String) path));
    return MessagePrinter.string(FieldMaskUtil.toJsonString(mask.build()));
  }

  private YamlNode struct(Message message) {
    Map<String, YamlNode> content = new HashMap<>();
    for (Object item : (List<?>) get(message, 1)) {
      Message pair = (Message) item;
      content.put((String) get(pair, 1), value((Message) get(pair, 2)));
    }
    return MessagePrinter.sortedMap(content);
  }

  private YamlNode list(Message message) {
    List<YamlNode> items = new ArrayList<>();
    ((List<?>) get(message, 1)).forEach(item -> items.add(value((Message) item)));
    return MessagePrinter.listOf(items);
  }

  private YamlNode value(Message message) {
    FieldDescriptor set =
        message.getOneofFieldDescriptor(message.getDescriptorForType().getOneofs().get(0));
    if (set == null) {
      return MessagePrinter.plain("null");
    }
    if (set.getType() == FieldDescriptor.Type.DOUBLE) {
      double number = (Double) message.getField(set);
      // 8080 was most likely written so, and not as 8080.0.
      if (number == Math.rint(number) && Math.abs(number) < 1L << 53) {
        return MessagePrinter.plain(Long.toString((long) number));
      }
    }
    return printer.value(set, message.getField(set));
  }
}
