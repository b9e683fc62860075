package io.binnacle.core.validate.constraint;

import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Makes the checks of one value out of its annotation. Stateless. */
final class ValueChecks {

  private ValueChecks() {}

  /**
   * The checks of a kind of rules.
   *
   * @param kind the field of {@code validate.FieldRules} that is set
   * @param field whose values will be checked
   */
  static List<ValueCheck> of(String kind, RuleText rules, FieldDescriptor field) {
    return switch (kind) {
      case "string" -> StringChecks.of(rules);
      case "bytes" -> BytesChecks.of(rules);
      case "enum" -> enums(rules, field);
      case "bool" -> bool(rules);
      case "any" -> any(rules);
      case "duration", "timestamp" -> RangeChecks.of(rules, Ordering.OF_TIMES);
      case "repeated", "map" -> List.of();
      default -> RangeChecks.of(rules, Ordering.ofNumbers(field));
    };
  }

  private static List<ValueCheck> bool(RuleText rules) {
    Object constant = rules.value("const");
    return constant == null
        ? List.of()
        : List.of(value -> value.equals(constant) ? null : "must be " + constant);
  }

  private static List<ValueCheck> any(RuleText rules) {
    List<ValueCheck> checks = new ArrayList<>();
    Set<Object> in = new HashSet<>(rules.list("in"));
    Set<Object> notIn = new HashSet<>(rules.list("not_in"));
    if (!in.isEmpty()) {
      checks.add(value -> in.contains(typeUrl(value)) ? null : "must hold one of " + sorted(in));
    }
    if (!notIn.isEmpty()) {
      checks.add(
          value -> notIn.contains(typeUrl(value)) ? "must not hold a " + typeUrl(value) : null);
    }
    return checks;
  }

  private static Object typeUrl(Object any) {
    Message message = (Message) any;
    return message.getField(message.getDescriptorForType().findFieldByNumber(1));
  }

  private static List<ValueCheck> enums(RuleText rules, FieldDescriptor field) {
    List<ValueCheck> checks = new ArrayList<>();
    Long constant = rules.number("const");
    if (constant != null) {
      checks.add(value -> number(value) == constant ? null : "must be " + nameOf(field, constant));
    }
    if (rules.isTrue("defined_only")) {
      checks.add(
          value ->
              field.getEnumType().findValueByNumber((int) number(value)) != null
                  ? null
                  : number(value) + " is no value of " + field.getEnumType().getName());
    }
    List<Long> in = numbers(rules.list("in"));
    if (!in.isEmpty()) {
      checks.add(
          value ->
              in.contains(number(value))
                  ? null
                  : "must be one of "
                      + String.join(", ", in.stream().map(n -> nameOf(field, n)).toList()));
    }
    List<Long> notIn = numbers(rules.list("not_in"));
    if (!notIn.isEmpty()) {
      checks.add(
          value ->
              notIn.contains(number(value)) ? "must not be " + nameOf(field, number(value)) : null);
    }
    return checks;
  }

  private static long number(Object enumValue) {
    return ((EnumValueDescriptor) enumValue).getNumber();
  }

  private static List<Long> numbers(List<?> list) {
    return list.stream().map(n -> ((Number) n).longValue()).toList();
  }

  private static String nameOf(FieldDescriptor field, long number) {
    EnumValueDescriptor value = field.getEnumType().findValueByNumber((int) number);
    return value == null ? Long.toString(number) : value.getName();
  }

  static String sorted(Set<?> values) {
    return String.join(", ", values.stream().map(String::valueOf).sorted().toList());
  }
}
