package io.binnacle.sources.select;

import com.google.protobuf.Value;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;

/** What a value in a node's metadata must look like (G-3). */
sealed interface MetadataPattern {

  /** Whether a value of a node is of this form. */
  boolean matches(Value value);

  /** Whether a node is thinkable whose value is of both forms. */
  boolean overlaps(MetadataPattern other);

  /**
   * A word with globs. A number or boolean is compared as text; a list matches when one of its
   * items does; {@code *} alone asks for nothing but that there is a value.
   */
  record Word(Glob glob) implements MetadataPattern {
    @Override
    public boolean matches(Value value) {
      return switch (value.getKindCase()) {
        case STRING_VALUE -> glob.matches(value.getStringValue());
        case BOOL_VALUE -> glob.matches(Boolean.toString(value.getBoolValue()));
        case NUMBER_VALUE -> glob.matches(numberText(value.getNumberValue()));
        case LIST_VALUE -> value.getListValue().getValuesList().stream().anyMatch(this::matches);
        case STRUCT_VALUE -> isAny();
        case NULL_VALUE, KIND_NOT_SET -> false;
      };
    }

    @Override
    public boolean overlaps(MetadataPattern other) {
      if (other instanceof Word word) {
        return glob.overlaps(word.glob);
      }
      return other instanceof Items || isAny();
    }

    private boolean isAny() {
      return glob.pattern().equals("*");
    }

    @Override
    public String toString() {
      return glob.pattern();
    }
  }

  /** A list that has, for each of these, an item of that form. */
  record Items(List<MetadataPattern> items) implements MetadataPattern {
    public Items {
      items = List.copyOf(items);
    }

    @Override
    public boolean matches(Value value) {
      List<Value> values =
          value.hasListValue() ? value.getListValue().getValuesList() : List.of(value);
      return items.stream().allMatch(item -> values.stream().anyMatch(item::matches));
    }

    @Override
    public boolean overlaps(MetadataPattern other) {
      // A list may have items for both.
      return !(other instanceof Fields);
    }

    @Override
    public String toString() {
      return items.toString();
    }
  }

  /** A map that has, for each of these keys, a value of that form. */
  record Fields(Map<String, MetadataPattern> fields) implements MetadataPattern {
    public Fields {
      fields = Map.copyOf(fields);
    }

    @Override
    public boolean matches(Value value) {
      return value.hasStructValue() && matches(value.getStructValue().getFieldsMap());
    }

    boolean matches(Map<String, Value> values) {
      return fields.entrySet().stream()
          .allMatch(
              field -> {
                Value value = values.get(field.getKey());
                return value != null && field.getValue().matches(value);
              });
    }

    @Override
    public boolean overlaps(MetadataPattern other) {
      if (!(other instanceof Fields that)) {
        return !(other instanceof Items) && other.overlaps(this);
      }
      return fields.entrySet().stream()
          .allMatch(
              field -> {
                MetadataPattern theirs = that.fields.get(field.getKey());
                return theirs == null || field.getValue().overlaps(theirs);
              });
    }

    @Override
    public String toString() {
      return fields.toString();
    }
  }

  /** As people write it: without an exponent, and without the {@code .0} of a whole number. */
  private static String numberText(double number) {
    return Double.isFinite(number)
        ? new BigDecimal(Double.toString(number)).stripTrailingZeros().toPlainString()
        : Double.toString(number);
  }
}
