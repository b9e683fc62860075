package io.binnacle.text;

import io.binnacle.core.validate.IssueKind;
import io.binnacle.core.validate.Severity;

/**
 * One thing that is wrong with a file, where, and what to do about it (CL-5).
 *
 * @param position where
 * @param resource the resource that it is about, such as {@code clusters/backend}; empty: the file
 *     itself
 * @param fieldPath such as {@code load_assignment.endpoints[0]}; empty: the resource itself
 * @param message what is wrong and, where known, what would be right
 * @param severity whether the resource can still be used
 * @param rule what was checked, for programs: an id of {@link IssueKind}, or one that a check of an
 *     application's own gives
 */
public record Finding(
    Position position,
    String resource,
    String fieldPath,
    String message,
    Severity severity,
    String rule) {

  /** {@code file:line:column: resource: field: what is wrong}, without parts that are empty. */
  @Override
  public String toString() {
    StringBuilder out = new StringBuilder(position.toString()).append(": ");
    if (!resource.isEmpty()) {
      out.append(resource).append(": ");
    }
    if (!fieldPath.isEmpty()) {
      out.append(fieldPath).append(": ");
    }
    if (severity == Severity.WARNING) {
      out.append("warning: ");
    }
    return oneLine(out.append(message));
  }

  // What a file holds is repeated here: it must not break the line, nor send commands to a
  // terminal.
  private static String oneLine(CharSequence text) {
    StringBuilder out = new StringBuilder(text.length());
    text.codePoints()
        .forEach(
            c -> {
              int type = Character.getType(c);
              if (type == Character.CONTROL
                  || type == Character.FORMAT
                  || type == Character.SURROGATE
                  || type == Character.LINE_SEPARATOR
                  || type == Character.PARAGRAPH_SEPARATOR) {
                out.append(String.format("<U+%04X>", c));
              } else {
                out.appendCodePoint(c);
              }
            });
    return out.toString();
  }
}
