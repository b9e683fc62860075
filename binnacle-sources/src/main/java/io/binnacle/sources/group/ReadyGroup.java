package io.binnacle.sources.group;

import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.validate.IssueKind;
import io.binnacle.core.view.Snapshot;
import io.binnacle.server.catalog.SnapshotTemplate;
import io.binnacle.sources.group.Parts.Part;
import io.binnacle.sources.group.Parts.PerNode;
import io.binnacle.sources.group.text.GroupText;
import io.binnacle.sources.group.text.ResourceList;
import io.binnacle.sources.group.text.ResourceText;
import io.binnacle.text.Finding;
import io.binnacle.text.Findings;
import io.binnacle.text.Position;
import io.binnacle.text.subst.Variables;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A group that can be served: with everything that it includes, and no fault that can be seen
 * without a node. Immutable.
 *
 * <p>It is a template when something in it depends on the node (G-4); else its snapshot is the same
 * for every node.
 */
public final class ReadyGroup implements SnapshotTemplate {

  private final String name;
  private final Position position;
  private final List<Part> parts;
  private final List<Resource> fixed;
  private final List<PerNode> perNode;
  private final SortedSet<String> variables;
  private final SortedSet<String> required;
  private final Set<String> keys;
  private final Variables environment;
  private final ResourceBuilder builder;

  ReadyGroup(
      GroupText text,
      List<Part> parts,
      NodeNames names,
      Set<String> keys,
      Variables environment,
      ResourceBuilder builder) {
    this.name = text.name();
    this.position = text.position();
    this.parts = List.copyOf(parts);
    this.fixed =
        parts.stream()
            .filter(part -> part.perNode() == null)
            .map(Part::resource)
            .filter(Objects::nonNull)
            .toList();
    this.perNode = parts.stream().map(Part::perNode).filter(Objects::nonNull).toList();
    this.variables = names.used();
    this.required = names.required();
    this.keys = Set.copyOf(keys);
    this.environment = environment;
    this.builder = builder;
  }

  /**
   * What a group uses of a node.
   *
   * @param used all names
   * @param required those without a default
   */
  record NodeNames(SortedSet<String> used, SortedSet<String> required) {}

  public String name() {
    return name;
  }

  /** Where its name stands, or its first file begins. */
  public Position position() {
    return position;
  }

  /** What can be looked at without a node. */
  public GroupExample example() {
    Map<Resource, ResourceText> texts = new LinkedHashMap<>();
    List<String> needingNode = new ArrayList<>();
    Variables outside = environment.orElse(NodeVariables.of(Map.of()));
    for (Part part : parts) {
      PerNode template = part.perNode();
      Resource resource =
          template == null
              ? part.resource()
              : PerNodeReader.read(template, outside, builder, new Findings());
      if (resource == null) {
        needingNode.add(ResourceBuilder.label(part.text(), part.text().node()));
      } else {
        texts.put(resource, part.text());
      }
    }
    return new GroupExample(texts, needingNode);
  }

  /**
   * One of its resources.
   *
   * @param resource as it is served; of one that depends on the node a specimen
   * @param perNode whether it depends on the node
   */
  public record Content(Resource resource, boolean perNode) {}

  /** Its resources, in the order of the text; without those of which there is no specimen. */
  public List<Content> contents() {
    List<Content> contents = new ArrayList<>();
    for (Part part : parts) {
      Resource resource = part.resource();
      if (resource != null) {
        contents.add(new Content(resource, part.perNode() != null));
      }
    }
    return contents;
  }

  /** Whether its content depends on the node. */
  public boolean isTemplate() {
    return !perNode.isEmpty();
  }

  /** The {@code node.} names that its content depends on, a copy. */
  public SortedSet<String> variables() {
    return new TreeSet<>(variables);
  }

  /** Those of them that a node must have, a copy. */
  public SortedSet<String> required() {
    return new TreeSet<>(required);
  }

  /** How many resources it has. */
  public int size() {
    return fixed.size() + perNode.size();
  }

  /**
   * The types of which it had resources before and has none now, without saying so by an empty list
   * (G-3a).
   */
  public List<ResourceType> silentlyEmptied(ReadyGroup before) {
    if (keys.contains(ResourceList.RESOURCES.key())) {
      return List.of();
    }
    Set<ResourceType> now = types();
    return before.types().stream()
        .filter(type -> !now.contains(type) && !keys.contains(ResourceList.keyOf(type)))
        .sorted()
        .toList();
  }

  /** The key under which resources of a type stand in a file. */
  public static String keyOf(ResourceType type) {
    return ResourceList.keyOf(type);
  }

  private Set<ResourceType> types() {
    Set<ResourceType> types = fixed.stream().map(Resource::type).collect(Collectors.toSet());
    for (PerNode part : perNode) {
      if (part.text().type() != null) {
        types.add(part.text().type());
      }
    }
    return types;
  }

  /** Whether publishing it in place of the other one changes nothing, places in files included. */
  public boolean isSameAs(@Nullable ReadyGroup other) {
    if (other == null
        || !name.equals(other.name)
        || fixed.size() != other.fixed.size()
        || !perNode.equals(other.perNode)) {
      return false;
    }
    for (int i = 0; i < fixed.size(); i++) {
      Resource mine = fixed.get(i);
      Resource theirs = other.fixed.get(i);
      if (!mine.sameContent(theirs) || !Objects.equals(mine.origin(), theirs.origin())) {
        return false;
      }
    }
    return true;
  }

  /** Its content for every node; only when it is no template. */
  public Snapshot snapshot() {
    return render(Map.of());
  }

  /**
   * Its content for a node.
   *
   * @param values of its {@link #variables}; see {@link NodeVariables}
   * @throws UnfitNodeException when these values make a resource illegal
   */
  @Override
  public Snapshot render(Map<String, String> values) {
    Findings findings = new Findings();
    Snapshot snapshot = render(values, findings);
    if (findings.hasErrors()) {
      throw new UnfitNodeException(name, findings.sorted());
    }
    return snapshot;
  }

  private Snapshot render(Map<String, String> values, Findings findings) {
    Map<ResourceType, Map<String, Resource>> seen = new TreeMap<>();
    List<Resource> all = new ArrayList<>(fixed);
    Variables outside = environment.orElse(NodeVariables.of(values));
    for (PerNode part : perNode) {
      Resource resource = PerNodeReader.read(part, outside, builder, findings);
      if (resource != null) {
        all.add(resource);
      }
    }
    Snapshot.Builder snapshot = Snapshot.builder();
    for (Resource resource : all) {
      Resource other =
          seen.computeIfAbsent(resource.type(), type -> new TreeMap<>())
              .putIfAbsent(resource.name(), resource);
      if (other == null) {
        snapshot.add(resource);
      } else {
        findings.add(SameNames.finding(resource, other, null));
      }
    }
    try {
      return snapshot.build();
    } catch (IllegalArgumentException e) {
      // D-16: only this node's values make two variants meet
      findings.error(
          IssueKind.DUPLICATE, Position.startOf(""), "", "", String.valueOf(e.getMessage()));
      return Snapshot.EMPTY;
    }
  }

  /** Values of a node make a group's resources illegal. */
  public static final class UnfitNodeException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient List<Finding> findings;

    UnfitNodeException(String group, List<Finding> findings) {
      super(
          "group '"
              + group
              + "' cannot be made for this node: "
              + findings.stream().map(Finding::toString).collect(Collectors.joining("; ")));
      this.findings = List.copyOf(findings);
    }

    public List<Finding> findings() {
      return findings;
    }
  }

  @Override
  public String toString() {
    return name + " (" + size() + " resources)";
  }
}
