package io.binnacle.text.decode;

import org.jspecify.annotations.Nullable;

/** Where in a resource the decoder is; turned into text only when there is something to report. */
record FieldPath(@Nullable FieldPath parent, String step) {

  static final FieldPath ROOT = new FieldPath(null, "");

  FieldPath field(String name) {
    return new FieldPath(this, name);
  }

  FieldPath item(int index) {
    return new FieldPath(this, "[" + index + "]");
  }

  FieldPath key(String key) {
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
