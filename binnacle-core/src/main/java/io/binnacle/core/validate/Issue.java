package io.binnacle.core.validate;

import io.binnacle.core.message.FieldPath;
import io.binnacle.core.resource.Resource;

/**
 * One thing that is wrong with a resource.
 *
 * @param severity whether the resource can be served
 * @param rule what was checked, for programs: an id of {@link IssueKind}; a check of an
 *     application's own has its own
 * @param resource which one
 * @param path of the field; the root: the resource as such
 * @param message what is wrong and, where known, what would be right, to be read behind the path
 */
public record Issue(
    Severity severity, String rule, Resource resource, FieldPath path, String message) {

  /** {@code CDS backend: load_assignment: what is wrong (file:line)}. */
  @Override
  public String toString() {
    String at = path.toString();
    return resource.type()
        + " "
        + resource.name()
        + ": "
        + (at.isEmpty() ? "" : at + ": ")
        + (severity == Severity.WARNING ? "warning: " : "")
        + message
        + (resource.origin() == null ? "" : " (" + resource.origin() + ")");
  }
}
