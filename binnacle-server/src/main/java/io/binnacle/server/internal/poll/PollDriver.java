package io.binnacle.server.internal.poll;

import io.binnacle.core.resource.ResourceName;
import io.binnacle.core.server.Answer;
import io.binnacle.core.server.RequestFacts;
import io.binnacle.core.server.Response;
import io.binnacle.core.server.ResponseBody;
import io.binnacle.core.server.internal.poll.Poll;
import io.binnacle.core.server.internal.poll.PollAnswer;
import io.binnacle.core.view.View;
import io.binnacle.server.catalog.CatalogViews;
import io.binnacle.server.catalog.ViewKey;
import io.binnacle.server.catalog.ViewLookup;
import io.binnacle.server.internal.stream.ServedNode;
import io.binnacle.server.internal.stream.StreamHub;
import io.binnacle.server.internal.threads.Loop;
import io.binnacle.server.stream.CloseReason;
import io.binnacle.server.stream.StreamEvent;
import io.binnacle.server.stream.StreamInfo;
import io.envoyproxy.envoy.config.core.v3.Node;
import io.grpc.Status;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * One poll from its arrival to its end.
 *
 * <p>It waits without a thread (P-5): as an entry among the polls of its loop, which a publish
 * walks, and as one timer. Everything happens on the poll's {@link Loop}, but for the encoding of
 * an answer. Once an answer is chosen no later state replaces it: the client polls again.
 */
public final class PollDriver implements ServedNode.Home {

  private final PollHub hub;
  private final LoopPolls home;
  private final Loop loop;
  private final PollIo io;
  private final PollClient client;
  private final Poll poll;
  private final Node node;
  private final PollTerms terms;
  private final ServedNode served;

  /** SDS-1: Secrets are asked for where others could read them: shown as if there were none. */
  private final boolean withheld;

  /** What the node sees; null while it is served nothing. */
  private @Nullable View view;

  private String group = "";
  private String heldReason = "";
  private boolean unmatched;
  private Loop.@Nullable Timer timer;
  private boolean answering;
  private boolean over;

  PollDriver(
      PollHub hub,
      LoopPolls home,
      Loop loop,
      PollIo io,
      PollClient client,
      Poll poll,
      Node node,
      PollTerms terms,
      boolean withheld) {
    this.hub = hub;
    this.home = home;
    this.loop = loop;
    this.io = io;
    this.client = client;
    this.poll = poll;
    this.node = node;
    this.terms = terms;
    this.withheld = withheld;
    this.served = new ServedNode(hub.streamHub().catalog(), this);
  }

  void begin(PollHub.Request request, boolean first) {
    home.opened(this);
    guarded(
        () -> {
          assign(first);
          report(request, first);
          look();
          if (isWaiting()) {
            hold();
          }
        });
  }

  private void report(PollHub.Request request, boolean first) {
    StreamHub streams = hub.streamHub();
    StreamInfo info = client.info();
    Answer answer = client.asked(request.message());
    Set<String> names = first ? new TreeSet<>(poll.names()) : Set.of();
    if (first && poll.hasWildcard()) {
      names.add(ResourceName.WILDCARD);
    }
    streams.report(
        new StreamEvent.Requested(
            info,
            new RequestFacts(
                poll.type(),
                first,
                first,
                answer,
                names,
                Set.of(),
                poll.malformed(),
                false,
                false,
                false)));
    if (first && withheld) {
      streams.report(new StreamEvent.SecretsWithheld(info));
    }
    if (request.unknownFields() > 0) {
      streams.report(new StreamEvent.UnknownFields(info, request.unknownFields()));
    }
    if (answer instanceof Answer.Ack ack) {
      streams.report(new StreamEvent.Acked(info, poll.type(), ack, -1));
    } else if (answer instanceof Answer.Nack nack) {
      streams.report(new StreamEvent.Nacked(info, poll.type(), nack));
    }
  }

  /** The transport lost the client. */
  public void onClosed() {
    end();
  }

  boolean isOver() {
    return over;
  }

  /** A view of the node's group is another one now, or came, or went. */
  void onChange() {
    guarded(
        () -> {
          if (isWaiting() && served.hasGroup()) {
            refresh();
            look();
          }
        });
  }

  /** Lookups of a client have ended; what they found is published. */
  void onLookedUp(PollClient asker) {
    guarded(
        () -> {
          if (asker == client && isWaiting() && served.hasGroup()) {
            refresh();
            look();
            if (isWaiting() && terms.waitNanos() == 0 && !isOpen()) {
              onTimer();
            }
          }
        });
  }

