package io.binnacle.sources.group;

import io.binnacle.core.resource.Resource;
import io.binnacle.core.validate.Severity;
import io.binnacle.sources.group.Parts.Part;
import io.binnacle.sources.group.Parts.PerNode;
import io.binnacle.sources.group.text.GroupText;
import io.binnacle.sources.group.text.ResourceText;
import io.binnacle.text.Finding;
import io.binnacle.text.Findings;
import io.binnacle.text.Position;
import io.binnacle.text.subst.Substitution;
import io.binnacle.text.subst.Variables;
import io.binnacle.text.tree.YamlList;
import io.binnacle.text.tree.YamlMap;
import io.binnacle.text.tree.YamlNode;
import io.binnacle.text.tree.YamlScalar;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Reads the resources of a text with its variables filled in, as far as that goes without a node.
 *
 * <p>A text that depends on the node is read twice: as for a node that has nothing, which takes
 * every default; and with the names of its variables in the place of values. What the decoder says
 * about such a stand-in is not believed, everything else is. One use, one thread.
 */
final class PartsReader {

  private final ResourceBuilder builder;
  private final List<YamlMap> chain;
  private final Findings findings;
  private final boolean lenient;
  private final Scope withoutNode;
  private final Scope withStandIns;

  /**
   * @param environment what {@code ${env...}} stands for
   * @param chain the {@code vars} that apply, the outermost first
   * @param lenient whether a variable without value may be given by somebody who includes the text
   */
  PartsReader(
      ResourceBuilder builder,
      Variables environment,
      List<YamlMap> chain,
      boolean lenient,
      Findings findings) {
    this.builder = builder;
    this.chain = chain;
    this.findings = findings;
    this.lenient = lenient;
    // What is missing for lack of a node is no fault; what else is missing, the other one reports.
    this.withoutNode = new Scope(chain, environment, new Findings());
    this.withStandIns = new Scope(chain, environment.orElse(PartsReader::standIn), findings);
  }

  private static @Nullable YamlNode standIn(String name) {
    return name.startsWith(NodeVariables.PREFIX) ? namesake(name) : null;
  }

  static YamlNode namesake(String name) {
    return new YamlScalar(Position.startOf("stand-in"), name, true);
  }

  Parts read(GroupText group) {
    Parts parts = new Parts();
    for (ResourceText text : group.resources()) {
      part(group.name(), text, parts);
    }
    return parts;
  }

  private void part(String group, ResourceText text, Parts parts) {
    String label = ResourceBuilder.label(text, text.node());
    Findings missing = new Findings();
    Substitution plain = new Substitution(withoutNode.variables(), label, missing);
    YamlNode node = plain.apply(text.node());
    SortedSet<String> names = withStandIns.nodeNames(plain.used());
    if (names.isEmpty() && !(lenient && missing.hasErrors())) {
      missing.sorted().forEach(findings::add);
      Resource resource = missing.hasErrors() ? null : builder.build(text, node, findings);
      parts.add(new Part(group, text, resource, null), names);
      return;
    }
    Findings unresolved = new Findings();
    Variables variables = withStandIns.variables();
    Substitution full =
        new Substitution(
            lenient ? variables.orElse(PartsReader::namesake) : variables, label, unresolved);
    YamlNode standingIn = full.apply(text.node());
    unresolved.sorted().forEach(findings::add);
    SortedSet<String> all = new TreeSet<>(names);
    all.addAll(withStandIns.nodeNames(full.used()));
    Resource specimen =
        missing.hasErrors()
            ? specimen(text, standingIn, unresolved.hasErrors())
            : builder.build(text, node, findings);
    parts.add(new Part(group, text, specimen, new PerNode(text, chain)), all);
  }

  /** A resource with stand-ins; findings about those are left out. */
  private @Nullable Resource specimen(ResourceText text, YamlNode node, boolean isBroken) {
    if (isBroken) {
      return null;
    }
    Findings all = new Findings();
    Resource resource = builder.build(text, node, ResourceBuilder.label(text, text.node()), all);
    Set<Position> standIns = new HashSet<>();
    references(text.node(), standIns);
    for (Finding finding : all.sorted()) {
      boolean believed =
          finding.severity() == Severity.ERROR && !standIns.contains(finding.position());
      if (believed && !isAboutName(finding)) {
        findings.add(finding);
      }
    }
    return resource;
  }

  // A name is judged where it is known.
  private static boolean isAboutName(Finding finding) {
    return finding.fieldPath().equals("name");
  }

  private static void references(YamlNode node, Set<Position> found) {
    if (node instanceof YamlScalar scalar) {
      if (scalar.text().contains("${")) {
        found.add(scalar.position());
      }
    } else if (node instanceof YamlList list) {
      list.items().forEach(item -> references(item, found));
    } else if (node instanceof YamlMap map) {
      for (YamlMap.Entry entry : map.entries()) {
        references(entry.key(), found);
        references(entry.value(), found);
      }
    }
  }
}
