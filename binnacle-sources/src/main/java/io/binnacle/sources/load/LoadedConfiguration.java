package io.binnacle.sources.load;

import io.binnacle.core.validate.Severity;
import io.binnacle.server.catalog.NodeAssignment;
import io.binnacle.sources.group.ReadyGroup;
import io.binnacle.sources.group.ReadyGroup.UnfitNodeException;
import io.binnacle.sources.load.GroupAssigner.Candidate;
import io.binnacle.sources.load.GroupAssigner.NeverLoaded;
import io.binnacle.sources.load.GroupAssigner.Served;
import io.binnacle.text.Finding;
import io.envoyproxy.envoy.config.core.v3.Node;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What a directory means: its groups in force, and everything that is wrong with it. Immutable. */
public final class LoadedConfiguration {

  /** Before anything was loaded. */
  public static final LoadedConfiguration EMPTY = new LoadedConfiguration(List.of(), List.of());

  private final List<UnitState> units;
  private final List<Finding> sourceFindings;

  LoadedConfiguration(List<UnitState> units, List<Finding> sourceFindings) {
    this.units = List.copyOf(units);
    this.sourceFindings = List.copyOf(sourceFindings);
  }

  /** The same in force, after the source itself failed. */
  public LoadedConfiguration failed(Finding finding) {
    return new LoadedConfiguration(units, List.of(finding));
  }

  List<UnitState> units() {
    return units;
  }

  Set<String> loosePaths() {
    return units.stream()
        .filter(state -> state.unit().key().isEmpty())
        .flatMap(state -> state.unit().files().stream())
        .map(file -> file.path())
        .collect(Collectors.toSet());
  }

  /** Everything that is wrong, in the order of the files; of the source, if that failed. */
  public List<Finding> findings() {
    if (!sourceFindings.isEmpty()) {
      return sourceFindings;
    }
    return units.stream()
        .flatMap(state -> state.findings().stream())
        .distinct()
        .sorted(Comparator.comparing(Finding::position))
        .toList();
  }

  /** Whether anything was refused. */
  public boolean hasErrors() {
    return findings().stream().anyMatch(f -> f.severity() == Severity.ERROR);
  }

  /** The groups in force that are for nodes, by name. */
  public SortedMap<String, ReadyGroup> groups() {
    SortedMap<String, ReadyGroup> groups = new TreeMap<>();
    for (UnitState state : units) {
      Accepted accepted = state.accepted();
      if (accepted != null && accepted.ready() != null) {
        groups.put(accepted.ready().name(), accepted.ready());
      }
    }
    return groups;
  }

  /**
   * What is in force of every group, also of those that are only included, in the order of the
   * files.
   */
  public List<AcceptedGroup> accepted() {
    return units.stream()
        .map(UnitState::accepted)
        .filter(Objects::nonNull)
        .map(AcceptedGroup::of)
        .toList();
  }

  /** The groups whose newest text is refused, with what is wrong with each. */
  public List<Refused> refused() {
    return units.stream()
        .filter(UnitState::hasErrors)
        .map(state -> new Refused(state.name(), state.accepted() != null, state.findings()))
        .toList();
  }

  /**
   * A group whose newest text is refused.
   *
   * @param keepsLastGood whether an earlier state of it stays in force; else its nodes are held
   */
  public record Refused(String group, boolean keepsLastGood, List<Finding> findings) {
    public Refused {
      findings = List.copyOf(findings);
    }
  }

  /** Who is given what (G-3, G-5). */
  public GroupAssigner assigner() {
    List<Candidate> candidates = new ArrayList<>();
    for (UnitState state : units) {
      Accepted accepted = state.accepted();
      if (accepted == null) {
        if (state.text().isForNodes()) {
          candidates.add(neverLoaded(state));
        }
      } else if (accepted.ready() != null) {
        candidates.add(served(accepted, accepted.ready()));
      }
    }
    return new GroupAssigner(candidates);
  }

  private static Candidate neverLoaded(UnitState state) {
    return new Candidate(
        state.text().name(),
        state.text().priority(),
        state.text().selection(),
        new NeverLoaded(state.firstError()));
  }

  private static Candidate served(Accepted accepted, ReadyGroup ready) {
    return new Candidate(
        ready.name(),
        accepted.text().priority(),
        accepted.text().selection(),
        new Served(ready.variables(), ready.required()));
  }

  /** What a node would be served. */
  public Rendering render(Node node) {
    NodeAssignment assignment = assigner().assign(node);
    if (!(assignment instanceof NodeAssignment.Group group)) {
      return new Rendering.NotServed(assignment);
    }
    String name = group.key().group();
    ReadyGroup ready = groups().get(name);
    if (ready == null) {
      throw new IllegalStateException("assigned to a group that is not there: " + name);
    }
    try {
      return new Rendering.Served(name, ready.render(group.key().variables()));
    } catch (UnfitNodeException e) {
      return new Rendering.Unfit(name, e.findings());
    }
  }
}
