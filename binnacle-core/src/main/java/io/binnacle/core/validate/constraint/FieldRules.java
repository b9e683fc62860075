package io.binnacle.core.validate.constraint;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The constraints of one field.
 *
 * @param required whether it must be set
 * @param whole on a list or map as such
 * @param key on each key of a map
 * @param value on the value, or on each item or value of a map
 * @param inner whether the values are messages that have to be looked into
 */
record FieldRules(
    FieldDescriptor field,
    boolean required,
    List<ValueCheck> whole,
    List<ValueCheck> key,
    List<ValueCheck> value,
    boolean inner) {

  /** Messages that stand for a value, and have no constraints of their own. */
  private static final Set<String> VALUES =
      Set.of(
          "google.protobuf.Duration",
          "google.protobuf.Timestamp",
          "google.protobuf.Struct",
          "google.protobuf.Value",
          "google.protobuf.ListValue",
          "google.protobuf.Empty");

  /** Entries of a map that hold data for others, which no Envoy looks at before it uses them. */
  private static final String OPAQUE = "envoy.config.core.v3.Metadata.TypedFilterMetadataEntry";

  boolean saysAnything() {
    return required || inner || !whole.isEmpty() || !key.isEmpty() || !value.isEmpty();
  }

  static FieldRules of(FieldDescriptor field) {
    RuleText rules = RuleText.ofField(field);
    if (field.isMapField()) {
      return ofMap(field, rules == null ? null : rules.part("map"));
    }
    if (field.isRepeated()) {
      return ofList(field, rules == null ? null : rules.part("repeated"));
    }
    boolean required = false;
    if (rules != null && rules.kind() != null) {
      RuleText kind = rules.part(rules.kind().getName());
      required = kind != null && kind.isTrue("required");
    }
    // MessageRules stand beside the rules of a kind: outside of the oneof
    RuleText asMessage = rules == null ? null : rules.part("message");
    required |= asMessage != null && asMessage.isTrue("required");
    // of a oneof only what was chosen is looked at
    required &= field.getRealContainingOneof() == null;
    return new FieldRules(
        field, required, List.of(), List.of(), ofValue(field, rules), isInner(field, rules));
  }

  private static FieldRules ofList(FieldDescriptor field, @Nullable RuleText rules) {
    RuleText items = rules == null ? null : rules.part("items");
    return new FieldRules(
        field,
        false,
        rules == null ? List.of() : CountChecks.of(rules, "min_items", "max_items", "item"),
        List.of(),
        ofValue(field, items),
        isInner(field, items));
  }

  private static FieldRules ofMap(FieldDescriptor field, @Nullable RuleText rules) {
    FieldDescriptor key = field.getMessageType().findFieldByNumber(1);
    FieldDescriptor value = field.getMessageType().findFieldByNumber(2);
    RuleText values = rules == null ? null : rules.part("values");
    return new FieldRules(
        field,
        false,
        rules == null ? List.of() : CountChecks.of(rules, "min_pairs", "max_pairs", "entry"),
        ofValue(key, rules == null ? null : rules.part("keys")),
        ofValue(value, values),
        isInner(value, values));
  }

  private static boolean isInner(FieldDescriptor field, @Nullable RuleText rules) {
    RuleText message = rules == null ? null : rules.part("message");
    return field.getJavaType() == FieldDescriptor.JavaType.MESSAGE
        && !field.getContainingType().getFullName().equals(OPAQUE)
        && !VALUES.contains(field.getMessageType().getFullName())
        && !isWrapper(field)
        && (message == null || !message.isTrue("skip"));
  }

  /** Checks of one value, also of the value inside of a wrapper. */
  private static List<ValueCheck> ofValue(FieldDescriptor field, @Nullable RuleText rules) {
    FieldDescriptor kind = rules == null ? null : rules.kind();
    RuleText text = rules == null || kind == null ? null : rules.part(kind.getName());
    if (kind == null || text == null) {
      return List.of();
    }
    FieldDescriptor valueField =
        isWrapper(field) ? field.getMessageType().findFieldByNumber(1) : field;
    List<ValueCheck> checks = new ArrayList<>();
    for (ValueCheck check : ValueChecks.of(kind.getName(), text, valueField)) {
      checks.add(
          isWrapper(field) ? value -> check.fault(((Message) value).getField(valueField)) : check);
    }
    return List.copyOf(checks);
  }

  private static boolean isWrapper(FieldDescriptor field) {
    return field.getJavaType() == FieldDescriptor.JavaType.MESSAGE
        && field.getMessageType().getFile().getName().equals("google/protobuf/wrappers.proto");
  }
}
