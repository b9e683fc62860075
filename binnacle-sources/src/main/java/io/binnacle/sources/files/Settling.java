package io.binnacle.sources.files;

import io.binnacle.core.validate.IssueKind;
import io.binnacle.core.validate.Severity;
import io.binnacle.sources.files.PendingFile.How;
import io.binnacle.text.Finding;
import io.binnacle.text.Position;
import io.binnacle.text.watch.Change;
import io.binnacle.text.watch.Change.Kind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Decides which files of a look are finished, so that nothing half written is ever loaded (G-5a). A
 * file that was moved into place, or that another symbolic link leads to now, is finished at once;
 * one that was written in place or is gone, when it has stayed so for a while ({@link Calm}).
 *
 * <ul>
 *   <li>What changes together is released together. What is finished waits for what is not, but no
 *       longer than {@link Calm#longest}; then what is not finished stays as it was, with its whole
 *       group where that is a sub-directory.
 *   <li>With moves only, what was written in place is never released and nothing waits for it.
 *   <li>A directory that ran empty is reported as empty, and what was loaded of it is remembered.
 * </ul>
 *
 * <p>Times are those of one monotonic clock, in nanoseconds. One thread.
 */
public final class Settling {

  private record Loaded(RawFile file, @Nullable FileStamp stamp) {}

  private record Report(Kind kind, long at) {}

  private final Calm calm;
  private final boolean movesOnly;
  private final Map<String, PendingFile> pending = new TreeMap<>();

  /** The last report about each entry or file that is pending, or may be found so next. */
  private final Map<Path, Report> reports = new HashMap<>();

  private Map<String, Loaded> loaded = new TreeMap<>();
  private Map<String, Path> directories = Map.of();
  private boolean hasReleased;

  /**
   * Nothing is loaded yet.
   *
   * @param movesOnly whether what is written in place never counts
   */
  public Settling(Calm calm, boolean movesOnly) {
    this.calm = calm;
    this.movesOnly = movesOnly;
  }

  /** Takes reports of what happened before the next look. */
  public void onChanges(List<Change> changes, long now) {
    for (Change change : changes) {
      if (change.kind() == Kind.UNKNOWN) {
        // What arrived may have been written since, and the report of that may be lost.
        reports.clear();
      } else {
        reports.put(change.entry(), new Report(change.kind(), now));
      }
    }
  }

  /** Whether something arrived, so that a report of a write to it may still be on its way. */
  public boolean hasArrivals() {
    return reports.values().stream().anyMatch(report -> report.kind() == Kind.ARRIVED);
  }

  /** Whether anything was ever released. */
  public boolean hasReleased() {
    return hasReleased;
  }

  /**
   * Takes a look at the directory.
   *
   * @param began when the look began: what was reported since then may not be in it
   * @return what is to be loaded now, as a whole; null when that has to wait
   */
  public @Nullable List<RawFile> onLook(Scan.Content look, long began, long now) {
    compare(look, now);
    directories = look.directories();
    List<RawFile> files = decide(now);
    forgetReports(began);
    return files;
  }

  private @Nullable List<RawFile> decide(long now) {
    Set<String> unfinished = new TreeSet<>();
    boolean isOverdue = false;
    for (Map.Entry<String, PendingFile> entry : pending.entrySet()) {
      PendingFile file = entry.getValue();
      if (!isIgnored(file)) {
        isOverdue |= now - file.first() >= calm.longest().toNanos();
        if (!file.isFinished(calm, now)) {
          unfinished.add(unit(entry.getKey()));
        }
      }
    }
    if (!hasReleased && isOverdue) {
      unfinished.clear(); // half a group is better than none at a start
    }
    boolean mayGo = unfinished.isEmpty() || isOverdue;
    boolean hasFinished = pending.entrySet().stream().anyMatch(e -> isGoing(e, unfinished));
    if (!mayGo || (!unfinished.isEmpty() && !hasFinished)) {
      return null;
    }
    return release(unfinished);
  }

  private boolean isGoing(Map.Entry<String, PendingFile> entry, Set<String> unfinished) {
    return !unfinished.contains(unit(entry.getKey())) && !isIgnored(entry.getValue());
  }

  private boolean isIgnored(PendingFile file) {
    return movesOnly && file.how() == How.WRITTEN;
  }

  private void compare(Scan.Content look, long now) {
    Map<String, RawFile> found = new HashMap<>();
    look.files().forEach(file -> found.put(file.path(), file));
    Set<String> paths = new HashSet<>(found.keySet());
    paths.addAll(loaded.keySet());
    pending.keySet().retainAll(paths);
    for (String path : paths) {
      RawFile file = found.get(path);
      FileStamp stamp = look.stamps().get(path);
      Loaded before = loaded.get(path);
      boolean isStable = stamp == null || stamp.stable();
      if (before != null && file != null && before.file().equals(file) && isStable) {
        pending.remove(path);
        loaded.put(path, new Loaded(file, stamp));
      } else {
        pending.put(path, pending(path, file, stamp, look, now));
      }
    }
  }

  private void forgetReports(long began) {
    Set<Path> needed = new HashSet<>();
    for (PendingFile file : pending.values()) {
      if (file.stamp() != null) {
        needed.add(file.stamp().entry());
        needed.add(file.stamp().real());
      }
    }
    reports.entrySet().removeIf(e -> e.getValue().at() - began < 0 && !needed.contains(e.getKey()));
  }

  private boolean isReported(Path path, Kind kind) {
    Report report = reports.get(path);
    return report != null && report.kind() == kind;
  }

  private boolean isReportedSince(long since, Path path, Kind kind) {
    Report report = reports.get(path);
    return report != null && report.kind() == kind && report.at() - since > 0;
  }

  /** Whether it was written to, or another file came in its place, since it was seen like this. */
  private boolean isTouched(PendingFile last) {
    FileStamp stamp = last.stamp();
    if (stamp == null) {
      return false;
    }
    return isReportedSince(last.since(), stamp.real(), Kind.WRITTEN)
        || (last.how() == How.WRITTEN
            && isReportedSince(last.since(), stamp.entry(), Kind.ARRIVED));
  }

  private PendingFile pending(
      String path, @Nullable RawFile file, @Nullable FileStamp stamp, Scan.Content look, long now) {
    PendingFile last = pending.get(path);
    if (last != null
        && Objects.equals(last.file(), file)
        && Objects.equals(last.stamp(), stamp)
        && (stamp == null || stamp.stable())
        && !isTouched(last)) {
      return last;
    }
    How how = file == null ? howGone(path, look) : howChanged(path, file, stamp, look);
    Loaded before = loaded.get(path);
    boolean looksCut =
        file != null && PendingFile.looksCut(file, before == null ? null : before.file());
    long first = last == null ? now : last.first();
    long since = how == How.FOUND && stamp != null ? now - age(stamp, look) : now;
    return new PendingFile(file, stamp, how, first, since, looksCut);
  }

  /** How long a file was there before the first look, as far as that matters. */
  private long age(FileStamp stamp, Scan.Content look) {
    Duration age = Duration.between(stamp.modified().toInstant(), look.at());
    if (age.isNegative()) {
      return 0; // another machine's clock
    }
    return age.compareTo(calm.edit()) < 0 ? age.toNanos() : calm.edit().toNanos();
  }

  private How howGone(String path, Scan.Content look) {
    Loaded before = loaded.get(path);
    boolean isRenamed =
        before != null
            && look.files().stream()
                .anyMatch(
                    file ->
                        !loaded.containsKey(file.path())
                            && file.bytes().equals(before.file().bytes()));
    return isRenamed || isSwapped(path, look) ? How.MOVED : How.DELETED;
  }

  private How howChanged(String path, RawFile file, @Nullable FileStamp stamp, Scan.Content look) {
    if (stamp == null || !stamp.stable() || file.bytes().isEmpty()) {
      return hasReleased ? How.WRITTEN : How.FOUND;
    }
    if (isReported(stamp.real(), Kind.WRITTEN)) {
      return How.WRITTEN;
    }
    PendingFile last = pending.get(path);
    Loaded before = loaded.get(path);
    FileStamp was = last != null ? last.stamp() : before != null ? before.stamp() : null;
    boolean leadsElsewhere = was != null && !was.real().equals(stamp.real());
    if (leadsElsewhere || isSwapped(path, look) || isReported(stamp.entry(), Kind.ARRIVED)) {
      return How.MOVED;
    }
    return hasReleased ? How.WRITTEN : How.FOUND;
  }

  /** Whether a symbolic link on the way to the file's directory leads elsewhere now. */
  private boolean isSwapped(String path, Scan.Content look) {
    String directory = path.substring(0, path.lastIndexOf('/') + 1);
    Path before = directories.get(directory);
    Path now = look.directories().get(directory);
    return before != null && now != null && !before.equals(now);
  }

  private List<RawFile> release(Set<String> unfinished) {
    Map<String, Loaded> next = new TreeMap<>(loaded);
    Set<String> released = new HashSet<>();
    for (Map.Entry<String, PendingFile> entry : pending.entrySet()) {
      if (isGoing(entry, unfinished)) {
        RawFile file = entry.getValue().file();
        if (file == null) {
          next.remove(entry.getKey());
        } else {
          next.put(entry.getKey(), new Loaded(file, entry.getValue().stamp()));
        }
        released.add(entry.getKey());
      }
    }
    if (next.isEmpty()) {
      return List.of(); // G-5: not a deletion of everything
    }
    hasReleased = true;
    loaded = next;
    pending.keySet().removeAll(released);
    return next.values().stream().map(Loaded::file).toList();
  }

  /** What is one group, or part of none: a sub-directory, or a file beside them. */
  private static String unit(String path) {
    int slash = path.indexOf('/');
    return slash < 0 ? path : path.substring(0, slash + 1);
  }

  /** How long until something waits no more; null when nothing waits. */
  public @Nullable Duration untilNext(long now) {
    long next = Long.MAX_VALUE;
    for (PendingFile file : pending.values()) {
      long age = now - file.since();
      long wanted = file.calm(calm).toNanos();
      boolean isNews = age < calm.edit().toNanos();
      if (isIgnored(file) || (file.looksCut() && isNews)) {
        // When it is reported as waiting.
        next = Math.min(next, isNews ? calm.edit().toNanos() - age : Long.MAX_VALUE);
      } else if (age < wanted) {
        next = Math.min(next, wanted - age);
      } else if (now - file.first() < calm.longest().toNanos()) {
        next = Math.min(next, file.first() + calm.longest().toNanos() - now);
      }
    }
    return next == Long.MAX_VALUE ? null : Duration.ofNanos(Math.max(1, next));
  }

  /** Files that have been waiting for a while, and what for. */
  public List<Finding> waiting(long now) {
    List<Finding> findings = new ArrayList<>();
    pending.forEach(
        (path, pendingFile) -> {
          RawFile file = pendingFile.file();
          String reason = pendingFile.reason(calm, isIgnored(pendingFile), now);
          if (file != null && reason != null) {
            Position position = Position.whole(file.name());
            findings.add(
                new Finding(position, "", "", reason, Severity.WARNING, IssueKind.SOURCE.id()));
          }
        });
    return findings;
  }
}
