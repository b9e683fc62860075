package io.binnacle.core.validate.content;

import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Fields of a message by name, whatever version of the API it is of. */
public record Fields(Message owner) {

  private @Nullable FieldDescriptor field(String name) {
    return owner.getDescriptorForType().findFieldByName(name);
  }

  /** A message that is set; null when it is not. */
  public @Nullable Message message(String name) {
    FieldDescriptor field = field(name);
    return field != null
            && !field.isRepeated()
            && owner.hasField(field)
            && owner.getField(field) instanceof Message message
        ? message
        : null;
  }

  public List<Message> messages(String name) {
    FieldDescriptor field = field(name);
    List<Message> messages = new ArrayList<>();
    if (field != null && field.isRepeated()) {
      ((List<?>) owner.getField(field)).forEach(item -> messages.add((Message) item));
    }
    return messages;
  }

  /** Text, or the name of an enum's value; empty when it is not there. */
  public String text(String name) {
    FieldDescriptor field = field(name);
    Object value = field == null ? null : owner.getField(field);
    return value instanceof EnumValueDescriptor constant
        ? constant.getName()
        : value instanceof String text ? text : "";
  }

  public List<String> texts(String name) {
    FieldDescriptor field = field(name);
    List<String> texts = new ArrayList<>();
    if (field != null && field.isRepeated()) {
      ((List<?>) owner.getField(field)).forEach(item -> texts.add(String.valueOf(item)));
    }
    return texts;
  }

  public long number(String name) {
    FieldDescriptor field = field(name);
    Object value = field == null ? null : owner.getField(field);
    return value instanceof Number number ? number.longValue() : 0;
  }

  /** Whether a field with presence is set. */
  boolean isSet(String name) {
    FieldDescriptor field = field(name);
    return field != null && field.hasPresence() && owner.hasField(field);
  }

  boolean flag(String name) {
    FieldDescriptor field = field(name);
    return field != null && owner.getField(field) instanceof Boolean set && set;
  }

  /** The number in a {@code UInt64Value} or the like. */
  long wrapped(String name, long otherwise) {
    Message wrapper = message(name);
    if (wrapper == null) {
      return otherwise;
    }
    return wrapper.getField(wrapper.getDescriptorForType().findFieldByNumber(1))
            instanceof Number number
        ? number.longValue()
        : otherwise;
  }

  /** The keys of a map. */
  Set<String> keys(String name) {
    return entries(name).keySet();
  }

  /** A map from text to messages. */
  Map<String, Message> entries(String name) {
    FieldDescriptor field = field(name);
    Map<String, Message> entries = new LinkedHashMap<>();
    if (field != null && field.isMapField()) {
      for (Message entry : messages(name)) {
        if (entry.getField(field.getMessageType().findFieldByNumber(2)) instanceof Message value) {
          entries.put(
              String.valueOf(entry.getField(field.getMessageType().findFieldByNumber(1))), value);
        }
      }
    }
    return entries;
  }

  /** The bool in a {@code BoolValue}. */
  public boolean wrapped(String name, boolean otherwise) {
    Message wrapper = message(name);
    if (wrapper == null) {
      return otherwise;
    }
    Object value = wrapper.getField(wrapper.getDescriptorForType().findFieldByNumber(1));
    return value instanceof Boolean set && set;
  }
}
