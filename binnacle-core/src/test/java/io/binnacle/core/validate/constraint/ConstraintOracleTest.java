package io.binnacle.core.validate.constraint;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.linecorp.armeria.internal.shaded.xds.pgv.ReflectiveValidatorIndex;
import com.linecorp.armeria.internal.shaded.xds.pgv.ValidationException;
import com.linecorp.armeria.internal.shaded.xds.pgv.ValidatorIndex;
import io.binnacle.core.MessageJar;
import io.binnacle.core.message.FieldPath;
import io.binnacle.rules.Rule;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * The validators that were generated into the message jar are the oracle: on any message they and
 * the interpreter agree whether it is good, and what they find is among what the interpreter finds.
 */
class ConstraintOracleTest {

  private static final int MESSAGES_PER_TYPE = 5;

  /** The oracle does not look into an Any, so neither does this one. */
  private final Constraints constraints = new Constraints(typeUrl -> null);

  private final ValidatorIndex oracle = new ReflectiveValidatorIndex();

  @Test
  @Rule("V-2")
  void theInterpreterAgreesWithTheGeneratedValidators() throws Exception {
    Random random = new Random(20261121);
    EdgeMessages edges = new EdgeMessages(random);
    Set<String> differences = new TreeSet<>();
    int good = 0;
    int bad = 0;
    for (Message prototype : MessageJar.messages()) {
      for (int i = 0; i < MESSAGES_PER_TYPE; i++) {
        Message message = i == 0 ? prototype : edges.of(prototype, i % 3);
        List<String> found = findings(message);
        ValidationException expected = judged(message);
        good += expected == null ? 1 : 0;
        bad += expected == null ? 0 : 1;
        if (expected == null ? !found.isEmpty() : !names(found, expected)) {
          differences.add(
              prototype.getDescriptorForType().getFullName()
                  + ": "
                  + (expected == null ? "good" : expected.getField() + " " + expected.getReason())
                  + ", but found "
                  + found.stream().limit(3).toList());
        }
      }
    }
    assertThat(differences).isEmpty();
    assertThat(good).isGreaterThan(1000);
    assertThat(bad).isGreaterThan(1000);
  }

  private @Nullable ValidationException judged(Message message) {
    try {
      oracle.validatorFor(message.getClass()).assertValid(message);
      return null;
    } catch (ValidationException e) {
      return e;
    }
  }

  /** Whether what the oracle complains of is found; it gives a oneof for a field, or nonsense. */
  private static boolean names(List<String> found, ValidationException expected) {
    String field = expected.getField().replaceAll("\\[.*?]", "");
    String last = field.substring(field.lastIndexOf('.') + 1);
    return found.stream()
        .anyMatch(
            one ->
                one.contains(last)
                    || one.contains("one of ")
                    || field.startsWith("&{") && one.endsWith("is required"));
  }

  /**
   * Where the oracle is blind: in messages of files that have no annotation of their own, and in
   * fields with an annotation of a kind that is not theirs.
   */
  private static boolean oracleSees(Descriptor root, FieldPath path, String what) {
    Deque<String> steps = new ArrayDeque<>();
    for (FieldPath at = path; at.parent() != null; at = at.parent()) {
      if (!at.step().startsWith("[")) {
        steps.push(at.step());
      }
    }
    Descriptor type = root;
    while (!steps.isEmpty()) {
      FieldDescriptor field = type.findFieldByName(steps.pop());
      if (!hasAnnotations(type) || field == null) {
        return false;
      }
      // a oneof is required inside of the message, all else by the message around it
      if (steps.isEmpty() && !what.startsWith("one of ")) {
        return true;
      }
      RuleText rules = RuleText.ofField(field);
      if (rules != null && rules.has("any")) {
        return false;
      }
      type = field.isMapField() ? valueType(field, type) : field.getMessageType();
    }
    return hasAnnotations(type);
  }

  private static Descriptor valueType(FieldDescriptor map, Descriptor owner) {
    FieldDescriptor value = map.getMessageType().findFieldByNumber(2);
    return value.getJavaType() == FieldDescriptor.JavaType.MESSAGE ? value.getMessageType() : owner;
  }

  private static boolean hasAnnotations(Descriptor type) {
    return type.getFile().getDependencies().stream()
        .anyMatch(file -> file.getName().equals("validate/validate.proto"));
  }

  private List<String> findings(Message message) throws InvalidProtocolBufferException {
    List<String> found = new ArrayList<>();
    Descriptor type = message.getDescriptorForType();
    constraints.check(message, (path, what) -> add(type, path, what, found));
    List<String> dynamic = new ArrayList<>();
    constraints.check(
        DynamicMessage.parseFrom(type, message.toByteString()),
        (path, what) -> add(type, path, what, dynamic));
    assertThat(dynamic).isEqualTo(found);
    return found;
  }

  private static void add(Descriptor type, FieldPath path, String what, List<String> found) {
    if (oracleSees(type, path, what)) {
      found.add(path + " " + what);
    }
  }
}
