package io.binnacle.core.resource;

import com.google.protobuf.Any;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import io.binnacle.core.message.Memo;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Where in a message references can be: all that a walk looks at. A message type from which none
 * can be reached has an empty plan, so its messages cost nothing.
 *
 * @param named fields that are references
 * @param inner fields with messages in which references can be
 */
record ReferencePlan(List<Named> named, List<FieldDescriptor> inner) {

  private static final String ANY = Any.getDescriptor().getFullName();

  /**
   * A field that is a reference.
   *
   * @param field the field
   * @param rule how it names a resource
   */
  record Named(FieldDescriptor field, ReferenceRule rule) {}

  boolean isEmpty() {
    return named.isEmpty() && inner.isEmpty();
  }

  /** Whether a field with this number can be or hold a reference. */
  boolean looksAt(int number) {
    for (Named one : named) {
      if (one.field().getNumber() == number) {
        return true;
      }
    }
    for (FieldDescriptor field : inner) {
      if (field.getNumber() == number) {
        return true;
      }
    }
    return false;
  }

  static boolean isAny(Descriptor type) {
    return type.getFullName().equals(ANY);
  }

  /** The plan of a type; worked out once, together with those of all types inside of it. */
  static ReferencePlan of(Descriptor type, Memo<Descriptor, ReferencePlan> known) {
    ReferencePlan plan = known.get(type);
    if (plan == null) {
      Map<Descriptor, ReferencePlan> plans = plansFrom(type);
      known.putAll(plans);
      plan = plans.getOrDefault(type, new ReferencePlan(List.of(), List.of()));
    }
    return plan;
  }

  private static Map<Descriptor, ReferencePlan> plansFrom(Descriptor root) {
    Map<Descriptor, Set<Descriptor>> users = usersOf(root);
    Set<Descriptor> fruitful = new HashSet<>();
    Deque<Descriptor> open = new ArrayDeque<>();
    for (Descriptor type : users.keySet()) {
      if (isAny(type) || !namedFields(type).isEmpty()) {
        open.add(type);
      }
    }
    while (!open.isEmpty()) {
      Descriptor type = open.remove();
      if (fruitful.add(type)) {
        open.addAll(users.getOrDefault(type, Set.of()));
      }
    }
    Map<Descriptor, ReferencePlan> plans = new HashMap<>();
    for (Descriptor type : users.keySet()) {
      List<FieldDescriptor> inner =
          innerFields(type).stream().filter(f -> fruitful.contains(f.getMessageType())).toList();
      plans.put(type, new ReferencePlan(namedFields(type), inner));
    }
    return plans;
  }

  /** All types inside of a type, itself included, each with those that have a field of it. */
  private static Map<Descriptor, Set<Descriptor>> usersOf(Descriptor root) {
    Map<Descriptor, Set<Descriptor>> users = new HashMap<>();
    Deque<Descriptor> open = new ArrayDeque<>();
    users.put(root, new HashSet<>());
    open.add(root);
    while (!open.isEmpty()) {
      Descriptor type = open.remove();
      for (FieldDescriptor field : innerFields(type)) {
        Descriptor inner = field.getMessageType();
        if (!users.containsKey(inner)) {
          users.put(inner, new HashSet<>());
          open.add(inner);
        }
        users.get(inner).add(type);
      }
    }
    return users;
  }

  private static List<FieldDescriptor> innerFields(Descriptor type) {
    if (isAny(type) || ReferenceTable.isOpaque(type.getFullName())) {
      return List.of();
    }
    return type.getFields().stream()
        .filter(field -> field.getJavaType() == FieldDescriptor.JavaType.MESSAGE)
        .toList();
  }

  private static List<Named> namedFields(Descriptor type) {
    List<Named> named = new ArrayList<>();
    for (FieldDescriptor field : type.getFields()) {
      ReferenceRule rule = ReferenceTable.rules().get(field.getFullName());
      if (rule != null) {
        named.add(new Named(field, rule));
      }
    }
    return List.copyOf(named);
  }
}
