package io.binnacle.sources;

import io.binnacle.sources.files.RawFile;
import io.binnacle.sources.load.AcceptedGroup;
import io.binnacle.text.Finding;
import java.util.List;

/**
 * What happened to a source. A reload ends with exactly one of {@link Loaded}, {@link Unchanged}
 * and {@link Failed} ({@code xds_config_reloads_total}); events about single groups come before it.
 */
public sealed interface SourceEvent {

  /** The source that it is about, as the user named it. */
  String source();

  /**
   * Everything was accepted.
   *
   * @param groups how many are in force
   * @param resources how many they have together
   * @param published the groups that changed and were published
   * @param warnings what the author should look at
   * @param changes what is new and gone of that
   * @param files the very files that were accepted
   */
  record Loaded(
      String source,
      int groups,
      int resources,
      List<String> published,
      List<Finding> warnings,
      FindingChanges changes,
      List<RawFile> files)
      implements SourceEvent {
    public Loaded {
      published = List.copyOf(published);
      warnings = List.copyOf(warnings);
      files = List.copyOf(files);
    }
  }

  /**
   * What is in force is another text than before, be it in a comment only. Comes before {@link
   * Loaded} or {@link Failed}.
   *
   * @param groups all groups that are in force
   */
  record Accepted(String source, List<AcceptedGroup> groups) implements SourceEvent {
    public Accepted {
      groups = List.copyOf(groups);
    }
  }

  /**
   * Before the first look at the source, the groups of a revision were put in force (G-6).
   *
   * @param groups how many are
   * @param refused what is wrong with the others
   */
  record Restored(String source, int groups, List<Finding> refused) implements SourceEvent {
    public Restored {
      refused = List.copyOf(refused);
    }
  }

  /** Something was touched, but its content is the same. */
  record Unchanged(String source) implements SourceEvent {}

  /**
   * Something was refused, or the source itself could not be read.
   *
   * @param groups how many are in force all the same
   * @param published the groups that changed and were published all the same
   * @param findings what is wrong
   * @param changes what is new and gone of that
   */
  record Failed(
      String source,
      int groups,
      List<String> published,
      List<Finding> findings,
      FindingChanges changes)
      implements SourceEvent {
    public Failed {
      published = List.copyOf(published);
      findings = List.copyOf(findings);
    }
  }

  /**
   * A group is bad now; its last good state stays in force (G-5). Reported once, until what is
   * wrong with it changes; so is {@link GroupHeld}.
   */
  record GroupKept(String source, String group, List<Finding> findings) implements SourceEvent {
    public GroupKept {
      findings = List.copyOf(findings);
    }
  }

  /** A group is bad and never was good; its nodes are held (G-5). */
  record GroupHeld(String source, String group, List<Finding> findings) implements SourceEvent {
    public GroupHeld {
      findings = List.copyOf(findings);
    }
  }

  /**
   * Files that changed and are not read yet, since they may be half written, or not at all, with
   * moves only. Reported when that has lasted for a while, and whenever it changes.
   *
   * @param files a warning for each, which names what it waits for; empty when none is left
   * @param changes what is new and gone of that
   */
  record Waiting(String source, List<Finding> files, FindingChanges changes)
      implements SourceEvent {
    public Waiting {
      files = List.copyOf(files);
    }
  }

  /** A group's files are gone; its nodes keep what they have (G-3a). */
  record GroupRemoved(String source, String group) implements SourceEvent {}
}
