package io.binnacle.sources.group;

import io.binnacle.core.resource.Resource;
import io.binnacle.sources.group.Parts.PerNode;
import io.binnacle.text.Findings;
import io.binnacle.text.subst.Substitution;
import io.binnacle.text.subst.Variables;
import io.binnacle.text.tree.YamlNode;
import org.jspecify.annotations.Nullable;

/** Makes a resource that depends on the node, for a node. Stateless. */
final class PerNodeReader {

  private PerNodeReader() {}

  /**
   * The resource.
   *
   * @param outside the environment and the node
   * @return null when there was an error, which is then in the findings
   */
  static @Nullable Resource read(
      PerNode part, Variables outside, ResourceBuilder builder, Findings findings) {
    String label = ResourceBuilder.label(part.text(), part.text().node());
    int before = findings.errorCount();
    // A variable that has no value for this node matters only where it is used.
    Scope scope = new Scope(part.chain(), outside, new Findings());
    Substitution substitution = new Substitution(scope.variables(), label, findings);
    YamlNode node = substitution.apply(part.text().node());
    return findings.errorCount() > before ? null : builder.build(part.text(), node, findings);
  }
}