  /** Nodes are assigned by another rule now. */
  void onAssignerChanged() {
    guarded(
        () -> {
          if (isWaiting()) {
            assign(false);
            look();
          }
        });
  }

  /** The server goes away. Who polls in JSON has what there is, and polls elsewhere (B-5). */
  void onDrain() {
    if (isWaiting()) {
      end();
      if (terms.restates()) {
        io.close(CloseReason.drain());
      } else {
        io.unchanged();
      }
    }
  }

  private boolean isWaiting() {
    return !over && !answering;
  }

  private boolean isOpen() {
    return view != null && client.lookups().isOpen(!poll.clientVersion().isEmpty());
  }

  private void look() {
    View seen = view;
    if (isOpen()) {
      home.looksUp(this);
      return; // neither sent nor called absent
    }
    PollAnswer answer = seen != null ? poll.answer(seen) : unmatched ? poll.unmatched() : null;
    if (answer != null && isWaiting()) {
      answer(answer);
    }
  }

  private void hold() {
    client.held(poll);
    long wait = terms.waitNanos();
    if (wait > 0 || (terms.restates() && (view == null || isOpen()))) {
      timer = loop.schedule(this::onTimer, wait > 0 ? wait : PollHub.DEFAULT_WAIT.toNanos());
    } else {
      onTimer();
    }
  }

  private void onTimer() {
    if (timer != null) {
      timer.cancel();
      timer = null;
    }
    guarded(
        () -> {
          if (!isWaiting()) {
            return;
          }
          if (!terms.restates()) {
            end();
            io.unchanged();
          } else if (view != null) {
            answer(poll.restated(view));
          } else if (unmatched && poll.clientVersion().isEmpty()) {
            answer(poll.restated(View.empty()));
          } else {
            close(new CloseReason(Status.Code.UNAVAILABLE, "unserved", heldReason));
          }
        });
  }

  private void answer(PollAnswer answer) {
    answering = true;
    hub.encoder()
        .execute(
            () -> {
              try {
                ResponseBody body = io.encode(answer);
                loop.execute(() -> guarded(() -> deliver(answer, body)));
              } catch (UnwritableException e) {
                CloseReason why =
                    new CloseReason(
                        Status.Code.UNIMPLEMENTED, "unwritable", String.valueOf(e.getMessage()));
                loop.execute(() -> close(why));
              } catch (RuntimeException e) {
                loop.execute(() -> fault(e));
              }
            });
  }

  private void deliver(PollAnswer answer, ResponseBody body) {
    client.answered(poll, answer);
    Response response = answer.response(body);
    end();
    io.answer(response);
    hub.streamHub().report(new StreamEvent.Sent(client.info(), response));
  }

  private void close(CloseReason reason) {
    if (!over) {
      end();
      io.close(reason);
    }
  }

  private void guarded(Runnable step) {
    if (over) {
      return;
    }
    try {
      step.run();
    } catch (RuntimeException e) {
      fault(e);
    }
  }

  /** B-6: a fault of our own costs this poll and no other. */
  private void fault(RuntimeException e) {
    hub.fault(client, e);
    close(new CloseReason(Status.Code.INTERNAL, "fault", "internal error; see the server's log"));
  }

  private void end() {
    if (over) {
      return;
    }
    over = true;
    if (timer != null) {
      timer.cancel();
      timer = null;
    }
    served.release();
    home.closed(this);
    hub.over(client, loop.now());
  }

  /** N-3: decides what the node is served, by the rules of now. */
  private void assign(boolean first) {
    serve(served.assign(node), first);
  }

  private void refresh() {
    serve(served.refresh(), false);
  }

  private void serve(ServedNode.Decision decision, boolean first) {
    group = decision.group();
    heldReason = decision.heldReason();
    unmatched = decision.unmatched();
    view = decision.view() != null && withheld ? View.empty() : decision.view();
    if (view != null && !withheld) {
      client.lookups().onView(node.getId(), group, view);
    }
    if (decision.refusal() != null) {
      close(decision.refusal());
    }
    decided(first);
  }

  private void decided(boolean first) {
    if (client.assigned(group, heldReason, first)) {
      hub.streamHub().report(new StreamEvent.Assigned(client.info(), group, heldReason));
    }
  }

  @Override
  public void joined(String toGroup) {
    home.joined(this, toGroup);
  }

  @Override
  public void left(String ofGroup) {
    home.left(this, ofGroup);
  }

  @Override
  public ViewLookup lookup(ViewKey key) {
    return CatalogViews.of(hub.streamHub().catalog()).lookup(key);
  }
}
