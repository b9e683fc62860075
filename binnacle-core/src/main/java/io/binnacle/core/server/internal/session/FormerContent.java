package io.binnacle.core.server.internal.session;

import io.binnacle.core.resource.Resource;
import io.binnacle.core.server.internal.held.Isolation;
import io.binnacle.core.server.internal.held.Outstanding.Open;
import io.binnacle.core.server.internal.stream.SharedViews;
import io.binnacle.core.view.Change;
import io.binnacle.core.view.TypeView;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a SotW client of a full-state type is shown while it refuses something. Each response holds
 * everything, so what is not tried now must show the content that the client accepted last, or be
 * left out where it has none (S-19, O-6).
 *
 * <p>Exists from the first refusal on a stream until a response with everything is accepted. Owned
 * by the thread of its session.
 */
final class FormerContent {

  private final TypeSession session;

  /** What the client accepted last; null while that is not known: then nothing is left out. */
  private @Nullable TypeView accepted;

  /** The group on trial, from when it is chosen until the client has answered. */
  private Set<String> trial = Set.of();

  private @Nullable TypeView shownFor;
  private @Nullable TypeView shown;

  /**
   * After the first refusal.
   *
   * @param clientVersion the version that the client says it uses
   */
  FormerContent(TypeSession session, String clientVersion) {
    this.session = session;
    this.accepted = clientVersion.isEmpty() ? TypeView.empty(session.type()) : null;
  }

  @Nullable TypeView accepted() {
    return accepted;
  }

  /**
   * The client accepted a response.
   *
   * @param sent what the newest response showed
   * @return whether nothing is refused any more
   */
  boolean accepted(@Nullable TypeView sent) {
    if (!session.held().outstanding().isEmpty()) {
      return false; // what was sent since decides
    }
    accepted = sent;
    if (sent != null) {
      session.isolating().accepted(sent);
    }
    answered();
    return session.isolating().isEmpty();
  }

  /**
   * The client refused a response.
   *
   * @param responses the refused one, and in front of it those that went unanswered
   * @param clientVersion the version that it says it uses: it tells which response it took
   * @return what it refused; null when that is not known: a response that was sent since decides,
   *     or nobody knows what the client uses
   */
  @Nullable List<Resource> refused(List<Open> responses, String clientVersion, String text) {
    for (Open response : responses) {
      // ED-27: an Envoy that warms answers the last response only
      if (response.from() != null && response.fromVersion().equals(clientVersion)) {
        accepted = response.from();
      }
    }
    TypeView sent = session.sent();
    if (!session.held().outstanding().isEmpty() || accepted == null || sent == null) {
      return null;
    }
    answered();
    List<Change> refused = changes(accepted, sent);
    if (refused.size() == 1) {
      session.isolating().refusedAlone(refused.get(0).name(), refused.get(0).after(), text);
    } else {
      session.isolating().refusedTogether(refused.stream().map(Change::name).toList(), text);
    }
    return refused.stream().map(Change::after).filter(Objects::nonNull).toList();
  }

  private void answered() {
    trial = Set.of();
    shownFor = null;
    shown = null;
  }

  /** Number of changes that are on trial. */
  int tried() {
    return trial.size();
  }

  /** The subscription changed: what is shown is decided on anew. */
  void subscriptionChanged() {
    shownFor = null;
    shown = null;
  }

  /** What the client is shown next on its way to a target; chooses what is tried now. */
  TypeView next(TypeView target) {
    TypeView known = shown;
    if (known == null || shownFor != target) {
      choose(target);
      known = shows(target);
      shownFor = target;
      shown = known;
    }
    return known;
  }

  private void choose(TypeView target) {
    TypeView from = accepted;
    if (from == null) {
      return;
    }
    Isolation isolation = session.isolating();
    Map<String, Change> changes = new HashMap<>();
    changes(from, target).forEach(change -> changes.put(change.name(), change));
    // what changed since waits no more: neither for its own change nor among what is tried
    isolation.retain(name -> changes.containsKey(name) && isAlone(changes.get(name)));
    if (trial.stream().noneMatch(changes::containsKey)) {
      trial =
          Set.copyOf(
              isolation.next(
                  target, name -> changes.containsKey(name) && !isolation.isAlone(name)));
    }
  }

  private boolean isAlone(Change change) {
    return session.isolating().isAlone(change.name(), change.after());
  }

  /** What the client is shown on its way to a target, with what is tried now. */
  TypeView shows(TypeView target) {
    TypeView from = accepted;
    if (from == null) {
      return target;
    }
    Map<String, @Nullable Resource> former = new HashMap<>();
    for (Change change : changes(from, target)) {
      boolean withheld =
          trial.isEmpty()
              ? isAlone(change) || session.isolating().isLeft(change.name())
              : !trial.contains(change.name());
      if (withheld) {
        former.put(change.name(), change.before());
      }
    }
    return former.isEmpty()
        ? target
        : SharedViews.overlaid(
            session.stream().shared(), target.base(), target.overlay().with(former));
  }

  /** What of a view is news to what the client accepted. */
  List<Change> news(TypeView view) {
    return accepted == null ? List.of() : changes(accepted, view);
  }

  private List<Change> changes(TypeView from, TypeView to) {
    return session.changes(from, to);
  }

  /** Two lists of changes to one view: all names, each once. */
  static List<Change> union(List<Change> some, List<Change> others) {
    Map<String, Change> all = new HashMap<>();
    others.forEach(change -> all.put(change.name(), change));
    some.forEach(change -> all.put(change.name(), change));
    List<Change> union = new ArrayList<>(all.values());
    union.sort((a, b) -> a.name().compareTo(b.name()));
    return union;
  }
}
