package io.binnacle.server.resolve;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.server.resolve.LookupEvent.Outcome;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lookups that did not end as they should, once a minute for each group, type and outcome: a client
 * chooses the names. Safe from any thread.
 */
final class LookupLog implements LookupListener {

  private static final Duration QUIET = Duration.ofMinutes(1);
  private static final int MOST = 1_000;

  private record Kind(String group, ResourceType type, Outcome outcome) {}

  private final Logger log;
  private final Cache<Kind, Boolean> logged =
      Caffeine.newBuilder().maximumSize(MOST).expireAfterWrite(QUIET).build();

  LookupLog() {
    this(LoggerFactory.getLogger("io.binnacle.xds"));
  }

  LookupLog(Logger log) {
    this.log = log;
  }

  @Override
  public void onLookup(LookupEvent event) {
    Lookup lookup = event.lookup();
    if (event.outcome() == Outcome.FOUND || event.outcome() == Outcome.ABSENT) {
      return;
    }
    Kind kind = new Kind(lookup.group(), lookup.type(), event.outcome());
    if (logged.asMap().putIfAbsent(kind, true) == null) {
      log.atWarn()
          .addKeyValue("event", "lookup")
          .addKeyValue("group", lookup.group())
          .addKeyValue("type", lookup.type().typeUrl())
          .log(
              "lookup of {} {}: {} (more of these within a minute are not logged)",
              oneLine(lookup.toString()),
              text(event.outcome()),
              oneLine(event.message()));
    }
  }

  private static String text(Outcome outcome) {
    return switch (outcome) {
      case TIMED_OUT -> "timed out";
      case THROTTLED -> "was put off";
      case REFUSED -> "was refused";
      default -> "failed";
    };
  }

  /** What a client sends must not look like our own log lines. */
  private static String oneLine(String text) {
    return text.replaceAll("\\p{Cntrl}+", " ").strip();
  }
}
