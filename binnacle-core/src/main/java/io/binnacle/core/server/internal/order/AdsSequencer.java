package io.binnacle.core.server.internal.order;

import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.Hold;
import io.binnacle.core.server.HoldEvent;
import io.binnacle.core.server.HoldReason;
import io.binnacle.core.server.OrderOptions;
import io.binnacle.core.server.internal.stream.SharedViews;
import io.binnacle.core.server.internal.stream.StreamContext;
import io.binnacle.core.view.Overlay;
import io.binnacle.core.view.TypeView;
import io.binnacle.core.view.View;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Make before break over the types of one ADS stream (rules O).
 *
 * <p>The stream has a target view; what its type sessions are shown is the target with an {@link
 * Overlay}: new content that names clusters which are not in use yet shows its former content, and
 * what was removed but is still in use shows as if it were there. So a transition is a few ordinary
 * views one after the other, and sessions know nothing of it. What to show is decided anew from the
 * books of the sessions whenever something came, went or timed out; nothing is remembered but since
 * when things wait. A change of the target during a transition is nothing special.
 *
 * <p>Within one phase nothing waits (O-8): what need not wait goes out in push order without ACKs
 * in between. At rest nothing is computed and nothing is held. Owned by the thread of its books.
 */
public final class AdsSequencer {

  /** What there is to remember, only while something is held or may have to be. */
  private static final class Transition {
    final Holds holds = new Holds();
    final Draining draining;
    final Map<ResourceType, TypeView> shown = new HashMap<>();
    final Set<ResourceType> waiting = new HashSet<>();

    /** What the client is deciding on; null when that is the newest view (O-12). */
    @Nullable View offer;

    /** Whether the client was still deciding on it, or was still to be sent it. */
    boolean open;

    Transition(StreamContext stream) {
      draining = new Draining(stream);
    }

    boolean isOver() {
      return holds.isOver() && draining.isEmpty() && shown.isEmpty() && waiting.isEmpty();
    }
  }

  /** As what the rest of a newer view is told that waits (O-12). */
  private static final String ALL = "*";

  private final StreamContext stream;
  private final Reconnect back;
  private final Map<ResourceType, ? extends TypeBooks> types;
  private @Nullable Transition transition;
  private @Nullable View decidedFor;
  private boolean touched;

  public AdsSequencer(StreamContext stream, Map<ResourceType, ? extends TypeBooks> types) {
    this.stream = stream;
    this.back = new Reconnect(stream, types);
    this.types = types;
  }

  /** Something came or went that a decision may depend on. */
  public void touched() {
    touched = true;
  }

  /**
   * A response was sent, or the type was found to be in step without one.
   *
   * @param before what the client was shown before, or what it claimed to have
   */
  public void onStep(TypeBooks books, @Nullable TypeView before, long now) {
    touched = true;
    TypeView after = books.sent();
    if (stream.client().drains()
        && books.type().equals(ResourceType.LISTENER)
        && after != null
        && before != after
        && (types.containsKey(ResourceType.CLUSTER) || back.isOpen())) {
      long until = now + stream.options().order().removals().toNanos();
      Transition present = transition == null ? new Transition(stream) : transition;
      if (before != null) {
        present.draining.changed(SharedViews.changes(stream.shared(), before, after), until);
        books.held().forEachOther(used -> present.draining.replaced(used, after, until));
      } else if (books.claimsState() && (!books.held().isAnswered() || !books.listed().isEmpty())) {
        // O-9 with O-10: what the listeners named that change now, or later, only the client knows
        present.draining.changedFromUnknown(until);
      }
      transition = present.isOver() ? null : present;
    }
  }

  /** What a type shows now. */
  public TypeView shown(ResourceType type, View target) {
    Transition present = transition;
    TypeView shown = present == null ? null : present.shown.get(type);
    return shown == null ? target.type(type) : shown;
  }

  /** Whether the first answer of a type waits as a whole (O-2, O-6). */
  public boolean holdsAnswer(ResourceType type) {
    return transition != null && transition.waiting.contains(type);
  }

  /** Whether something of a type waits for the client, and not for connections to drain. */
  public boolean waits(ResourceType type) {
    return holdsAnswer(type)
        || holds().stream()
            .anyMatch(
                hold ->
                    hold.type().equals(type)
                        && hold.reason() != HoldReason.DRAINING
                        && hold.reason() != HoldReason.SUBSCRIBED);
  }

  /** What is held back now. */
  public Collection<Hold> holds() {
    return transition == null ? List.of() : transition.holds.all();
  }

  /** What began to wait or waits no more since this was asked last. */
  public List<HoldEvent> takeEvents() {
    return transition == null ? List.of() : transition.holds.takeEvents();
  }

