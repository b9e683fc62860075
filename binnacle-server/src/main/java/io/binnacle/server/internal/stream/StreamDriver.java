package io.binnacle.server.internal.stream;

import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.Answer;
import io.binnacle.core.server.RequestFacts;
import io.binnacle.core.server.RequestOutcome;
import io.binnacle.core.server.Response;
import io.binnacle.core.server.SettledNames;
import io.binnacle.core.server.internal.session.ServerSession;
import io.binnacle.core.server.internal.subscribe.ListedVersions;
import io.binnacle.core.view.View;
import io.binnacle.server.catalog.Concerned;
import io.binnacle.server.internal.threads.Loop;
import io.binnacle.server.limit.Holding;
import io.binnacle.server.limit.Shortage;
import io.binnacle.server.stream.CloseReason;
import io.binnacle.server.stream.HeldChange;
import io.binnacle.server.stream.StreamEvent;
import io.binnacle.server.stream.StreamInfo;
import io.binnacle.server.stream.StreamSnapshot;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryRequest;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;
import io.grpc.Status;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Moves messages between one {@link ServerSession} and one {@link StreamIo}.
 *
 * <p>Everything happens on the stream's {@link Loop}; the transport calls {@link #onRequest},
 * {@link #onReady} and {@link #onClosed} there. The session is asked for a response only when the
 * transport can take it (B-1). An exception ends this stream and no other (B-6).
 */
public final class StreamDriver {

  private final StreamHub hub;
  private final LoopStreams home;
  private final Loop loop;
  private final StreamIo io;
  private final ServerSession session;
  private long bucket; // the state of its bucket of requests
  private final StreamSteps steps;
  private final long openedAt;
  private final NodeService service;
  private final boolean secrets;
  private final @Nullable StreamLookups lookups;
  private StreamInfo info;
  private String heldReason = "";
  private boolean requestsOver;
  private boolean closed;
  private final StreamUse use;
  private final StreamDeadlines deadlines;
  private final UnreadResponse unread;

  /** Of the list that holds it, for that list. */
  int place;

  StreamDriver(
      StreamHub hub,
      LoopStreams home,
      Loop loop,
      StreamIo io,
      ServerSession session,
      StreamInfo info,
      Holding holding) {
    this.hub = hub;
    this.home = home;
    this.loop = loop;
    this.io = io;
    this.session = session;
    this.info = info;
    this.use = new StreamUse(holding, session);
    this.deadlines = new StreamDeadlines(loop);
    this.unread = new UnreadResponse(hub, loop, io, this::close);
    this.secrets = hub.limits().secretsInPlaintext() || io.isPrivate();
    this.service = new NodeService(hub.catalog(), home, this, session, secrets);
    this.lookups =
        hub.lookups() == NameLookups.NONE
            ? null
            : new StreamLookups(hub.lookups(), this::onSettled, session);
    this.steps = new StreamSteps(io, session);
    this.openedAt = loop.now();
    this.bucket = openedAt;
  }

  /**
   * From now on its time runs.
   *
   * @param ageNanos how old it may become (B-7); {@link Long#MAX_VALUE} for any age
   * @param firstRequest how long it may stay without a request (B-3)
   */
  void begin(long ageNanos, Duration firstRequest) {
    deadlines.age(ageNanos, this::onAge);
    deadlines.firstRequest(firstRequest.toNanos(), () -> close(CloseReason.silent(firstRequest)));
  }

  private void onAge() {
    if (!closed) {
      // else the client would reconnect over the connection that it has
      io.retireConnection();
      close(CloseReason.age());
    }
  }

  /** The id of the node that the first request gave (N-1); null before that request. */
  public @Nullable String nodeId() {
    return session.isConnected() ? session.node().getId() : null;
  }

  /** A request of a SotW stream came. */
  public void onRequest(DiscoveryRequest request) {
    guarded(() -> onOutcome(session.onRequest(request)));
  }

  /** A request of a delta stream came. */
  public void onRequest(DeltaDiscoveryRequest request) {
    guarded(() -> onOutcome(session.onRequest(request)));
  }

  /** As above, where the request itself lacks the {@code initial_resource_versions}. */
  public void onRequest(DeltaDiscoveryRequest request, ListedVersions listed) {
    guarded(() -> onOutcome(session.onRequest(request, listed)));
  }

  /** So many bytes of requests have come that are not whole yet (B-3). */
  public void onBuffered(long bytes) {
    endWhenShort(use.buffered(bytes));
  }

  private void endWhenShort(@Nullable Shortage shortage) {
    if (shortage != null) {
      close(CloseReason.of(shortage));
    }
  }

  /** The transport can take a response again. */
  public void onReady() {
    guarded(this::pump);
  }

  /** A message came that cannot be decoded: ends this stream only (B-4). */
  public void badRequest(String message) {
    close(new CloseReason(Status.Code.INVALID_ARGUMENT, "bad-request", message));
  }

  /**
   * The client sends no more requests, and may wait for the answer of its last one: the stream ends
   * in order when that is written.
   */
  public void onRequestsOver() {
    if (!closed) {
      requestsOver = true;
      deadlines.lastAnswer(this::leave);
      guarded(this::pump);
    }
  }

  private void leave() {
    io.close(new CloseReason(Status.Code.OK, "client", ""));
    end(null);
  }

  /** The transport keeps nothing of the stream any more; without a cause it ended in order. */
  public void onClosed(@Nullable Throwable cause) {
    end(null);
    unread.closed();
  }

  /** Ends the stream from the server's side; no effect when it has ended. */
  public void close(CloseReason reason) {
    if (!closed) {
      io.close(reason);
      end(reason);
    }
  }

  private void onOutcome(RequestOutcome outcome) {
    deadlines.requested();
    pauseWhenTooFast();
    if (outcome instanceof RequestOutcome.Refused refused) {
      Status.Code code = Status.Code.valueOf(refused.code().name());
      close(new CloseReason(code, "bad-request", refused.message()));
    } else if (outcome instanceof RequestOutcome.Accepted accepted) {
      endWhenShort(use.requested(accepted.facts()));
      if (!closed) {
        onFacts(accepted.facts());
        pump();
      }
    }
  }

  private void pauseWhenTooFast() {
    long now = loop.now();
    bucket = hub.rate().take(bucket, now);
    long pause = hub.rate().pause(bucket, now);
    if (pause > 0) {
      io.readRequests(false);
      loop.schedule(() -> resumeReading(), pause);
    }
  }

  private void resumeReading() {
    if (!closed) {
      io.readRequests(true);
    }
  }

  private void onFacts(RequestFacts facts) {
    if (lookups != null) {
      lookups.onRequest(facts);
    }
    if (facts.firstOfStream()) {
      decided(service.assign());
    } else {
      lookUp();
    }
    hub.report(new StreamEvent.Requested(info, facts));
    reportAnswer(facts.type(), facts.answer());
    if (facts.firstOfType() && !secrets && facts.type().equals(ResourceType.SECRET)) {
      hub.report(new StreamEvent.SecretsWithheld(info));
    }
  }

  private void reportAnswer(ResourceType type, Answer answer) {
    if (answer instanceof Answer.Ack ack) {
      long sentAt = steps.acked(ack.nonce());
      long after = sentAt == StreamSteps.NEVER ? -1 : loop.now() - sentAt;
      hub.report(new StreamEvent.Acked(info, type, ack, after));
    } else if (answer instanceof Answer.Nack nack) {
      hub.report(new StreamEvent.Nacked(info, type, nack));
      steps.nacked(nack.nonce(), nack.message());
    } else if (answer instanceof Answer.Stale stale) {
      hub.report(new StreamEvent.Stale(info, type, stale.nonce()));
      if (stale.settled() != null) {
        reportAnswer(type, stale.settled());
      }
    }
  }

  private void decided(ServedNode.Decision decision) {
    boolean same =
        info.group().equals(decision.group())
            && heldReason.equals(decision.heldReason())
            && info.node().equals(session.node());
    heldReason = decision.heldReason();
    if (!same) {
      info = info.withNode(session.node()).served(decision.group());
      hub.report(new StreamEvent.Assigned(info, decision.group(), heldReason));
    }
    if (decision.refusal() != null) {
      close(decision.refusal());
    }
    lookUp();
  }

  private void lookUp() {
    if (lookups != null && !closed) {
      lookups.onView(session.node().getId(), service.group(), service.view());
    }
  }

  /** Lookups have ended; called on any thread. */
  private void onSettled(ResourceType type, SettledNames names) {
    Runnable step =
        () -> {
          session.settle(type, names);
          pump();
        };
    loop.execute(() -> guarded(step));
  }

  /** The stream's group was published, once or more; in what that concerns it, null for nothing. */
  @Nullable Concerned onPublish() {
    if (closed || !service.hasGroup()) {
      return null;
    }
    try {
      return published();
    } catch (RuntimeException e) {
      onFault(e);
      return null;
    }
  }

  private @Nullable Concerned published() {
    View before = service.view();
    decided(service.refresh());
    View after = service.view();
    if (after != before) {
      // else an earlier one was handled when this one was there already: it went out with it
      steps.next();
    }
    pump();
    if (closed) {
      return null;
    }
    View from = before == null ? View.empty() : before;
    View to = after == null ? from : after;
    return steps.concerned(info, from, to, home.changed(from, to), secrets);
  }

  /** A view of the stream's group was rendered, maybe the one that it waits for. */
  void onRendered() {
    guarded(
        () -> {
          if (service.hasGroup()) {
            decided(service.refresh());
            pump();
          }
        });
  }

  /** Nodes are assigned by another rule now. */
  void onAssignerChanged() {
    guarded(
        () -> {
          if (session.isConnected()) {
            decided(service.assign());
            pump();
          }
        });
  }

  StreamSnapshot snapshot() {
    long now = loop.now();
    List<HeldChange> heldBack = HeldChange.of(session.holds(), now);
    return new StreamSnapshot(info, heldReason, now - openedAt, session.status(), heldBack);
  }

  private void pump() {
    while (!closed && io.isReady()) {
      unread.read();
      Response response = session.poll(loop.now());
      if (response == null) {
        steps.drained();
        use.answered();
        if (requestsOver && isAnswered()) {
          leave();
        }
        break;
      }
      if (unread.begins(response)) {
        steps.sent(response, loop.now());
        io.send(response);
        hub.report(new StreamEvent.Sent(info, response));
      }
    }
    session.takeHoldEvents().forEach(event -> hub.report(new StreamEvent.HeldBack(info, event)));
    if (!closed) {
      steps.settleTakenBack();
    }
    schedule();
  }

  private boolean isAnswered() {
    return session.holds().isEmpty() && !session.isAwaiting() && !service.isRendering();
  }

  private void schedule() {
    // while the transport is not ready, onReady comes first
    long next = closed || !io.isReady() ? Long.MAX_VALUE : session.nextDeadline();
    deadlines.session(next, () -> guarded(this::pump));
  }

  private void guarded(Runnable step) {
    if (closed) {
      return;
    }
    try {
      step.run();
    } catch (RuntimeException e) {
      onFault(e);
    }
  }

  /** B-6: a fault of our own costs this stream and no other. */
  private void onFault(RuntimeException fault) {
    hub.fault(info, fault);
    close(new CloseReason(Status.Code.INTERNAL, "fault", "internal error; see the server's log"));
  }

  private void end(@Nullable CloseReason reason) {
    if (closed) {
      return;
    }
    closed = true;
    deadlines.end();
    use.end();
    service.release();
    if (lookups != null) {
      lookups.leave();
    }
    home.closed(this);
    steps.left();
    hub.report(new StreamEvent.Closed(info, reason, session.status(), loop.now() - openedAt));
  }
}
