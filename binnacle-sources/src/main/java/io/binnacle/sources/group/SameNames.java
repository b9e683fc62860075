package io.binnacle.sources.group;

import io.binnacle.core.resource.Origin;
import io.binnacle.core.resource.Resource;
import io.binnacle.core.validate.IssueKind;
import io.binnacle.core.validate.Severity;
import io.binnacle.sources.group.text.ResourceList;
import io.binnacle.text.Finding;
import io.binnacle.text.Position;
import org.jspecify.annotations.Nullable;

/** What is reported of two resources of one name (G-3, V-2). Stateless. */
final class SameNames {

  private SameNames() {}

  /**
   * The finding, at the second one.
   *
   * @param includedFrom the group that one of them comes from, when they are of two groups
   */
  static Finding finding(Resource second, Resource first, @Nullable String includedFrom) {
    String place = first.origin() == null ? "elsewhere" : first.origin().toString();
    String message =
        includedFrom == null
            ? "this name is taken already, at " + place
            : "this name is taken already, at "
                + place
                + "; nothing is merged or overridden by an include ('"
                + includedFrom
                + "'), so give one of the two another name";
    if (ListenerNames.isOfAddress(second.type(), second.name())) {
      message += "; a listener without a name is called after its address, so give each a 'name'";
    }
    Origin origin = second.origin();
    Position at =
        origin == null
            ? Position.startOf("")
            : new Position(origin.source(), origin.line(), origin.column());
    return new Finding(
        at,
        ResourceList.keyOf(second.type()) + "/" + second.name(),
        "",
        message,
        Severity.ERROR,
        IssueKind.DUPLICATE.id());
  }
}