  /** When {@link #decide} must be called though nothing happens. */
  public long nextDeadline() {
    if (transition == null || transition.holds.isEmpty()) {
      return Long.MAX_VALUE;
    }
    return Math.min(transition.holds.nextDeadline(), back.nextDeadline());
  }

  /**
   * Decides what each type shows, if anything happened since the last decision.
   *
   * @return whether there was anything to decide; never at rest
   */
  public boolean decide(View target, long now) {
    if (!touched && decidedFor == target && now < nextDeadline()) {
      return false;
    }
    touched = false;
    decidedFor = target;
    back.onTime(now);
    if (!isHolding() && !isOutOfStep(target)) {
      return false;
    }
    decideAnew(target, now);
    return true;
  }

  private boolean isHolding() {
    return transition != null && (!transition.holds.isEmpty() || !transition.waiting.isEmpty());
  }

  /** Whether a type that has to do with order is to be sent something. */
  private boolean isOutOfStep(View target) {
    boolean users = back.isComing();
    boolean outOfStep = false;
    for (TypeBooks books : types.values()) {
      boolean uses = Additions.USERS.contains(books.type());
      users |= uses;
      if (!outOfStep && (uses || Removals.concern(books.type()))) {
        outOfStep = isOutOfStep(books, target);
      }
    }
    // without anything that names clusters there is nothing to order
    return users && outOfStep;
  }

  private static boolean isOutOfStep(TypeBooks books, View target) {
    if (books.sent() != target.type(books.type())) {
      return true;
    }
    return !books.debts().isEmpty() || !books.held().unsent().isEmpty();
  }

  private void decideAnew(View target, long now) {
    Transition present = transition == null ? new Transition(stream) : transition;
    transition = present;
    present.draining.forget(target.type(ResourceType.CLUSTER), now);
    View before = present.offer;
    // O-4: not longer than anything may wait
    boolean stays =
        before != null
            && present.open
            && !present.holds.isAnyOver(now)
            && !ClientState.refusesClusters(types);
    View offered = stays && before != null ? before : target;
    decide(present, new Offer(offered, target, stream.shared()), now);
    if (offered != target && !present.open) {
      // nothing of it is left to decide on or to send
      offered = target;
      decide(present, new Offer(target, target, stream.shared()), now);
    }
    present.offer = offered;
    // a stream at rest costs nothing
    transition = present.isOver() ? null : present;
  }

  /** O-12: whether what is on offer stays so. */
  private boolean isOpen(Transition present, Offer offer, Additions additions) {
    TypeBooks listeners = types.get(ResourceType.LISTENER);
    return additions.isReleasing()
        || (additions.isUndecided()
            && Offer.CLUSTERS.stream().anyMatch(type -> isDeciding(present, offer, type)))
        // the routes of a listener that was released are asked for in front of its ACK (ED-11)
        || (!offer.isNewest() && listeners != null && !listeners.held().outstanding().isEmpty());
  }

  /** Whether responses of a type are to be sent or are not answered yet. */
  private boolean isDeciding(Transition present, Offer offer, ResourceType type) {
    TypeBooks books = types.get(type);
    if (books == null) {
      return false;
    }
    TypeView shown = present.shown.getOrDefault(type, offer.base(type));
    return books.isUnderWay() || books.sent() != shown;
  }

  private void decide(Transition present, Offer offer, long now) {
    ClientState client = new ClientState(types, offer, stream.shared());
    back.update(client);
    OrderOptions options = stream.options().order();
    Decision decision = new Decision(client, options, present.holds, now);
    Additions additions = new Additions(decision, back.mayHaveClusters(client));
    Removals removals = new Removals(decision, present.draining, back);
    present.waiting.clear();
    for (TypeBooks books : types.values()) {
      ResourceType type = books.type();
      Overlay overlay = removals.kept(books, offer.kept(type));
      if (Additions.concern(type)) {
        Overlay withheld = additions.withheld(books, overlay);
        if (withheld == null) {
          present.waiting.add(type);
        } else {
          overlay = withheld;
        }
      }
      if (offer.withholds(type)) {
        long patience = options.additions().toNanos();
        present.holds.hold(type, ALL, HoldReason.STILL_DECIDING, "", patience, now);
      }
      show(present, offer, type, overlay);
    }
    present.open = isOpen(present, offer, additions);
    present.holds.decided();
  }

  private void show(Transition present, Offer offer, ResourceType type, Overlay overlay) {
    TypeView base = offer.base(type);
    TypeView shown = present.shown.get(type);
    if (overlay.isEmpty() && offer.isNewestBase(type)) {
      present.shown.remove(type);
    } else if (shown == null || shown.base() != base || !shown.overlay().equals(overlay)) {
      present.shown.put(
          type, overlay.isEmpty() ? base : SharedViews.overlaid(stream.shared(), base, overlay));
    }
  }
}
