package io.binnacle.core.server;

import static java.util.Comparator.comparing;

import io.binnacle.core.resource.Reference;
import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.Debts.Debt;
import io.binnacle.core.view.Change;
import io.binnacle.core.view.TypeView;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is known of the client of one ADS stream at one moment, read from the books of its type
 * sessions: what it was sent, what of that it has accepted, and what else it may still use.
 *
 * <p>Made for one decision of the {@link AdsSequencer} and thrown away with it.
 */
final class ClientState {

  /** Types without which a route serves nothing. */
  private static final Set<ResourceType> SERVING =
      Set.of(ResourceType.CLUSTER, ResourceType.CLUSTER_LOAD_ASSIGNMENT);

  private final Map<ResourceType, TypeSession> sessions;
  private final Offer target;
  private final StreamContext stream;
  private final Map<ResourceType, Set<String>> uncertain = new HashMap<>();
  private final Map<ResourceType, Map<String, @Nullable Resource>> usedMeanwhile = new HashMap<>();

  ClientState(Map<ResourceType, TypeSession> sessions, Offer target, StreamContext stream) {
    this.sessions = sessions;
    this.target = target;
    this.stream = stream;
  }

  @Nullable TypeSession session(ResourceType type) {
    return sessions.get(type);
  }

  boolean asksFor(ResourceType type) {
    return sessions.containsKey(type);
  }

  TypeView target(ResourceType type) {
    return target.type(type);
  }

  /** What of the target the client is still deciding on. */
  Offer offer() {
    return target;
  }

  /**
   * What the client was shown last; before the first answer, what it says that it holds, as far as
   * that is known (O-10); null when nothing is.
   */
  @Nullable TypeView shown(TypeSession session) {
    return session.known();
  }

  /** What differs between what a client was shown and what it is to see. */
  List<Change> changes(TypeSession session) {
    TypeView shown = shown(session);
    return shown == null ? List.of() : stream.changes(shown, target(session.type()));
  }

  /** Whether the client is known to use just this content. */
  boolean uses(TypeSession session, Resource resource) {
    TypeView sent = session.sent();
    Resource shown = sent == null ? null : sent.get(resource.name());
    return shown != null
        && shown.sameContent(resource)
        && session.books().subscription().selects(resource)
        && !uncertain(session).contains(resource.name());
  }

  /**
   * What the client accepted last under a name and uses for certain while it decides on what came
   * since; null when it may have nothing, or has refused something (O-5).
   */
  @Nullable Resource held(TypeSession session, String name) {
    TypeSession.Books books = session.books();
    TypeView shownLast = session.sent();
    if (refusesClusters()) {
      // ED-26: a refusal can take the endpoints of what served, so only what is certain counts
      Resource last = shownLast == null ? null : shownLast.get(name);
      return last != null && uses(session, last) ? last : null;
    }
    Debt debt = books.debts().of(name);
    boolean isResent = debt == null || debt == Debt.WARMING;
    if (!isResent || books.held().isException(name)) {
      return null;
    }
    Map<String, @Nullable Resource> meanwhile =
        usedMeanwhile.computeIfAbsent(session.type(), type -> books.held().usedMeanwhile());
    if (meanwhile.containsKey(name) || shownLast == null) {
      return meanwhile.get(name);
    }
    Resource shown = shownLast.get(name);
    return shown != null && books.subscription().selects(shown) ? shown : null;
  }

  /** Whether the client refuses clusters or assignments: then O-5 decides alone. */
  boolean refusesClusters() {
    return refusesClusters(sessions);
  }

  /** As above, without a state of the client. */
  static boolean refusesClusters(Map<ResourceType, TypeSession> sessions) {
    return SERVING.stream()
        .map(sessions::get)
        .anyMatch(
            session ->
                session != null
                    && (session.isolation() != null
                        || session.books().held().anyRefused(name -> true)));
  }

  /**
   * Whether content that the client was sent before may stay in use. What a client names anew it
   * had dropped, and the clusters of that, or their assignments, may have gone meanwhile.
   */
  boolean canUse(TypeSession session, Resource former) {
    if (session.books().held().hasNotDropped(former.name())) {
      return true;
    }
    TypeSession clusters = session(ResourceType.CLUSTER);
    if (clusters == null) {
      // ED-30: it may ask for them later
      return !asksFor(ResourceType.CLUSTER_LOAD_ASSIGNMENT);
    }
    return !clusters.books().subscription().hasWildcard() || canServe(former, new HashSet<>());
  }

  /**
   * Whether all clusters that a content names are in use, as they were sent and with their parts.
   */
  private boolean canServe(Resource user, Set<Reference> seen) {
    for (Reference part : user.references()) {
      if (SERVING.contains(part.type()) && part.sameStream() && seen.add(part)) {
        TypeSession session = session(part.type());
        TypeView sent = session == null ? null : session.sent();
        Resource used = sent == null ? null : sent.get(part.name());
        if (session == null || used == null || !uses(session, used) || !canServe(used, seen)) {
          return false;
        }
      }
    }
    return true;
  }

