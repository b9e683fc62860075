package io.binnacle.core.server.internal.held;

import io.binnacle.core.resource.Resource;
import io.binnacle.core.server.internal.held.Outstanding.Open;
import io.binnacle.core.server.internal.subscribe.Subscription;
import io.binnacle.core.server.internal.wire.Part;
import io.binnacle.core.view.TypeView;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The steps of one type on one stream that the client has not taken for certain: responses that are
 * not answered, and parts that are not written. Each knows the view that the client was shown
 * before it. Owned by the thread of its session.
 */
final class Steps {

  private final Subscription subscription;

  /** Whether each response holds everything (S-9). */
  private final boolean repeatsAll;

  /** The steps that were written. */
  private final Outstanding outstanding = new Outstanding();

  /** The steps that were not. */
  private final Unsent unsent = new Unsent();

  /** Number of the newest response that was accepted. */
  private long newestAccepted;

  Steps(Subscription subscription, boolean repeatsAll) {
    this.subscription = subscription;
    this.repeatsAll = repeatsAll;
  }

  Subscription subscription() {
    return subscription;
  }

  boolean repeatsAll() {
    return repeatsAll;
  }

  Outstanding outstanding() {
    return outstanding;
  }

  Unsent unsent() {
    return unsent;
  }

  /** The client accepted a response. */
  void accepted(Open response) {
    newestAccepted = Math.max(newestAccepted, response.number());
  }

  /** The open steps, oldest first, without what has been overtaken. */
  List<Open> open() {
    if (outstanding.isEmpty()) {
      return List.of();
    }
    return outstanding.open().stream()
        .filter(open -> !open.heartbeat() && !isOvertaken(open))
        .toList();
  }

  /** Whether the client accepted a later full state, which leaves nothing of this one (ED-27). */
  boolean isOvertaken(Open open) {
    return repeatsAll && open.number() < newestAccepted;
  }

  /** The names that steps hold or remove; the caller's own. */
  Set<String> names() {
    Set<String> names = new HashSet<>();
    open().forEach(open -> names.addAll(open.part().names()));
    unsent.parts().forEach(part -> names.addAll(part.names()));
    return names;
  }

  /**
   * What the client uses under names if it takes none of the steps.
   *
   * @param sent what it was shown last
   * @param claims whether it holds versions from an earlier stream, as it says
   */
  Map<String, Use> before(Collection<String> names, @Nullable TypeView sent, boolean claims) {
    Map<String, Use> uses = new HashMap<>();
    names.forEach(name -> uses.put(name, used(name, sent, claims)));
    unsent.parts().forEach(part -> before(part, unsent.from(), claims, uses));
    before(open(), claims, uses);
    return uses;
  }

  /**
   * What it uses if it takes neither a response, which is no step any more, nor those before it.
   */
  Map<String, Use> before(Collection<String> names, Open response, boolean claims) {
    Map<String, Use> uses = new HashMap<>();
    names.forEach(name -> uses.put(name, used(name, response.from(), claims)));
    before(
        open().stream().filter(open -> open.number() < response.number()).toList(), claims, uses);
    return uses;
  }

  private void before(List<Open> open, boolean claims, Map<String, Use> uses) {
    // S-9: each full state says something of all names, so that the oldest one decides
    int deciding = repeatsAll ? Math.min(1, open.size()) : open.size();
    for (int i = deciding - 1; i >= 0; i--) {
      before(open.get(i).part(), open.get(i).from(), claims, uses);
    }
  }

  private void before(Part part, @Nullable TypeView from, boolean claims, Map<String, Use> uses) {
    // S-9: a full state says something of each name, also of those that it leaves out
    Collection<String> names = repeatsAll ? List.copyOf(uses.keySet()) : part.names();
    for (String name : names) {
      if (uses.containsKey(name)) {
        uses.put(name, used(name, from, claims));
      }
    }
  }

  private Use used(String name, @Nullable TypeView view, boolean claims) {
    if (view == null) {
      return claims ? Use.UNKNOWN : Use.NOTHING;
    }
    Resource resource = view.get(name);
    boolean isIt =
        resource != null && resource.name().equals(name) && subscription.selects(resource);
    return Use.of(isIt ? resource : null, 0);
  }
}
