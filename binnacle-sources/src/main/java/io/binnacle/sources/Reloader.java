package io.binnacle.sources;

import io.binnacle.core.validate.IssueKind;
import io.binnacle.core.validate.Severity;
import io.binnacle.sources.files.DirectoryScanner;
import io.binnacle.sources.files.RawFile;
import io.binnacle.sources.files.Scan;
import io.binnacle.sources.group.ReadyGroup;
import io.binnacle.sources.group.ReadyGroup.UnfitNodeException;
import io.binnacle.sources.load.AcceptedGroup;
import io.binnacle.sources.load.ConfigurationLoader;
import io.binnacle.sources.load.GroupAssigner;
import io.binnacle.sources.load.LoadedConfiguration;
import io.binnacle.sources.load.LoadedConfiguration.Refused;
import io.binnacle.text.Finding;
import io.binnacle.text.Position;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Turns looks at a directory into publishes and events (G-5). What is published is always some good
 * state of each group, whole; nothing is taken away but groups whose files are gone while the
 * directory itself is in order.
 *
 * <p>One thread at a time; {@link #configuration} may be read from any.
 */
final class Reloader {

  private final String source;
  private final ConfigurationLoader loader;
  private final GroupSink sink;
  private final SourceListener listener;
  private final Map<String, ReadyGroup> published = new TreeMap<>();
  private final Set<Refused> reported = new HashSet<>();
  private GroupAssigner assigner = GroupAssigner.NONE;
  private List<Finding> lastFindings = List.of();
  private List<AcceptedGroup> accepted = List.of();
  private @Nullable List<RawFile> lastFiles;
  private volatile LoadedConfiguration configuration = LoadedConfiguration.EMPTY;

  Reloader(String source, ConfigurationLoader loader, GroupSink sink, SourceListener listener) {
    this.source = source;
    this.loader = loader;
    this.sink = sink;
    this.listener = listener;
  }

  LoadedConfiguration configuration() {
    return configuration;
  }

  /**
   * Puts the files of a revision in force, before the first look (G-6): what the source shows then
   * is a change of it, and what is bad there keeps the state of the revision.
   */
  void restore(List<RawFile> files) {
    LoadedConfiguration restored = loader.load(files, LoadedConfiguration.EMPTY);
    configuration = restored;
    publish(restored, new ArrayList<>(), new HashSet<>());
    assign(restored);
    accepted = restored.accepted();
    List<Finding> refused =
        restored.findings().stream().filter(f -> f.severity() == Severity.ERROR).toList();
    listener.on(new SourceEvent.Restored(source, restored.groups().size(), refused));
  }

  /**
   * Acts on a look at the directory.
   *
   * @param hinted whether something was said to have changed
   */
  void onScan(Scan scan, boolean hinted) {
    if (scan instanceof Scan.Failed failed) {
      sourceFailed(failed.reason());
    } else if (scan instanceof Scan.Content content) {
      if (content.files().isEmpty()) {
        // G-5: not a deletion of everything
        sourceFailed("holds no configuration (" + DirectoryScanner.endings() + ")");
      } else if (!content.files().equals(lastFiles)) {
        lastFiles = content.files();
        load(content.files());
      } else if (hinted) {
        listener.on(new SourceEvent.Unchanged(source));
      }
    }
  }

  private void sourceFailed(String reason) {
    Finding finding =
        new Finding(Position.whole(source), "", "", reason, Severity.ERROR, IssueKind.SOURCE.id());
    if (configuration.findings().equals(List.of(finding))) {
      return;
    }
    lastFiles = null;
    configuration = configuration.failed(finding);
    List<Finding> findings = List.of(finding);
    FindingChanges changes = FindingChanges.between(lastFindings, findings);
    lastFindings = findings;
    listener.on(
        new SourceEvent.Failed(
            source, configuration.groups().size(), List.of(), findings, changes));
  }

  private void load(List<RawFile> files) {
    LoadedConfiguration next = loader.load(files, configuration);
    configuration = next;
    List<Finding> findings = new ArrayList<>(next.findings());
    Set<String> unfit = new HashSet<>();
    List<String> changed = publish(next, findings, unfit);
    assign(next);
    removeGone(next);
    accept(next, unfit);
    reportRefused(next.refused());
    int groups = next.groups().size();
    boolean isClean = findings.stream().noneMatch(f -> f.severity() == Severity.ERROR);
    int resources = next.groups().values().stream().mapToInt(ReadyGroup::size).sum();
    FindingChanges news = FindingChanges.between(lastFindings, findings);
    lastFindings = findings;
    listener.on(
        isClean
            ? new SourceEvent.Loaded(source, groups, resources, changed, findings, news, files)
            : new SourceEvent.Failed(source, groups, changed, findings, news));
  }

  private void assign(LoadedConfiguration next) {
    GroupAssigner nextAssigner = next.assigner();
    if (!nextAssigner.equals(assigner)) {
      // After the groups, so that nobody is sent to a group that is not there yet.
      assigner = nextAssigner;
      sink.assigner(nextAssigner);
    }
  }

  /** Reports what is in force by another text. */
  private void accept(LoadedConfiguration next, Set<String> unfit) {
    List<AcceptedGroup> now = new ArrayList<>();
    for (AcceptedGroup group : next.accepted()) {
      if (!unfit.contains(group.name())) {
        now.add(group);
      } else {
        accepted.stream().filter(former -> former.name().equals(group.name())).forEach(now::add);
      }
    }
    boolean same = now.size() == accepted.size();
    for (int i = 0; same && i < now.size(); i++) {
      same = now.get(i).hasSameText(accepted.get(i));
    }
    accepted = List.copyOf(now);
    if (!same) {
      listener.on(new SourceEvent.Accepted(source, accepted));
    }
  }

  private void reportRefused(List<Refused> all) {
    reported.retainAll(all);
    for (Refused refused : all) {
      if (reported.add(refused)) {
        listener.on(
            refused.keepsLastGood()
                ? new SourceEvent.GroupKept(source, refused.group(), refused.findings())
                : new SourceEvent.GroupHeld(source, refused.group(), refused.findings()));
      }
    }
  }

  private List<String> publish(
      LoadedConfiguration next, List<Finding> findings, Set<String> unfit) {
    List<String> changed = new ArrayList<>();
    for (ReadyGroup group : next.groups().values()) {
      ReadyGroup before = published.get(group.name());
      if (group.isSameAs(before)) {
        continue;
      }
      try {
        publish(group, before);
        published.put(group.name(), group);
        changed.add(group.name());
      } catch (UnfitNodeException e) {
        // A node that is served now cannot be served this; whole or not at all (G-5).
        findings.addAll(e.findings());
        unfit.add(group.name());
        listener.on(new SourceEvent.GroupKept(source, group.name(), e.findings()));
      }
    }
    return changed;
  }

  private void publish(ReadyGroup group, @Nullable ReadyGroup before) {
    if (!group.isTemplate()) {
      sink.publish(group.name(), group.snapshot());
    } else if (before != null && !before.variables().containsAll(group.variables())) {
      sink.publish(group.name(), new TransitionTemplate(group, before));
    } else {
      sink.publish(group.name(), group);
    }
  }

  private void removeGone(LoadedConfiguration next) {
    List<String> gone =
        published.keySet().stream().filter(name -> !next.groups().containsKey(name)).toList();
    for (String group : gone) {
      published.remove(group);
      sink.remove(group);
      listener.on(new SourceEvent.GroupRemoved(source, group));
    }
  }
}
