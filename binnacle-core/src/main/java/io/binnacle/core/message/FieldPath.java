package io.binnacle.core.message;

import org.jspecify.annotations.Nullable;

/**
 * A place inside a message, such as {@code virtual_hosts[0].routes[1].match}; turned into text only
 * when there is something to report. The content of an {@code Any} has the path of the Any.
 *
 * @param parent the message around it; null at the root
 * @param step a field's name, or an index or key in brackets
 */
public record FieldPath(@Nullable FieldPath parent, String step) {

  /** The message itself. */
  public static final FieldPath ROOT = new FieldPath(null, "");

  /** A field of the message at this place. */
  public FieldPath field(String name) {
    return new FieldPath(this, name);
  }

  /** An item of the list at this place, counted from 0. */
  public FieldPath item(int index) {
    return new FieldPath(this, "[" + index + "]");
  }

  /** A value of the map at this place. */
  public FieldPath key(String key) {
    return new FieldPath(this, "[\"" + key + "\"]");
  }

  @Override
  public String toString() {
    if (parent == null) {
      return step;
    }
    String before = parent.toString();
    return before.isEmpty() || step.startsWith("[") ? before + step : before + "." + step;
  }
}
