package io.binnacle.sources.group;

import io.binnacle.core.message.NearestName;
import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.validate.IssueKind;
import io.binnacle.core.validate.Validator;
import io.binnacle.sources.group.Parts.Part;
import io.binnacle.sources.group.Parts.PerNode;
import io.binnacle.sources.group.ReadyGroup.NodeNames;
import io.binnacle.sources.group.text.GroupText;
import io.binnacle.sources.select.Selection;
import io.binnacle.text.Findings;
import io.binnacle.text.subst.Substitution;
import io.binnacle.text.subst.Variables;
import io.binnacle.text.tree.YamlMap;
import io.binnacle.text.tree.YamlNode;
import io.binnacle.text.tree.YamlScalar;
import io.binnacle.text.types.TypeCatalog;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Makes groups that can be served of groups as they are written (G-3, G-4). Safe for all threads.
 */
public final class GroupCompiler {

  private final ResourceBuilder builder;
  private final Validator validator;
  private final Variables environment;

  /**
   * @param types the types of resources, with the user's own (G-7)
   * @param environment what {@code ${env...}} stands for
   * @param validator what resources must be like (V-2)
   */
  public GroupCompiler(TypeCatalog types, Map<String, String> environment, Validator validator) {
    this.builder = new ResourceBuilder(types, validator);
    this.validator = validator;
    this.environment = Variables.ofEnvironment(environment);
  }

  /** The groups that can be included, by name. */
  public interface Includable {
    /** The text of a group; null when there is no such group, or none that ever was good. */
    @Nullable GroupText find(String name);

    /** All names, for advice. */
    Set<String> names();
  }

  /** A group's own resources, read; what is wrong is in the findings. */
  public OwnParts readOwn(GroupText group, Findings findings) {
    // The vars of a group that is there to be included may all come from those who include it.
    boolean lenient = !group.isForNodes();
    Parts parts =
        new PartsReader(builder, environment, List.of(group.vars()), lenient, findings).read(group);
    checkNames(parts, findings);
    return new OwnParts(parts);
  }

  /** A group's own resources. Immutable. */
  public static final class OwnParts {
    private final Parts parts;

    private OwnParts(Parts parts) {
      this.parts = parts;
    }
  }

  /**
   * A group with everything that it includes.
   *
   * @param own what {@link #readOwn} gave for it, without errors
   * @return null when there was an error, which is then in the findings
   */
  public @Nullable ReadyGroup compile(
      GroupText group, OwnParts own, Includable includable, Findings findings) {
    int before = findings.errorCount();
    Parts parts = new Parts();
    parts.addAll(own.parts);
    Set<String> keys = new HashSet<>(group.keys());
    include(group, List.of(group.vars()), List.of(group.name()), includable, findings, parts, keys);
    if (findings.errorCount() > before) {
      return null;
    }
    List<Part> distinct = checkNames(parts, findings);
    // V-1: refused whole
    GroupChecks.report(distinct, validator, findings);
    if (findings.errorCount() > before) {
      return null;
    }
    List<PerNode> perNode = distinct.stream().map(Part::perNode).filter(Objects::nonNull).toList();
    NodeNames names = new NodeNames(parts.nodeNames(), required(perNode, parts.nodeNames()));
    return new ReadyGroup(group, distinct, names, keys, environment, builder);
  }

  private void include(
      GroupText group,
      List<YamlMap> chain,
      List<String> path,
      Includable includable,
      Findings findings,
      Parts parts,
      Set<String> keys) {
    for (YamlScalar include : group.includes()) {
      GroupText included = resolve(include, path, includable, findings);
      if (included == null) {
        continue;
      }
      List<YamlMap> innerChain = new ArrayList<>(chain);
      innerChain.add(included.vars());
      List<String> innerPath = new ArrayList<>(path);
      innerPath.add(included.name());
      keys.addAll(included.keys());
      parts.addAll(
          new PartsReader(builder, environment, innerChain, false, findings).read(included));
      include(included, innerChain, innerPath, includable, findings, parts, keys);
    }
  }

  private static @Nullable GroupText resolve(
      YamlScalar include, List<String> path, Includable includable, Findings findings) {
    String name = include.text();
    GroupText included = includable.find(name);
    String problem = null;
    if (path.contains(name)) {
      problem = "goes in a circle: " + String.join(" -> ", path) + " -> " + name;
    } else if (included == null && includable.names().contains(name)) {
      problem = "group '" + name + "' could not be loaded";
    } else if (included == null) {
      problem = "there is no group '" + name + "'" + NearestName.hint(includable.names(), name);
    } else if (included.selection() instanceof Selection.Fallback) {
      problem =
          "group '"
              + name
              + "' has no 'nodes', so it would also be the fallback; write 'nodes: []' there if it"
              + " is only to be included";
    }
    if (problem != null) {
      findings.error(IssueKind.INCLUDE, include.position(), "", "include", problem);
      return null;
    }
    return included;
  }

  /** Reports names that are there twice; gives the parts without those that came by two ways. */
  private static List<Part> checkNames(Parts parts, Findings findings) {
    Map<ResourceType, Map<String, Part>> seen = new HashMap<>();
    List<Part> distinct = new ArrayList<>();
    for (Part part : parts.all()) {
      Resource resource = part.resource();
      if (resource == null) {
        distinct.add(part);
        continue;
      }
      Part other =
          seen.computeIfAbsent(resource.type(), type -> new HashMap<>())
              .putIfAbsent(resource.name(), part);
      if (other == null) {
        distinct.add(part);
      } else if (!cameTwoWays(part, other)) {
        boolean isOwn = part.group().equals(other.group());
        String from = isOwn ? null : part.group();
        Resource first = other.resource();
        findings.add(SameNames.finding(resource, first == null ? resource : first, from));
      }
    }
    return distinct;
  }

  // Two includes may include one group in turn: the same text with the same values is one resource.
  private static boolean cameTwoWays(Part part, Part other) {
    Resource mine = part.resource();
    Resource theirs = other.resource();
    return part.text().equals(other.text())
        && mine != null
        && theirs != null
        && mine.sameContent(theirs)
        && part.perNode() == null
        && other.perNode() == null;
  }

  /** The names without which some resource cannot be made, since they have no default. */
  private SortedSet<String> required(List<PerNode> parts, SortedSet<String> names) {
    SortedSet<String> required = new TreeSet<>();
    for (String name : names) {
      Variables allButOne =
          asked ->
              asked.startsWith(NodeVariables.PREFIX) && !asked.equals(name)
                  ? PartsReader.namesake(asked)
                  : null;
      if (parts.stream().anyMatch(part -> lacks(part, allButOne))) {
        required.add(name);
      }
    }
    return required;
  }

  private boolean lacks(PerNode part, Variables node) {
    Findings findings = new Findings();
    Variables outside = environment.orElse(node);
    YamlNode text = part.text().node();
    new Substitution(new Scope(part.chain(), outside, new Findings()).variables(), "", findings)
        .apply(text);
    return findings.hasErrors();
  }
}
