package io.binnacle.app.log;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.Answer;
import io.binnacle.core.server.Response;
import io.binnacle.server.stream.StreamEvent;
import io.binnacle.server.stream.StreamInfo;
import io.binnacle.server.stream.StreamListener;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs what happens on streams (M-4). A NACK is one WARN per node, type and error, until the node
 * accepts something of that type; the same one again, after a reconnect or a retry, is at DEBUG.
 *
 * <p>Safe for all threads.
 */
public final class StreamLog implements StreamListener {

  private static final Logger LOG = LoggerFactory.getLogger(StreamLog.class);
  private static final long MAX_REMEMBERED = 10_000;
  private static final int MAX_ERRORS_EACH = 100;

  private record Subject(String node, String about) {}

  private final Cache<Subject, Set<String>> told =
      Caffeine.newBuilder().maximumSize(MAX_REMEMBERED).build();

  @Override
  public void onEvent(StreamEvent event) {
    if (event instanceof StreamEvent.Nacked nacked) {
      onNacked(nacked.stream(), nacked.type(), nacked.nack());
    } else if (event instanceof StreamEvent.Acked acked) {
      told.invalidate(new Subject(acked.stream().node().getId(), acked.type().typeUrl()));
      LOG.debug("{}: {} ACK {}", name(acked.stream()), acked.type(), acked.ack().version());
    } else if (event instanceof StreamEvent.Assigned assigned) {
      onAssigned(assigned);
    } else if (event instanceof StreamEvent.Closed closed) {
      onClosed(closed);
    } else {
      onDetail(event);
    }
  }

  private void onNacked(StreamInfo stream, ResourceType type, Answer.Nack nack) {
    boolean news = isNews(new Subject(stream.node().getId(), type.typeUrl()), nack.message());
    (news ? LOG.atWarn() : LOG.atDebug())
        .addKeyValue("event", "nack")
        .addKeyValue("node", stream.node().getId())
        .addKeyValue("group", stream.group())
        .addKeyValue("type", type.typeUrl())
        .addKeyValue("version", nack.rejectedVersion())
        .addKeyValue("detail", nack.message())
        .addKeyValue("suspects", nack.suspects().stream().map(StreamLog::place).toList())
        .log(
            "{} refuses {} {}: {}{}",
            name(stream),
            type,
            nack.rejectedVersion(),
            nack.message(),
            suspects(nack));
  }

  private static String suspects(Answer.Nack nack) {
    return nack.suspects().isEmpty()
        ? ""
        : nack.suspects().stream()
            .map(StreamLog::place)
            .collect(Collectors.joining(", ", " (changed in it: ", ")"));
  }

  /** {@code edge.yaml:12:3 backend}. */
  private static String place(Resource resource) {
    return resource.origin() == null ? resource.name() : resource.origin() + " " + resource.name();
  }

  private void onAssigned(StreamEvent.Assigned assigned) {
    StreamInfo stream = assigned.stream();
    boolean served = !assigned.group().isEmpty();
    String text = served ? "gets group " + assigned.group() : assigned.reason();
    boolean news = isNews(new Subject(stream.node().getId(), ""), text);
    (!news ? LOG.atDebug() : served ? LOG.atInfo() : LOG.atWarn())
        .addKeyValue("event", "assigned")
        .addKeyValue("node", stream.node().getId())
        .addKeyValue("group", assigned.group())
        .addKeyValue("peer", stream.peer())
        .log("{} ({}): {}", name(stream), stream.peer(), text);
  }

  private void onClosed(StreamEvent.Closed closed) {
    if (closed.reason() == null) {
      LOG.debug("{}: stream {} closed by the client", name(closed.stream()), closed.stream().id());
    } else if (closed.reason().kind().equals("drain")) {
      LOG.debug("{}: stream {} drained", name(closed.stream()), closed.stream().id());
    } else {
      LOG.atWarn()
          .addKeyValue("event", "closed")
          .addKeyValue("node", closed.stream().node().getId())
          .addKeyValue("peer", closed.stream().peer())
          .addKeyValue("reason", closed.reason().kind())
          .log(
              "{} ({}): stream closed with {}: {}",
              name(closed.stream()),
              closed.stream().peer(),
              closed.reason().code(),
              closed.reason().message());
    }
  }

  private static void onDetail(StreamEvent event) {
    if (!LOG.isDebugEnabled()) {
      return;
    }
    String node = name(event.stream());
    if (event instanceof StreamEvent.Requested requested) {
      LOG.debug("{}: request {}", node, requested.facts());
    } else if (event instanceof StreamEvent.Sent sent) {
      Response response = sent.response();
      LOG.debug(
          "{}: sent {} {}: {} resources, {} removed, nonce {}",
          node,
          response.type(),
          response.version(),
          response.resources().size(),
          response.removed().size(),
          response.nonce());
    } else if (event instanceof StreamEvent.Stale stale) {
      LOG.debug("{}: {} stale nonce {}", node, stale.type(), stale.nonce());
    } else if (event instanceof StreamEvent.Opened opened) {
      LOG.debug("stream {} opened by {}", opened.stream().id(), opened.stream().peer());
    }
  }

  private boolean isNews(Subject subject, String text) {
    Set<String> errors = told.get(subject, unused -> ConcurrentHashMap.newKeySet());
    if (errors.size() >= MAX_ERRORS_EACH) {
      errors.clear();
    }
    return errors.add(text);
  }

  private static String name(StreamInfo stream) {
    String id = stream.node().getId();
    return id.isEmpty() ? "(no node id)" : id;
  }
}
