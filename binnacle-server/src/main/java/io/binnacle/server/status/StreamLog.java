package io.binnacle.server.status;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.binnacle.core.resource.Origin;
import io.binnacle.core.server.Answer;
import io.binnacle.core.server.Hold;
import io.binnacle.core.server.HoldEvent;
import io.binnacle.core.server.RequestFacts;
import io.binnacle.server.stream.StreamEvent;
import io.binnacle.server.stream.StreamInfo;
import io.binnacle.server.stream.StreamListener;
import java.time.Duration;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes what happens on streams to the log, stream first (M-4): requests at DEBUG, and a NACK as
 * one WARN per node, type and error, however often the client repeats it within an hour. Safe from
 * any thread.
 */
public final class StreamLog implements StreamListener {

  private record Refusal(String nodeId, String type, String message) {}

  private static final int MOST = 10_000;
  private static final Duration QUIET = Duration.ofHours(1);
  private static final int MOST_NAMES = 5;

  private final Logger log;
  private final Cache<Refusal, Boolean> logged =
      Caffeine.newBuilder().maximumSize(MOST).expireAfterWrite(QUIET).build();

  /** A log under the name {@code io.binnacle.xds}. */
  public StreamLog() {
    this(LoggerFactory.getLogger("io.binnacle.xds"));
  }

  StreamLog(Logger log) {
    this.log = log;
  }

  @Override
  public void onEvent(StreamEvent event) {
    StreamInfo stream = event.stream();
    if (event instanceof StreamEvent.Nacked nacked) {
      nacked(stream, nacked);
    } else if (event instanceof StreamEvent.Requested requested) {
      requested(stream, requested.facts());
    } else if (event instanceof StreamEvent.SecretsWithheld) {
      withheld(stream);
    } else if (event instanceof StreamEvent.HeldBack held) {
      heldBack(stream, held.event());
    } else if (event instanceof StreamEvent.Assigned assigned && log.isDebugEnabled()) {
      String what =
          assigned.reason().isEmpty()
              ? "served group " + assigned.group()
              : "served nothing: " + assigned.reason();
      log.debug("{} {}", stream, what);
    } else if (event instanceof StreamEvent.Closed closed && log.isDebugEnabled()) {
      var reason = closed.reason();
      log.debug(
          "{} ended{}",
          stream,
          reason == null ? " by the client" : ": " + reason.code() + " " + reason.message());
    }
  }

  private void nacked(StreamInfo stream, StreamEvent.Nacked nacked) {
    Answer.Nack nack = nacked.nack();
    // S-19: what stands alone is logged by name, though the text may be that of the first refusal
    boolean alone = nack.suspects().size() == 1;
    String which = alone ? nack.suspects().get(0).name() : "";
    Refusal refusal =
        new Refusal(stream.node().getId(), nacked.type().typeUrl(), nack.message() + which);
    if (logged.asMap().putIfAbsent(refusal, true) != null) {
      return;
    }
    String suspects =
        nack.suspects().stream()
            .limit(MOST_NAMES)
            .map(resource -> resource.name() + at(resource.origin()))
            .collect(Collectors.joining(", "));
    // The pairs are for programs that read logs; the text holds the same.
    log.atWarn()
        .addKeyValue("event", "nack")
        .addKeyValue("node", stream.node().getId())
        .addKeyValue("group", stream.group())
        .addKeyValue("type", nacked.type().typeUrl())
        .addKeyValue("version", nack.rejectedVersion())
        .log(
            "{} NACK of {}: {} (changed in that response: {}{})",
            stream,
            nacked.type(),
            oneLine(nack.message()),
            suspects.isEmpty() ? "nothing" : suspects,
            nack.suspects().size() > MOST_NAMES ? ", …" : "");
  }

  private void heldBack(StreamInfo stream, HoldEvent event) {
    Hold hold = event.hold();
    String what = (hold.removal() ? "removal of " : "") + hold.type() + " " + hold.name();
    if (event.kind() != HoldEvent.Kind.TIMED_OUT) {
      log.debug("{} {} {}: {} {}", stream, what, event.kind(), hold.reason(), hold.waitsFor());
      return;
    }
    Refusal refusal = new Refusal(stream.node().getId(), hold.type().typeUrl(), what);
    if (logged.asMap().putIfAbsent(refusal, true) == null) {
      log.atWarn()
          .addKeyValue("event", "held-back-timed-out")
          .addKeyValue("node", stream.node().getId())
          .addKeyValue("group", stream.group())
          .addKeyValue("type", hold.type().typeUrl())
          .log(
              "{} {} waited as long as it may and goes out now: {} {}",
              stream,
              what,
              hold.reason(),
              hold.waitsFor());
    }
  }

  private void withheld(StreamInfo stream) {
    Refusal refusal = new Refusal(stream.node().getId(), "", "secrets withheld");
    if (logged.asMap().putIfAbsent(refusal, true) == null) {
      log.atWarn()
          .addKeyValue("event", "secrets-withheld")
          .addKeyValue("node", stream.node().getId())
          .addKeyValue("group", stream.group())
          .log(
              "{} asks for secrets in plaintext, and is shown none: use TLS, or allow it"
                  + " (secretsInPlaintext)",
              stream);
    }
  }

  private void requested(StreamInfo stream, RequestFacts facts) {
    if (!log.isDebugEnabled()) {
      return;
    }
    log.debug(
        "{} request of {}: {}, names {} more, {} less",
        stream,
        facts.type(),
        answer(facts.answer()),
        facts.added().size(),
        facts.removed().size());
  }

  private static String answer(Answer answer) {
    if (answer instanceof Answer.Ack ack) {
      return "ACK of " + ack.nonce();
    }
    if (answer instanceof Answer.Nack nack) {
      return "NACK of " + nack.nonce();
    }
    if (answer instanceof Answer.Suspected suspected) {
      return "repeats the version before " + suspected.answeredVersion() + " (P-3)";
    }
    return answer instanceof Answer.Stale stale ? "stale nonce " + stale.nonce() : "no answer";
  }

  private static String at(@Nullable Origin origin) {
    return origin == null ? "" : " of " + origin;
  }

  /** What a client sends must not look like our own log lines. */
  private static String oneLine(String text) {
    return text.replaceAll("\\p{Cntrl}+", " ").strip();
  }
}
