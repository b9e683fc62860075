package io.binnacle.sources;

import io.binnacle.sources.files.Calm;
import io.binnacle.sources.files.RawFile;
import io.binnacle.sources.files.Scan;
import io.binnacle.sources.files.Settling;
import io.binnacle.text.Finding;
import io.binnacle.text.watch.Change;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * When to look at a directory, and what of a look to load: {@link ReloadSchedule} and {@link
 * Settling} as one, without clock and files. A look is {@link #begin}, then {@link #finish};
 * changes that are reported between them count as later than the look, and as evidence about it.
 *
 * <p>Times are those of one monotonic clock, in nanoseconds. One thread.
 */
final class Looking {

  /** A look to act on, and whether something was said to have changed. */
  record Result(Scan scan, boolean hinted) {}

  private final ReloadSchedule schedule;
  private final Settling settling;
  private boolean hinted = true;
  private long began;

  Looking(SourceOptions options, long now) {
    Calm calm = Calm.of(options.quietTime());
    this.schedule = new ReloadSchedule(calm, options.rescan(), now);
    this.settling = new Settling(calm, options.movesOnly());
  }

  void onChanges(List<Change> changes, long now) {
    schedule.onChanges(changes, now);
    settling.onChanges(changes, now);
  }

  Duration untilDue(long now) {
    return schedule.untilDue(now);
  }

  boolean isDue(long now) {
    return schedule.isDue(now);
  }

  /** Whether what is looked at may have been written to without that being reported yet. */
  boolean wantsLateReports() {
    return settling.hasArrivals();
  }

  /** Whether nothing was loaded so far since it may be half written. */
  boolean isWaitingToBegin() {
    return !settling.hasReleased();
  }

  void begin(long now) {
    hinted |= schedule.hasChange();
    schedule.onLookBegins();
    began = now;
  }

  /**
   * Ends a look.
   *
   * @return what to act on; null when what changed may be half written
   */
  @Nullable Result finish(Scan scan, long now) {
    @Nullable Scan finished = scan;
    if (scan instanceof Scan.Content content) {
      List<RawFile> files = settling.onLook(content, began, now);
      finished = files == null ? null : new Scan.Content(files);
    }
    schedule.onLook(now, settling.untilNext(now));
    if (finished == null) {
      return null;
    }
    Result result = new Result(finished, hinted);
    hinted = false;
    return result;
  }

  /** Ends a look that failed. */
  void fail(long now) {
    schedule.onLook(now, null);
  }

  /** Files that have been waiting for a while, and what for. */
  List<Finding> waiting(long now) {
    return settling.waiting(now);
  }
}
