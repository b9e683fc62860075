package io.binnacle.core.validate.constraint;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.EnumDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import java.util.List;
import java.util.Random;

/** Makes messages whose values lie at the edges of constraints. */
final class EdgeMessages {

  private static final List<String> TEXTS =
      List.of(
          "",
          "a",
          "/",
          "*",
          ":path",
          "x-name",
          "two words",
          "a\nb",
          "a\u0000b",
          "\u007f",
          "\u00e9",
          "a.mmdb",
          "/a?b",
          "/a/",
          "10.0.0.1",
          "256.1.1.1",
          "::1",
          "type.googleapis.com/google.protobuf.Duration",
          "x".repeat(300),
          "x".repeat(5000),
          "x".repeat(20_000));

  private static final List<Long> NUMBERS =
      List.of(
          0L,
          1L,
          2L,
          3L,
          5L,
          10L,
          99L,
          100L,
          101L,
          255L,
          256L,
          599L,
          600L,
          1023L,
          1024L,
          65535L,
          65536L,
          1_000_000L,
          16_777_216L,
          2_147_483_647L,
          4_294_967_295L,
          -1L,
          -100L,
          Long.MIN_VALUE);

  private final Random random;

  EdgeMessages(Random random) {
    this.random = random;
  }

  Message of(Message prototype, int depth) {
    Message.Builder builder = prototype.newBuilderForType();
    List<FieldDescriptor> fields = builder.getDescriptorForType().getFields();
    double chance = random.nextBoolean() ? 0.9 : Math.min(1, 4.0 / Math.max(1, fields.size()));
    for (FieldDescriptor field : fields) {
      boolean tooDeep = depth <= 0 && field.getJavaType() == FieldDescriptor.JavaType.MESSAGE;
      if (!tooDeep && random.nextDouble() < chance) {
        add(builder, field, depth);
      }
    }
    return builder.build();
  }

  private void add(Message.Builder builder, FieldDescriptor field, int depth) {
    if (!field.isRepeated()) {
      builder.setField(field, value(builder, field, depth));
      return;
    }
    int count = random.nextInt(4);
    for (int i = 0; i < count && !(field.isMapField() && i > 0); i++) {
      builder.addRepeatedField(field, value(builder, field, depth));
    }
  }

  private Object value(Message.Builder owner, FieldDescriptor field, int depth) {
    long number = NUMBERS.get(random.nextInt(NUMBERS.size()));
    return switch (field.getJavaType()) {
      case STRING -> TEXTS.get(random.nextInt(TEXTS.size()));
      case BOOLEAN -> random.nextBoolean();
      // the oracle takes unsigned numbers for signed ones
      case INT -> isUnsigned(field) ? (int) number & Integer.MAX_VALUE : (int) number;
      case LONG -> isUnsigned(field) ? number & Long.MAX_VALUE : number;
      case FLOAT -> (float) number / 2;
      case DOUBLE -> (double) number / 2;
      case ENUM -> enumValue(field.getEnumType());
      case BYTE_STRING -> ByteString.copyFromUtf8(TEXTS.get(random.nextInt(TEXTS.size())));
      case MESSAGE -> message(owner, field, depth);
    };
  }

  private static boolean isUnsigned(FieldDescriptor field) {
    return field.getType() == FieldDescriptor.Type.UINT32
        || field.getType() == FieldDescriptor.Type.UINT64;
  }

  private Message message(Message.Builder owner, FieldDescriptor field, int depth) {
    Message.Builder child = owner.newBuilderForField(field);
    if (field.isMapField()) {
      for (FieldDescriptor part : child.getDescriptorForType().getFields()) {
        child.setField(part, value(child, part, depth - 1));
      }
      return child.build();
    }
    if (field.getMessageType().getFullName().equals("google.protobuf.Duration")) {
      return child
          .setField(field.getMessageType().findFieldByNumber(1), (long) random.nextInt(3))
          .setField(
              field.getMessageType().findFieldByNumber(2),
              List.of(0, 1, 999_999, 1_000_000, 49_999_999).get(random.nextInt(5)))
          .build();
    }
    return of(child.build(), depth - 1);
  }

  private Object enumValue(EnumDescriptor type) {
    return random.nextInt(4) == 0
        ? type.findValueByNumberCreatingIfUnknown(1234)
        : type.getValues().get(random.nextInt(type.getValues().size()));
  }
}
