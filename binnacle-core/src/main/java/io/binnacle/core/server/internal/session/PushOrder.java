package io.binnacle.core.server.internal.session;

import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.Answer;
import io.binnacle.core.server.Hold;
import io.binnacle.core.server.HoldEvent;
import io.binnacle.core.server.Response;
import io.binnacle.core.server.internal.order.AdsSequencer;
import io.binnacle.core.server.internal.order.VirtualHosts;
import io.binnacle.core.server.internal.order.Warming;
import io.binnacle.core.server.internal.stream.StreamContext;
import io.binnacle.core.view.TypeView;
import io.binnacle.core.view.View;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a stream sends next: the types are asked in push order (O-1), each is shown what the node is
 * assigned as far as the order allows it, and after a response what must follow it is owed (S-17,
 * VHDS-1).
 *
 * <p>Owned by the thread of its {@link ServerSession}.
 */
final class PushOrder {

  private final StreamContext stream;
  private final Map<ResourceType, TypeSession> types;
  private final Warming warming;

  /** Null until the client asks for routes or virtual hosts in delta. */
  private @Nullable VirtualHosts virtualHosts;

  /** Null on a typed stream, where no order is possible (O-7). */
  private final @Nullable AdsSequencer sequencer;

  private Assignment assignment = new Assignment.Held();

  PushOrder(StreamContext stream, Map<ResourceType, TypeSession> types) {
    this.stream = stream;
    this.types = types;
    this.warming = stream.isAds() ? new Warming(true) : Warming.NONE;
    this.sequencer = stream.isAds() ? new AdsSequencer(stream, types) : null;
  }

  /** From now on the node is served this. */
  void show(Assignment served) {
    assignment = served;
  }

  /** Something came or went that the order may depend on. */
  void touched() {
    if (sequencer != null) {
      sequencer.touched();
    }
  }

  /** SotW: the client answered a response. */
  void onAnswer(ResourceType type, Answer answer) {
    warming.onAnswer(type, answer, types);
  }

  /**
   * Delta: names that the first answer of a type must hold though the client lists them (S-17);
   * null for every name.
   */
  @Nullable Set<String> mustSend(ResourceType type) {
    return warming.mustSend(type, types.keySet());
  }

  /** Delta: the client newly named these. */
  void onNamed(ResourceType type, Set<String> added) {
    if (virtualHosts == null && VirtualHosts.concern(type)) {
      virtualHosts = new VirtualHosts(stream);
    }
    if (virtualHosts != null) {
      virtualHosts.onRequest(type, added);
    }
  }

  /** See {@link ServerSession#poll}. */
  @Nullable Response poll(long now) {
    return Round.untilRest(() -> look(now), () -> types.keySet() + ", held back: " + holds());
  }

  private Round.Result look(long now) {
    if (sequencer != null && assignment instanceof Assignment.Serving serving) {
      sequencer.decide(serving.view(), now);
    }
    boolean moved = false;
    for (TypeSession session : types.values()) {
      View view = viewFor(session);
      TypeView shown = shownBy(session);
      if (view == null || shown == null) {
        continue;
      }
      if (virtualHosts != null) {
        virtualHosts.beforePoll(session, view, shown, types);
      }
      TypeView before = session.sent();
      TypeView known = session.known();
      Response response = session.poll(shown, known, now);
      if (session.sent() != before) {
        session.rememberSent(); // before the response is written
        // of a type that only the client names the view is another empty one at each look
        if (sequencer != null && ResourceType.known().contains(session.type())) {
          moved = true;
          sequencer.onStep(session, before == null ? known : before, now);
        }
      }
      if (response != null) {
        follow(response, view);
        return new Round.Result(response, moved);
      }
    }
    // a step that needed no response may set free what waited for it
    return new Round.Result(null, moved && !holds().isEmpty());
  }

  /** Owes what must follow a response that was just sent. */
  private void follow(Response response, View view) {
    touched();
    warming.onSent(response, types, view);
    if (virtualHosts != null) {
      virtualHosts.onSent(response, types);
    }
  }

  /** What a type shows now; null when it is not to be answered. */
  @Nullable TypeView shownBy(TypeSession session) {
    View view = viewFor(session);
    if (view == null || sequencer == null || !isServing()) {
      return view == null ? null : view.type(session.type());
    }
    return sequencer.holdsAnswer(session.type()) ? null : sequencer.shown(session.type(), view);
  }

  private @Nullable View viewFor(TypeSession session) {
    if (assignment instanceof Assignment.Serving serving) {
      return serving.view();
    }
    boolean isUnmatched = assignment instanceof Assignment.Unmatched;
    return isUnmatched && session.holdsNothing() ? View.empty() : null;
  }

  private boolean isServing() {
    return assignment instanceof Assignment.Serving;
  }

  /**
   * When {@link #poll} must be called though nothing happens; {@link Heartbeats#NEVER} if never.
   */
  long nextDeadline() {
    long next = Heartbeats.NEVER;
    for (TypeSession session : types.values()) {
      next = viewFor(session) == null ? next : Math.min(next, session.nextDeadline());
    }
    return sequencer == null || !isServing() ? next : Math.min(next, sequencer.nextDeadline());
  }

  /** What is held back now. */
  List<Hold> holds() {
    return sequencer == null ? List.of() : List.copyOf(sequencer.holds());
  }

  /** What began to wait, or waits no more, since this was asked last. */
  List<HoldEvent> takeEvents() {
    return sequencer == null ? List.of() : sequencer.takeEvents();
  }

  /** Whether something of a type waits for the client, other than for connections to drain. */
  boolean holdsBack(ResourceType type) {
    return sequencer != null && isServing() && sequencer.waits(type);
  }
}