  /** O-5: whether the client refused just this content, which goes out again once it changes. */
  boolean refused(TypeSession session, Resource content) {
    String name = content.name();
    Isolation isolation = session.isolation();
    if (isolation != null && isolation.isAlone(name, content)) {
      return true;
    }
    // O-5: what counts is what S-19 left undelivered; each full-state response tries all anew
    Outstanding open = session.books().held().outstanding();
    boolean tried =
        (isolation != null && isolation.isPending(name))
            || (session.repeatsAll() ? !open.isEmpty() : open.isOpen(name))
            || session.books().debts().isPressing(name);
    return !tried && session.books().held().isRefused(content);
  }

  /** Names of which it is not known that the client uses what it was sent last. */
  private Set<String> uncertain(TypeSession session) {
    return uncertain.computeIfAbsent(
        session.type(),
        type -> {
          TypeSession.Books books = session.books();
          Set<String> names = books.held().uncertain();
          names.addAll(books.debts().names());
          return names;
        });
  }

  /** Whether the client was sent all that is owed of a type, and accepted all of it. */
  boolean isSettled(TypeSession session) {
    TypeSession.Books books = session.books();
    return session.sent() != null
        && !session.owes(target(session.type()))
        && books.held().outstanding().isEmpty()
        && !books.held().anyRefused(name -> isToCome(session, name))
        && !isPressing(session);
  }

  /** Whether a refused name is still subscribed and there, so that it goes out once it changes. */
  private boolean isToCome(TypeSession session, String name) {
    Resource resource = target(session.type()).get(name);
    return resource != null && session.books().subscription().selects(resource);
  }

  /** Whether something beside the changes of the view is still to be sent. */
  private static boolean isPressing(TypeSession session) {
    TypeSession.Books books = session.books();
    return books.debts().isPressing() || !books.held().unsent().isEmpty();
  }

  /**
   * A resource that names one of these in what the client uses or may use, for each that is named.
   *
   * @param wanted the references that are looked for
   * @param users the types that may name them
   */
  Map<Reference, Resource> named(Set<Reference> wanted, Collection<ResourceType> users) {
    Map<Reference, Resource> named = new HashMap<>();
    for (ResourceType type : users) {
      TypeSession session = sessions.get(type);
      if (session != null) {
        TypeView shown = shown(session);
        if (shown != null) {
          namedIn(shown, session, wanted).forEach((ref, user) -> prefer(ref, user, named));
        }
        session.books().held().forEachOther(content -> addNamed(content, wanted, named));
      }
    }
    return named;
  }

  /** As {@link #named}, in what the client is to see in the end. */
  Map<Reference, Resource> namedByTarget(Set<Reference> wanted, Collection<ResourceType> users) {
    Map<Reference, Resource> named = new HashMap<>();
    for (ResourceType type : users) {
      TypeSession session = sessions.get(type);
      if (session != null) {
        named.putAll(namedIn(target(type), session, wanted));
      }
    }
    return named;
  }

  /** Whether the answer of a type that may name anything is still to be sent. */
  boolean mayStillName(Collection<ResourceType> users) {
    return users.stream()
        .map(sessions::get)
        .anyMatch(
            session ->
                session != null && (awaited(session) || isPressing(session) || isSilent(session)));
  }

  /** Whether something that was asked for is held back: what the client uses is not known. */
  private static boolean isSilent(TypeSession session) {
    TypeView sent = session.sent();
    Subscription subscription = session.books().subscription();
    return sent != null
        && sent.overlay().names().stream()
            .anyMatch(name -> sent.hides(name) && subscription.names(name));
  }

  private static boolean awaited(TypeSession session) {
    return session.sent() == null && session.claimsState();
  }

  private Map<Reference, Resource> namedIn(
      TypeView view, TypeSession session, Set<Reference> wanted) {
    Map<Reference, List<Resource>> all = Referrers.in(view, wanted, stream);
    Map<Reference, Resource> named = new HashMap<>();
    Subscription subscription = session.books().subscription();
    all.forEach(
        (reference, referrers) ->
            referrers.stream()
                .filter(subscription::selects)
                .min(comparing(this::isToUse))
                .ifPresent(referrer -> named.put(reference, referrer)));
    return named;
  }

  /** Whether a content is that which the client is to use in the end. */
  boolean isToUse(Resource content) {
    Resource last = target(content.type()).get(content.name());
    return last != null && last.sameContent(content);
  }

  private void addNamed(Resource referrer, Set<Reference> wanted, Map<Reference, Resource> named) {
    for (Reference reference : referrer.references()) {
      if (wanted.contains(reference)) {
        prefer(reference, referrer, named);
      }
    }
  }

  /** Of several users, one whose content is to go. */
  private void prefer(Reference reference, Resource user, Map<Reference, Resource> named) {
    named.merge(reference, user, (a, b) -> isToUse(a) ? b : a);
  }
}
