package io.binnacle.server.internal.stream;

import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.Response;
import io.binnacle.core.server.internal.session.ServerSession;
import io.binnacle.core.view.View;
import io.binnacle.server.catalog.Concerned;
import io.binnacle.server.catalog.StreamAnswers;
import io.binnacle.server.internal.stream.OpenResponses.Sent;
import io.binnacle.server.stream.StreamInfo;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The publishes that one stream has gone through, as numbered steps: in which step each response
 * was sent, and up to which step each type is answered. The cost of a step does not depend on how
 * far the client is behind. Owned by the stream's loop.
 */
final class StreamSteps {

  /** No time at which something was sent. */
  static final long NEVER = Long.MIN_VALUE;

  /** A client that is further behind is not compared with what it is to see, see below. */
  private static final int MOST_STEPS_COMPARED = 64;

  private final StreamIo io;
  private final ServerSession session;
  private final OpenResponses openResponses = new OpenResponses();

  /** Null before a publish concerned the stream. */
  private @Nullable StreamAnswers answers;

  private long step;

  /** The step in which nothing was left to send for the last time. */
  private long drainedAt;

  StreamSteps(StreamIo io, ServerSession session) {
    this.io = io;
    this.session = session;
  }

  /** The stream is served another view. */
  void next() {
    step++;
  }

  void sent(Response response, long now) {
    openResponses.sent(new Sent(response.type(), response.nonce(), step, now));
  }

  /** Nothing is left to send. */
  void drained() {
    drainedAt = step;
  }

  /**
   * The client accepted a response.
   *
   * @return when it was sent; {@link #NEVER} when that is not known any more
   */
  long acked(String nonce) {
    Sent sent = openResponses.answered(nonce);
    if (sent == null) {
      return NEVER;
    }
    if (answers != null && !session.holdsBack(sent.type())) {
      answers.acked(sent.type(), sent.step());
    }
    return sent.at();
  }

  /** The client refused a response. */
  void nacked(String nonce, String message) {
    Sent sent = openResponses.answered(nonce);
    if (sent != null && answers != null) {
      answers.nacked(sent.type(), sent.step(), message);
    }
  }

  void left() {
    if (answers != null) {
      answers.left();
    }
  }

  /**
   * In what a publish concerns the stream; null when in nothing.
   *
   * @param before what the stream was served until then
   * @param changed the types in which that differs from what it is served now
   * @param secrets whether it may carry Secrets
   */
  @Nullable Concerned concerned(
      StreamInfo info, View before, View after, List<ResourceType> changed, boolean secrets) {
    Set<ResourceType> types = openResponses.typesSince(step);
    if (hasOther(changed, types) && !isDrained()) {
      Set<ResourceType> all = new HashSet<>(types);
      all.addAll(session.selecting(before, after));
      if (!secrets) {
        all.remove(ResourceType.SECRET); // SDS-1
      }
      types = all;
    }
    if (types.isEmpty()) {
      return null;
    }
    if (answers == null) {
      answers = new StreamAnswers(info.node().getId(), info.id());
    }
    return answers.concernedBy(step, types);
  }

  /** By index: this is asked for each stream at each publish, and makes no iterator. */
  private static boolean hasOther(List<ResourceType> changed, Set<ResourceType> types) {
    for (int i = 0; i < changed.size(); i++) {
      if (!types.contains(changed.get(i))) {
        return true;
      }
    }
    return false;
  }

  /** Whether the client was sent all that there is for it. */
  private boolean isDrained() {
    return io.isReady() && session.holds().isEmpty();
  }

  /**
   * Settles what changed something for the client and was taken back before it was sent. While the
   * client does not read, that is looked at only where somebody waits for it, and not for ever: the
   * further behind the client is, the more there is to compare. It learns it when it reads again.
   */
  void settleTakenBack() {
    StreamAnswers known = answers;
    List<ResourceType> pending = known == null ? List.of() : known.pending();
    if (known == null || pending.isEmpty()) {
      return;
    }
    boolean drained = isDrained();
    if (!drained && !(known.isWatched() && step - drainedAt <= MOST_STEPS_COMPARED)) {
      return;
    }
    Set<ResourceType> owing = drained ? Set.of() : session.owing();
    for (ResourceType type : pending) {
      if (!owing.contains(type) && !openResponses.isOpen(type)) {
        known.takenBack(type, step);
      }
    }
  }
}
