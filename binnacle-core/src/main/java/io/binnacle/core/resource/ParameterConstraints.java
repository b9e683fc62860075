package io.binnacle.core.resource;

import static java.util.Objects.requireNonNull;

import io.envoyproxy.envoy.service.discovery.v3.DynamicParameterConstraints;
import io.envoyproxy.envoy.service.discovery.v3.DynamicParameterConstraints.ConstraintList;
import io.envoyproxy.envoy.service.discovery.v3.DynamicParameterConstraints.SingleConstraint;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * Which parameters of a client select a variant of a resource (D-16).
 *
 * <p>Values: two are equal when they are written alike, whatever the order and repetition of what
 * stands in {@link And} and {@link Or}.
 */
public sealed interface ParameterConstraints {

  /** The parameter is there with just this value. */
  record Value(String key, String value) implements ParameterConstraints {
    public Value {
      requireKey(key);
      requireNonNull(value, "value");
    }
  }

  /** The parameter is there, whatever its value. */
  record Exists(String key) implements ParameterConstraints {
    public Exists {
      requireKey(key);
    }
  }

  /** All of them match; without any, everything does. */
  record And(List<ParameterConstraints> all) implements ParameterConstraints {
    public And {
      all = ordered(all);
    }
  }

  /** One of them matches; without any, nothing does. */
  record Or(List<ParameterConstraints> any) implements ParameterConstraints {
    public Or {
      any = ordered(any);
    }
  }

  /** It does not match. */
  record Not(ParameterConstraints inner) implements ParameterConstraints {
    public Not {
      requireNonNull(inner, "inner");
    }
  }

  /** The parameter is there with just this value. */
  static ParameterConstraints value(String key, String value) {
    return new Value(key, value);
  }

  /** The parameter is there, whatever its value. */
  static ParameterConstraints exists(String key) {
    return new Exists(key);
  }

  /** All of them match. */
  static ParameterConstraints and(ParameterConstraints... all) {
    return new And(Arrays.asList(all));
  }

  /** One of them matches. */
  static ParameterConstraints or(ParameterConstraints... any) {
    return new Or(Arrays.asList(any));
  }

  /** It does not match. */
  static ParameterConstraints not(ParameterConstraints inner) {
    return new Not(inner);
  }

  /**
   * The constraints in a message of the protocol; a message without any matches everything.
   *
   * @throws IllegalArgumentException when a constraint has no key, or neither value nor {@code
   *     exists}
   */
  static ParameterConstraints of(DynamicParameterConstraints message) {
    return switch (message.getTypeCase()) {
      case CONSTRAINT -> single(message.getConstraint());
      case AND_CONSTRAINTS -> new And(listOf(message.getAndConstraints()));
      case OR_CONSTRAINTS -> new Or(listOf(message.getOrConstraints()));
      case NOT_CONSTRAINTS -> new Not(of(message.getNotConstraints()));
      case TYPE_NOT_SET -> new And(List.of());
    };
  }

  private static ParameterConstraints single(SingleConstraint single) {
    return switch (single.getConstraintTypeCase()) {
      case VALUE -> new Value(single.getKey(), single.getValue());
      case EXISTS -> new Exists(single.getKey());
      case CONSTRAINTTYPE_NOT_SET ->
          throw new IllegalArgumentException(
              "the constraint of parameter '" + single.getKey() + "' needs 'value' or 'exists'");
    };
  }

  private static List<ParameterConstraints> listOf(ConstraintList list) {
    return list.getConstraintsList().stream().map(ParameterConstraints::of).toList();
  }

  private static void requireKey(String key) {
    if (requireNonNull(key, "key").isEmpty()) {
      throw new IllegalArgumentException("a constraint needs the key of a parameter");
    }
  }

  private static List<ParameterConstraints> ordered(Collection<ParameterConstraints> parts) {
    return parts.stream().distinct().sorted(Comparator.comparing(VariantText::of)).toList();
  }

  /** Whether a client with these parameters gets the variant. */
  default boolean matches(Map<String, String> parameters) {
    if (this instanceof Value single) {
      return single.value().equals(parameters.get(single.key()));
    } else if (this instanceof Exists exists) {
      return parameters.containsKey(exists.key());
    } else if (this instanceof And and) {
      return and.all().stream().allMatch(part -> part.matches(parameters));
    } else if (this instanceof Or or) {
      return or.any().stream().anyMatch(part -> part.matches(parameters));
    }
    return !((Not) this).inner().matches(parameters);
  }

  /** Whether there is nothing that it asks for. */
  default boolean isEmpty() {
    return this instanceof And and && and.all().isEmpty();
  }

  /** As a message of the protocol. */
  default DynamicParameterConstraints toMessage() {
    DynamicParameterConstraints.Builder message = DynamicParameterConstraints.newBuilder();
    if (this instanceof Value single) {
      message.getConstraintBuilder().setKey(single.key()).setValue(single.value());
    } else if (this instanceof Exists exists) {
      message
          .getConstraintBuilder()
          .setKey(exists.key())
          .setExists(SingleConstraint.Exists.getDefaultInstance());
    } else if (this instanceof And and) {
      and.all()
          .forEach(part -> message.getAndConstraintsBuilder().addConstraints(part.toMessage()));
    } else if (this instanceof Or or) {
      message.setOrConstraints(ConstraintList.getDefaultInstance());
      or.any().forEach(part -> message.getOrConstraintsBuilder().addConstraints(part.toMessage()));
    } else if (this instanceof Not not) {
      message.setNotConstraints(not.inner().toMessage());
    }
    return message.build();
  }
}
