package io.binnacle.core.message;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import java.util.List;
import java.util.Map;

/**
 * Whether a resource holds a secret in itself, and not only the name or the file of one: a value in
 * a field that the Envoy API marks as sensitive, or a private key in PEM wherever it stands. Safe
 * for all threads.
 */
public final class InlineSecrets {

  private static final String SENSITIVE = "udpa.annotations.sensitive";
  private static final ByteString PRIVATE_KEY = ByteString.copyFromUtf8("PRIVATE KEY-----");

  private final MessageTypes types;

  /** The sensitive fields of each type of message. */
  private final Memo<Descriptor, List<FieldDescriptor>> sensitive = new Memo<>();

  public InlineSecrets(MessageTypes types) {
    this.types = types;
  }

  /** Whether a packed resource holds one; yes where its type is not known. */
  public boolean isIn(Any packed) {
    ByteString content = packed.getValue();
    if (contains(content, PRIVATE_KEY)) {
      return true;
    }
    Message prototype = types.find(packed.getTypeUrl());
    if (prototype == null) {
      return true; // nobody knows what is in it
    }
    try {
      Message message = prototype.getParserForType().parsePartialFrom(content);
      boolean[] found = {false};
      MessageWalk.through(message, types, (inner, path) -> found[0] |= hasSecret(inner));
      return found[0];
    } catch (InvalidProtocolBufferException e) {
      return true;
    }
  }

  private boolean hasSecret(Message message) {
    for (FieldDescriptor field : sensitiveOf(message.getDescriptorForType())) {
      List<?> values =
          field.isRepeated()
              ? (List<?>) message.getField(field)
              : message.hasField(field) ? List.of(message.getField(field)) : List.of();
      if (values.stream().anyMatch(InlineSecrets::isInline)) {
        return true;
      }
    }
    return false;
  }

  private List<FieldDescriptor> sensitiveOf(Descriptor type) {
    List<FieldDescriptor> known = sensitive.get(type);
    if (known == null) {
      known = type.getFields().stream().filter(InlineSecrets::isMarked).toList();
      sensitive.putAll(Map.of(type, known));
    }
    return known;
  }

  /** A source of data may name a file or a variable instead. */
  private static boolean isInline(Object value) {
    if (!(value instanceof Message source) || !isDataSource(source)) {
      return true;
    }
    return source.getAllFields().keySet().stream()
        .anyMatch(field -> field.getName().startsWith("inline_"));
  }

  private static boolean isDataSource(Message message) {
    return message.getDescriptorForType().getFullName().equals("envoy.config.core.v3.DataSource");
  }

  private static boolean isMarked(FieldDescriptor field) {
    return field.getOptions().getAllFields().entrySet().stream()
        .anyMatch(
            option ->
                option.getKey().getFullName().equals(SENSITIVE)
                    && Boolean.TRUE.equals(option.getValue()));
  }

  private static boolean contains(ByteString content, ByteString part) {
    byte first = part.byteAt(0);
    for (int at = 0; at <= content.size() - part.size(); at++) {
      if (content.byteAt(at) == first && content.substring(at, at + part.size()).equals(part)) {
        return true;
      }
    }
    return false;
  }
}
