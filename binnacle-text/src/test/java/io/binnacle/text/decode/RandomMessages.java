package io.binnacle.text.decode;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** Makes messages of any type with random content that has a JSON form. */
final class RandomMessages {

  private static final List<String> TEXTS =
      List.of(
          "",
          "a",
          "yes",
          "n",
          "null",
          "~",
          "1",
          "0777",
          "1.0",
          "true",
          "a: b",
          " x ",
          "# c",
          "- d",
          "a\nb\n",
          "\n",
          "\t",
          "\"",
          "'",
          "\\",
          "é😀",
          "\u0007",
          "\u2028",
          "{}",
          "[",
          "${x}",
          "@",
          "%",
          "2026-01-31",
          "10s",
          "*",
          "<<",
          "=",
          "---",
          "type.googleapis.com/x",
          "a\r\nb",
          "\uFEFF",
          "|");

  private final Random random;
  private final List<Message> anyTypes;

  RandomMessages(long seed, List<Message> anyTypes) {
    this.random = new Random(seed);
    this.anyTypes = anyTypes;
  }

  Message of(Message prototype, int depth) {
    Message.Builder builder = prototype.newBuilderForType();
    fill(builder, depth);
    return builder.build();
  }

  private void fill(Message.Builder builder, int depth) {
    Descriptor type = builder.getDescriptorForType();
    if (type.getFullName().startsWith("google.protobuf.") && wellKnown(builder, type, depth)) {
      return;
    }
    List<FieldDescriptor> fields = type.getFields();
    double chance = Math.min(1, 6.0 / Math.max(1, fields.size()));
    for (FieldDescriptor field : fields) {
      if (random.nextDouble() < chance && !isTooDeep(field, depth)) {
        int count = field.isRepeated() ? random.nextInt(3) : 1;
        for (int i = 0; i < count; i++) {
          add(builder, field, depth);
        }
      }
    }
  }

  private static boolean isTooDeep(FieldDescriptor field, int depth) {
    return depth <= 0 && field.getJavaType() == FieldDescriptor.JavaType.MESSAGE;
  }

  private void add(Message.Builder builder, FieldDescriptor field, int depth) {
    Object value = value(builder, field, depth);
    if (!field.isRepeated()) {
      builder.setField(field, value);
    } else if (!field.isMapField() || builder.getRepeatedFieldCount(field) == 0) {
      // One entry per map: a second one may have the same key.
      builder.addRepeatedField(field, value);
    }
  }

  private Object value(Message.Builder builder, FieldDescriptor field, int depth) {
    return switch (field.getJavaType()) {
      case STRING -> TEXTS.get(random.nextInt(TEXTS.size()));
      case BOOLEAN -> random.nextBoolean();
      case INT -> random.nextBoolean() ? random.nextInt() : random.nextInt(10);
      case LONG -> random.nextBoolean() ? random.nextLong() : random.nextInt(10);
      case FLOAT -> random.nextInt(8) == 0 ? Float.NEGATIVE_INFINITY : random.nextFloat() * 1e20f;
      case DOUBLE -> random.nextInt(8) == 0 ? Double.NaN : random.nextGaussian() * 1e100;
      case ENUM ->
          field
              .getEnumType()
              .getValues()
              .get(random.nextInt(field.getEnumType().getValues().size()));
      case BYTE_STRING -> {
        byte[] bytes = new byte[random.nextInt(5)];
        random.nextBytes(bytes);
        yield ByteString.copyFrom(bytes);
      }
      case MESSAGE -> {
        Message.Builder child = builder.newBuilderForField(field);
        if (field.isMapField()) {
          for (FieldDescriptor part : child.getDescriptorForType().getFields()) {
            child.setField(part, value(child, part, depth - 1));
          }
        } else {
          fill(child, depth - 1);
        }
        yield child.build();
      }
    };
  }

  /** Types whose content is not free. */
  private boolean wellKnown(Message.Builder builder, Descriptor type, int depth) {
    switch (type.getName()) {
      case "Duration" -> {
        set(builder, 1, (long) random.nextInt(1000));
        set(builder, 2, random.nextInt(1_000_000_000));
      }
      case "Timestamp" -> {
        set(builder, 1, (long) random.nextInt());
        set(builder, 2, random.nextInt(3) * 1000);
      }
      case "FieldMask" -> set(builder, 1, List.of("a.b_c", "d"));
      case "Any" -> {
        Message content = of(anyTypes.get(random.nextInt(anyTypes.size())), depth - 1);
        Any any = Any.pack(content);
        set(builder, 1, any.getTypeUrl());
        set(builder, 2, PackedBytes.of(content));
      }
      case "Value" -> aValue(builder, type, depth);
      default -> {
        return false;
      }
    }
    return true;
  }

  private void aValue(Message.Builder builder, Descriptor type, int depth) {
    int kind = 1 + random.nextInt(depth > 0 ? 6 : 4);
    FieldDescriptor field = type.findFieldByNumber(kind);
    if (kind == 2) {
      builder.setField(field, (double) random.nextInt(100) / 4);
    } else {
      builder.setField(field, value(builder, field, depth));
    }
  }

  private static void set(Message.Builder builder, int number, Object value) {
    builder.setField(builder.getDescriptorForType().findFieldByNumber(number), value);
  }

  /** All types that an Any in such a message may have. */
  Set<Descriptor> types() {
    return Set.copyOf(anyTypes.stream().map(Message::getDescriptorForType).toList());
  }
}
