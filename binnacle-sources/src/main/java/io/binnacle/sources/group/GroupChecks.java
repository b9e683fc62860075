package io.binnacle.sources.group;

import io.binnacle.core.resource.Resource;
import io.binnacle.core.validate.Issue;
import io.binnacle.core.validate.Validator;
import io.binnacle.sources.group.Parts.Part;
import io.binnacle.sources.group.text.ResourceText;
import io.binnacle.text.Finding;
import io.binnacle.text.Findings;
import io.binnacle.text.tree.YamlNode;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * V-2: what is wrong between the resources of a group. Those that depend on the node take part by
 * their specimens. Stateless.
 */
final class GroupChecks {

  private GroupChecks() {}

  static void report(List<Part> parts, Validator validator, Findings findings) {
    Map<Resource, Part> byResource = new IdentityHashMap<>();
    for (Part part : parts) {
      if (part.resource() != null) {
        byResource.put(part.resource(), part);
      }
    }
    List<Resource> resources =
        parts.stream().map(Part::resource).filter(byResource::containsKey).toList();
    for (Issue issue : validator.validateTogether(resources)) {
      Part part = byResource.get(issue.resource());
      if (part != null) {
        findings.add(finding(issue, part.text()));
      }
    }
  }

  static Finding finding(Issue issue, ResourceText text) {
    return finding(
        issue, ResourceBuilder.label(text, text.node()), WrapperReader.messageIn(text.node()));
  }

  /**
   * An issue with its place in the text.
   *
   * @param message the node that the resource's message was made of
   */
  static Finding finding(Issue issue, String label, YamlNode message) {
    return new Finding(
        FieldPositions.of(message, issue.path()),
        label,
        issue.path().toString(),
        issue.message(),
        issue.severity(),
        issue.rule());
  }
}
