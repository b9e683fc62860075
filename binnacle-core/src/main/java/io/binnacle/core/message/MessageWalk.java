package io.binnacle.core.message;

import com.google.protobuf.Any;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import java.util.List;
import java.util.Map;

/** Shows a message and every message inside of it, the content of each Any too. Stateless. */
public final class MessageWalk {

  /** Messages in an Any in a message in an Any …: deeper ones are the work of an attacker. */
  private static final int MOST_NESTED_ANYS = 32;

  private final MessageTypes types;
  private final Visitor visitor;

  private MessageWalk(MessageTypes types, Visitor visitor) {
    this.types = types;
    this.visitor = visitor;
  }

  /** Takes messages one by one. */
  public interface Visitor {

    /** A message; those inside of it follow. */
    void message(Message message, FieldPath path);
  }

  /**
   * Shows all of a message.
   *
   * @param types what an Any may hold; one of an unknown type is not looked into
   */
  public static void through(Message message, MessageTypes types, Visitor visitor) {
    new MessageWalk(types, visitor).walk(message, FieldPath.ROOT, 0);
  }

  private void walk(Message message, FieldPath path, int anys) {
    Descriptor type = message.getDescriptorForType();
    if (type.getFullName().equals(Any.getDescriptor().getFullName())) {
      content(message, path, anys);
      return;
    }
    visitor.message(message, path);
    for (Map.Entry<FieldDescriptor, Object> entry : message.getAllFields().entrySet()) {
      FieldDescriptor field = entry.getKey();
      if (field.getJavaType() == FieldDescriptor.JavaType.MESSAGE) {
        field(field, entry.getValue(), path.field(field.getName()), anys);
      }
    }
  }

  private void field(FieldDescriptor field, Object value, FieldPath path, int anys) {
    if (!field.isRepeated()) {
      walk((Message) value, path, anys);
      return;
    }
    int index = 0;
    for (Object item : (List<?>) value) {
      Message message = (Message) item;
      if (!field.isMapField()) {
        walk(message, path.item(index++), anys);
      } else {
        Descriptor entry = field.getMessageType();
        Object key = message.getField(entry.findFieldByNumber(1));
        if (message.getField(entry.findFieldByNumber(2)) instanceof Message inner) {
          walk(inner, path.key(String.valueOf(key)), anys);
        }
      }
    }
  }

  private void content(Message any, FieldPath path, int anys) {
    AnyParts parts = AnyParts.of(any);
    String url = parts.typeUrl();
    Message prototype = url.isEmpty() || anys >= MOST_NESTED_ANYS ? null : types.find(url);
    if (prototype == null) {
      return;
    }
    try {
      walk(prototype.getParserForType().parsePartialFrom(parts.value()), path, anys + 1);
    } catch (InvalidProtocolBufferException e) {
      // nothing that could be shown
    }
  }
}
