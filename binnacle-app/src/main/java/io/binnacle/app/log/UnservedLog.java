package io.binnacle.app.log;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.binnacle.server.stream.StreamEvent;
import io.binnacle.server.stream.StreamListener;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Warns of clients that are served nothing, once in an hour for each node and reason: nothing else
 * shows an operator why a proxy stays empty. Safe for all threads.
 */
public final class UnservedLog implements StreamListener {

  private static final Logger LOG = LoggerFactory.getLogger(UnservedLog.class);
  private static final int MOST = 10_000;
  private static final Duration QUIET = Duration.ofHours(1);

  private record Logged(String node, String reason) {}

  private final Cache<Logged, Boolean> logged =
      Caffeine.newBuilder().maximumSize(MOST).expireAfterWrite(QUIET).build();

  @Override
  public void onEvent(StreamEvent event) {
    if (!(event instanceof StreamEvent.Assigned assigned) || assigned.reason().isEmpty()) {
      return;
    }
    String id = assigned.stream().node().getId().replaceAll("\\p{Cntrl}+", " ");
    if (logged.asMap().putIfAbsent(new Logged(id, assigned.reason()), true) == null) {
      LOG.atWarn()
          .addKeyValue("event", "unserved")
          .addKeyValue("node", id)
          .addKeyValue("peer", assigned.stream().peer())
          .log(
              "node '{}' ({}) is served nothing: {}",
              id,
              assigned.stream().peer(),
              assigned.reason());
    }
  }
}
