package io.binnacle.core.server;

import io.binnacle.core.resource.Resource;
import io.binnacle.core.server.Outstanding.Open;
import io.binnacle.core.view.Change;
import io.binnacle.core.view.TypeView;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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

  private final StreamContext stream;
  private final Subscription subscription;
  private final Isolation isolation;

  /** What the client accepted last; null while that is not known: then nothing is left out. */
  private @Nullable TypeView accepted;

  /** The group on trial, from when it is chosen until the client has answered. */
  private Set<String> trial = Set.of();

  private @Nullable TypeView shownFor;
  private @Nullable TypeView shown;

  /**
   * After a refusal.
   *
   * @param accepted what the client accepted last; null when that is not known
   */
  FormerContent(
      StreamContext stream,
      Subscription subscription,
      Isolation isolation,
      @Nullable TypeView accepted) {
    this.stream = stream;
    this.subscription = subscription;
    this.isolation = isolation;
    this.accepted = accepted;
  }

  /**
   * What a client accepted last that refuses the newest of these responses.
   *
   * @param before what it had accepted before them
   * @param responses the refused one, and in front of it those that went unanswered
   * @param clientVersion the version that it says it uses: it tells which response it took
   */
  static @Nullable TypeView acceptedBefore(
      @Nullable TypeView before, List<Open> responses, String clientVersion) {
    TypeView accepted = before;
    for (Open response : responses) {
      // ED-27: an Envoy that warms answers the last response only
      if (response.from() != null && response.fromVersion().equals(clientVersion)) {
        accepted = response.from();
      }
    }
    return accepted;
  }

  @Nullable TypeView accepted() {
    return accepted;
  }

  /** The client accepted everything that it was shown. */
  void accepted(TypeView sent) {
    accepted = sent;
    answered();
  }

  /**
   * The client refused the newest response.
   *
   * @param acceptedNow what it accepted last
   * @param sent what the response showed
   * @return what it refused, as changes to what it uses
   */
  List<Change> refused(@Nullable TypeView acceptedNow, TypeView sent, String text) {
    accepted = acceptedNow;
    answered();
    if (acceptedNow == null) {
      return List.of();
    }
    List<Change> refused = changes(acceptedNow, sent);
    if (refused.size() == 1) {
      isolation.refusedAlone(refused.get(0).name(), refused.get(0).after(), text);
    } else {
      isolation.refusedTogether(refused.stream().map(Change::name).toList(), text);
    }
    return refused;
  }

  /** The client refused a response behind which there are others. */
  void refused(@Nullable TypeView acceptedNow) {
    accepted = acceptedNow;
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

  /** What the client is shown on its way to a target. */
  TypeView shows(TypeView target) {
    TypeView known = shown;
    if (known == null || shownFor != target) {
      known = accepted == null ? target : withFormerContent(accepted, target);
      shownFor = target;
      shown = known;
    }
    return known;
  }

  /** What of a view is news to what the client accepted. */
  List<Change> news(TypeView view) {
    return accepted == null ? List.of() : changes(accepted, view);
  }

  private List<Change> changes(TypeView from, TypeView to) {
    return SelectedChanges.between(stream, subscription, from, to);
  }

  private TypeView withFormerContent(TypeView from, TypeView target) {
    Map<String, Change> changes = new HashMap<>();
    changes(from, target).forEach(change -> changes.put(change.name(), change));
    // what changed since waits no more: neither for its own change nor among what is tried
    isolation.retain(name -> isRefused(changes.get(name), name));
    if (trial.stream().noneMatch(changes::containsKey)) {
      trial =
          Set.copyOf(
              isolation.next(
                  target, name -> changes.containsKey(name) && !isolation.isAlone(name)));
    }
    Map<String, @Nullable Resource> former = new HashMap<>();
    for (Change change : changes.values()) {
      boolean withheld =
          trial.isEmpty() ? isolation.withholds(change.name()) : !trial.contains(change.name());
      if (withheld) {
        former.put(change.name(), change.before());
      }
    }
    return former.isEmpty()
        ? target
        : stream.overlaid(target.base(), target.overlay().with(former));
  }

  private boolean isRefused(@Nullable Change change, String name) {
    return change != null && isolation.isAlone(name, change.after());
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
