package io.binnacle.app.log;

import io.binnacle.core.validate.Severity;
import io.binnacle.sources.FindingChanges;
import io.binnacle.sources.SourceEvent;
import io.binnacle.sources.SourceListener;
import io.binnacle.text.Finding;
import io.binnacle.text.Position;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * Logs what becomes of sources (M-4): a reload at INFO with counts, every finding as a line of its
 * own that begins with file, line and column (CL-5), when it is new and when it is gone. Safe for
 * all threads.
 */
public final class SourceLog implements SourceListener {

  private static final Logger LOG = LoggerFactory.getLogger(SourceLog.class);

  @Override
  public void on(SourceEvent event) {
    if (event instanceof SourceEvent.Loaded loaded) {
      findings(loaded.changes());
      LOG.atInfo()
          .addKeyValue("event", "reload")
          .addKeyValue("source", loaded.source())
          .addKeyValue("groups", loaded.groups())
          .addKeyValue("resources", loaded.resources())
          .addKeyValue("published", loaded.published())
          .log(
              "{}: loaded, {} with {} in force; published {}{}",
              loaded.source(),
              Counted.of(loaded.groups(), "group"),
              Counted.of(loaded.resources(), "resource"),
              names(loaded.published()),
              remaining(loaded.changes(), "warning"));
    } else if (event instanceof SourceEvent.Failed failed) {
      findings(failed.changes());
      LOG.atWarn()
          .addKeyValue("event", "reload-failed")
          .addKeyValue("source", failed.source())
          .addKeyValue("groups", failed.groups())
          .addKeyValue("published", failed.published())
          .log(
              "{}: refused, {}; {} in force, published {}{}",
              failed.source(),
              isNew(failed.changes()) ? "see above" : "for the same as before",
              Counted.of(failed.groups(), "group"),
              names(failed.published()),
              remaining(failed.changes(), "finding"));
    } else if (event instanceof SourceEvent.GroupKept kept) {
      LOG.warn("group {} keeps its last good state", kept.group());
    } else if (event instanceof SourceEvent.GroupHeld held) {
      LOG.warn("group {} was never good: its nodes are held without answers", held.group());
    } else if (event instanceof SourceEvent.GroupRemoved removed) {
      LOG.info("group {} is removed; its nodes keep what they have", removed.group());
    } else if (event instanceof SourceEvent.Waiting waiting) {
      findings(waiting.changes());
    } else if (event instanceof SourceEvent.Restored restored) {
      restored.refused().forEach(SourceLog::finding);
      LOG.info(
          "{}: begins with {} of the newest revision",
          restored.source(),
          Counted.of(restored.groups(), "group"));
    } else if (event instanceof SourceEvent.Accepted accepted) {
      LOG.debug("{}: accepted", accepted.source());
    } else {
      LOG.debug("{}: touched, and nothing changed", event.source());
    }
  }

  /** What is new, and what is gone: what is wrong for long is not reported with each reload. */
  private static void findings(FindingChanges changes) {
    changes.appeared().forEach(SourceLog::finding);
    for (Finding gone : changes.gone()) {
      LOG.atInfo()
          .addKeyValue("event", "finding-gone")
          .addKeyValue("file", gone.position().file())
          .log("no more: {}", gone);
    }
  }

  private static void finding(Finding finding) {
    Position at = finding.position();
    LoggingEventBuilder line =
        (finding.severity() == Severity.ERROR ? LOG.atError() : LOG.atWarn())
            .addKeyValue("event", "finding")
            .addKeyValue("file", at.file());
    if (at.isInText()) {
      line = line.addKeyValue("line", at.line()).addKeyValue("column", at.column());
    }
    line.log("{}", finding);
  }

  private static boolean isNew(FindingChanges changes) {
    return changes.appeared().stream().anyMatch(f -> f.severity() == Severity.ERROR);
  }

  private static String remaining(FindingChanges changes, String what) {
    int count = changes.remaining();
    return count == 0 ? "" : "; " + Counted.of(count, what) + " as before";
  }

  private static String names(List<String> groups) {
    return groups.isEmpty() ? "nothing" : String.join(", ", groups);
  }
}
