package io.binnacle.app.log;

import io.binnacle.core.validate.Severity;
import io.binnacle.sources.SourceEvent;
import io.binnacle.sources.SourceListener;
import io.binnacle.text.Finding;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs what becomes of sources (M-4): a reload at INFO with counts, every finding as a line of its
 * own that begins with file, line and column (CL-5). Safe for all threads.
 */
public final class SourceLog implements SourceListener {

  private static final Logger LOG = LoggerFactory.getLogger(SourceLog.class);

  @Override
  public void on(SourceEvent event) {
    if (event instanceof SourceEvent.Loaded loaded) {
      findings(loaded.warnings());
      LOG.atInfo()
          .addKeyValue("event", "reload")
          .addKeyValue("source", loaded.source())
          .addKeyValue("groups", loaded.groups())
          .addKeyValue("resources", loaded.resources())
          .addKeyValue("published", loaded.published())
          .log(
              "{}: loaded, {} with {} in force; published {}",
              loaded.source(),
              Counted.of(loaded.groups(), "group"),
              Counted.of(loaded.resources(), "resource"),
              names(loaded.published()));
    } else if (event instanceof SourceEvent.Failed failed) {
      findings(failed.findings());
      LOG.atWarn()
          .addKeyValue("event", "reload-failed")
          .addKeyValue("source", failed.source())
          .addKeyValue("groups", failed.groups())
          .addKeyValue("published", failed.published())
          .log(
              "{}: refused, see above; {} in force, published {}",
              failed.source(),
              Counted.of(failed.groups(), "group"),
              names(failed.published()));
    } else if (event instanceof SourceEvent.GroupKept kept) {
      LOG.warn("group {} keeps its last good state", kept.group());
    } else if (event instanceof SourceEvent.GroupHeld held) {
      LOG.warn("group {} was never good: its nodes are held without answers", held.group());
    } else if (event instanceof SourceEvent.GroupRemoved removed) {
      LOG.info("group {} is removed; its nodes keep what they have", removed.group());
    } else {
      LOG.debug("{}: touched, and nothing changed", event.source());
    }
  }

  private static void findings(List<Finding> findings) {
    for (Finding finding : findings) {
      (finding.severity() == Severity.ERROR ? LOG.atError() : LOG.atWarn())
          .addKeyValue("event", "finding")
          .addKeyValue("file", finding.position().file())
          .addKeyValue("line", finding.position().line())
          .addKeyValue("column", finding.position().column())
          .log("{}", finding);
    }
  }

  private static String names(List<String> groups) {
    return groups.isEmpty() ? "nothing" : String.join(", ", groups);
  }
}
