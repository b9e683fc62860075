package io.binnacle.core.validate.constraint;

import com.google.protobuf.Any;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.OneofDescriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import io.binnacle.core.message.AnyParts;
import io.binnacle.core.message.FieldPath;
import io.binnacle.core.message.Memo;
import io.binnacle.core.message.MessageTypes;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Checks messages against the constraint annotations of the Envoy API ({@code validate.rules}), as
 * every Envoy does before it takes a resource (V-2).
 *
 * <p>By an interpreter of the annotations in the descriptors, so that it works for any version of
 * the API and for descriptor sets, enters each {@code Any}, and reports all that is wrong, each
 * with the path of the instance. Safe for all threads; to be kept, since it remembers what it read
 * of each type.
 */
public final class Constraints {

  /** Messages in an Any in a message in an Any …: deeper ones are the work of an attacker. */
  private static final int MOST_NESTED_ANYS = 32;

  private static final Set<String> TYPED_STRUCTS =
      Set.of("xds.type.v3.TypedStruct", "udpa.type.v1.TypedStruct");

  private final MessageTypes types;
  private final StructReader structs;
  private final Memo<Descriptor, MessageRules> rules = new Memo<>();

  /**
   * Constraints that are also checked inside of an Any of these types.
   *
   * @param types all that an Any may hold; one of an unknown type is not looked into
   */
  public Constraints(MessageTypes types) {
    this(types, StructReader.NONE);
  }

  /**
   * Constraints that are also checked of what a {@code TypedStruct} in an Any stands for.
   *
   * @param structs makes a message of it
   */
  public Constraints(MessageTypes types, StructReader structs) {
    this.types = types;
    this.structs = structs;
  }

  /** Takes what is wrong. */
  public interface Sink {

    /**
     * A constraint is broken.
     *
     * @param path of the field
     * @param message what is wrong, to be read behind the path: {@code must not be empty}
     */
    void broken(FieldPath path, String message);

    /** Something that clients take, and that the author should look at. */
    default void doubtful(FieldPath path, String message) {}
  }

  /** Reports every broken constraint of a message and of all that is inside of it. */
  public void check(Message message, Sink sink) {
    check(message, FieldPath.ROOT, 0, sink);
  }

  private void check(Message message, FieldPath path, int anys, Sink sink) {
    Descriptor type = message.getDescriptorForType();
    if (type.getFullName().equals(Any.getDescriptor().getFullName())) {
      content(message, path, anys, sink);
      return;
    }
    MessageRules own = rulesOf(type);
    for (OneofDescriptor oneof : own.requiredOneofs()) {
      if (!message.hasOneof(oneof)) {
        sink.broken(path, "one of " + namesOf(oneof) + " is required");
      }
    }
    for (FieldRules field : own.fields()) {
      if (field.field().isMapField()) {
        map(message, field, path, anys, sink);
      } else if (field.field().isRepeated()) {
        list(message, field, path, anys, sink);
      } else {
        single(message, field, path, anys, sink);
      }
    }
  }

  private MessageRules rulesOf(Descriptor type) {
    MessageRules known = rules.get(type);
    if (known == null) {
      known = MessageRules.of(type);
      rules.putAll(Map.of(type, known));
    }
    return known;
  }

  private static String namesOf(OneofDescriptor oneof) {
    return oneof.getFields().stream()
        .filter(field -> !field.getOptions().getDeprecated())
        .map(FieldDescriptor::getName)
        .collect(Collectors.joining(", "));
  }

  private void single(Message owner, FieldRules rules, FieldPath path, int anys, Sink sink) {
    FieldDescriptor field = rules.field();
    if (field.hasPresence() && !owner.hasField(field)) {
      if (rules.required()) {
        sink.broken(path.field(field.getName()), "is required");
      }
      return;
    }
    // nothing to build a path for where nothing can be wrong
    if (rules.value().isEmpty() && !rules.inner()) {
      return;
    }
    value(owner.getField(field), rules, path.field(field.getName()), anys, sink);
  }

  private void list(Message owner, FieldRules rules, FieldPath path, int anys, Sink sink) {
    FieldDescriptor field = rules.field();
    int count = owner.getRepeatedFieldCount(field);
    List<?> items = count == 0 ? List.of() : (List<?>) owner.getField(field);
    FieldPath list = path.field(field.getName());
    report(rules.whole(), items, list, sink);
    for (int i = 0; i < count; i++) {
      value(items.get(i), rules, list.item(i), anys, sink);
    }
  }

  private void map(Message owner, FieldRules rules, FieldPath path, int anys, Sink sink) {
    FieldDescriptor field = rules.field();
    int count = owner.getRepeatedFieldCount(field);
    List<?> entries = count == 0 ? List.of() : (List<?>) owner.getField(field);
    FieldPath map = path.field(field.getName());
    report(rules.whole(), entries, map, sink);
    for (Object one : entries) {
      Message entry = (Message) one;
      Object key = entry.getField(field.getMessageType().findFieldByNumber(1));
      FieldPath at = map.key(String.valueOf(key));
      report(rules.key(), key, at, sink);
      value(entry.getField(field.getMessageType().findFieldByNumber(2)), rules, at, anys, sink);
    }
  }

  private void value(Object value, FieldRules rules, FieldPath path, int anys, Sink sink) {
    report(rules.value(), value, path, sink);
    if (rules.inner()) {
      check((Message) value, path, anys, sink);
    }
  }

  private static void report(List<ValueCheck> checks, Object value, FieldPath path, Sink sink) {
    for (ValueCheck check : checks) {
      String fault = check.fault(value);
      if (fault != null) {
        sink.broken(path, fault);
      }
    }
  }

  /** What an Any holds; what cannot be read is left to the client to judge. */
  private void content(Message any, FieldPath path, int anys, Sink sink) {
    AnyParts parts = AnyParts.of(any);
    String url = parts.typeUrl();
    Message prototype = url.isEmpty() || anys >= MOST_NESTED_ANYS ? null : types.find(url);
    if (prototype == null) {
      return;
    }
    try {
      Message content = prototype.getParserForType().parsePartialFrom(parts.value());
      check(content, path, anys + 1, sink);
      if (TYPED_STRUCTS.contains(content.getDescriptorForType().getFullName())) {
        structured(content, path, anys + 1, sink);
      }
    } catch (InvalidProtocolBufferException e) {
      sink.broken(path, "holds bytes that are no " + MessageTypes.nameOf(url));
    }
  }

  private void structured(Message typed, FieldPath path, int anys, Sink sink) {
    Descriptor type = typed.getDescriptorForType();
    FieldDescriptor value = type.findFieldByName("value");
    String url = String.valueOf(typed.getField(type.findFieldByName("type_url")));
    Message meant = structs.read(url, (Message) typed.getField(value));
    if (meant != null) {
      check(meant, path.field(value.getName()), anys, sink);
    }
  }
}
