package io.binnacle.sources;

import io.binnacle.sources.files.Calm;
import io.binnacle.sources.files.DirectoryScanner;
import io.binnacle.text.watch.Change;
import io.binnacle.text.watch.Change.Kind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * When to look at a directory (G-5): once it was quiet for a while after a change, but not later
 * than some quiet times after the first one; when something that the last look found unfinished may
 * be finished; and now and then without a notice, unless a burst is going on.
 *
 * <p>A single file that is moved into place is taken after a fifth of the quiet time, if nothing
 * happens in that.
 *
 * <p>Times are those of one clock, in nanoseconds. One thread.
 */
final class ReloadSchedule {

  private final Calm calm;
  private final long rescan;
  private boolean pending;
  private long firstChange;
  private long lastChange;
  private long lastLook;
  private long wait;

  /** The only configuration file that the burst was about so far, if it was moved into place. */
  private @Nullable Path onlyMove;

  private boolean isMore;

  ReloadSchedule(Calm calm, Duration rescan, long now) {
    this.calm = calm;
    this.rescan = rescan.toNanos();
    this.wait = this.rescan;
    this.lastLook = now;
  }

  /** Something changed. */
  void onChanges(List<Change> changes, long now) {
    if (changes.isEmpty()) {
      return;
    }
    if (!pending) {
      firstChange = now;
      pending = true;
      onlyMove = null;
      isMore = false;
    }
    lastChange = now;
    changes.forEach(this::count);
  }

  private void count(Change change) {
    boolean isMove = change.kind() == Kind.ARRIVED && DirectoryScanner.isConfiguration(change);
    if (isMove && onlyMove == null) {
      onlyMove = change.entry();
    } else if (onlyMove != null || DirectoryScanner.isConfiguration(change)) {
      // What was written under another name before the move belongs to it; this does not.
      isMore = true;
    }
  }

  /**
   * It was looked at.
   *
   * @param next when to look again for what was not finished; null when everything was
   */
  void onLook(long now, @Nullable Duration next) {
    lastLook = now;
    wait = next == null ? rescan : Math.min(rescan, next.toNanos());
  }

  /** A look begins: it sees all changes so far. */
  void onLookBegins() {
    pending = false;
  }

  /** Whether the next look is due because of a change. */
  boolean hasChange() {
    return pending;
  }

  boolean isDue(long now) {
    return untilDue(now).isZero();
  }

  /** How long until the next look; never negative. */
  Duration untilDue(long now) {
    long left = lastLook + wait - now;
    if (pending) {
      Duration quiet = onlyMove != null && !isMore ? calm.alone() : calm.quiet();
      left =
          Math.min(
              lastChange + quiet.toNanos() - now, firstChange + calm.longest().toNanos() - now);
    }
    return Duration.ofNanos(Math.max(0, left));
  }
}
