package io.binnacle.core.server.internal.order;

import static java.util.Comparator.comparing;

import io.binnacle.core.resource.Reference;
import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.Shared;
import io.binnacle.core.server.internal.held.Debts.Debt;
import io.binnacle.core.server.internal.held.Isolation;
import io.binnacle.core.server.internal.held.Outstanding;
import io.binnacle.core.server.internal.stream.SharedViews;
import io.binnacle.core.server.internal.subscribe.Subscription;
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

  private final Map<ResourceType, ? extends TypeBooks> types;
  private final Offer target;
  private final Shared shared;
  private final Map<ResourceType, Set<String>> uncertain = new HashMap<>();
  private final Map<ResourceType, Map<String, @Nullable Resource>> usedMeanwhile = new HashMap<>();

  ClientState(Map<ResourceType, ? extends TypeBooks> types, Offer target, Shared shared) {
    this.types = types;
    this.target = target;
    this.shared = shared;
  }

  @Nullable TypeBooks books(ResourceType type) {
    return types.get(type);
  }

  boolean asksFor(ResourceType type) {
    return types.containsKey(type);
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
  @Nullable TypeView shown(TypeBooks books) {
    return books.known();
  }

  /** What differs between what a client was shown and what it is to see. */
  List<Change> changes(TypeBooks books) {
    TypeView shown = shown(books);
    return shown == null ? List.of() : SharedViews.changes(shared, shown, target(books.type()));
  }

  /** Whether the client is known to use just this content. */
  boolean uses(TypeBooks books, Resource resource) {
    TypeView sent = books.sent();
    Resource shown = sent == null ? null : sent.get(resource.name());
    return shown != null
        && shown.sameContent(resource)
        && books.subscription().selects(resource)
        && !uncertain(books).contains(resource.name());
  }

  /**
   * What the client accepted last under a name and uses for certain while it decides on what came
   * since; null when it may have nothing, or has refused something (O-5).
   */
  @Nullable Resource held(TypeBooks books, String name) {
    TypeView shownLast = books.sent();
    if (refusesClusters()) {
      // ED-26: a refusal can take the endpoints of what served, so only what is certain counts
      Resource last = shownLast == null ? null : shownLast.get(name);
      return last != null && uses(books, last) ? last : null;
    }
    Debt debt = books.debts().of(name);
    boolean isResent = debt == null || debt == Debt.WARMING;
    if (!isResent || books.held().isException(name)) {
      return null;
    }
    Map<String, @Nullable Resource> meanwhile =
        usedMeanwhile.computeIfAbsent(books.type(), type -> books.held().usedMeanwhile());
    if (meanwhile.containsKey(name) || shownLast == null) {
      return meanwhile.get(name);
    }
    Resource shown = shownLast.get(name);
    return shown != null && books.subscription().selects(shown) ? shown : null;
  }

  /** Whether the client refuses clusters or assignments: then O-5 decides alone. */
  boolean refusesClusters() {
    return refusesClusters(types);
  }

  /** As above, without a state of the client. */
  static boolean refusesClusters(Map<ResourceType, ? extends TypeBooks> types) {
    return SERVING.stream()
        .map(types::get)
        .anyMatch(
            books ->
                books != null
                    && (books.isolation() != null || books.held().anyRefused(name -> true)));
  }

  /**
   * Whether content that the client was sent before may stay in use. What a client names anew it
   * had dropped, and the clusters of that, or their assignments, may have gone meanwhile.
   */
  boolean canUse(TypeBooks books, Resource former) {
    if (books.held().hasNotDropped(former.name())) {
      return true;
    }
    TypeBooks clusters = books(ResourceType.CLUSTER);
    if (clusters == null) {
      // ED-30: it may ask for them later
      return !asksFor(ResourceType.CLUSTER_LOAD_ASSIGNMENT);
    }
    return !clusters.subscription().hasWildcard() || canServe(former, new HashSet<>());
  }

  /**
   * Whether all clusters that a content names are in use, as they were sent and with their parts.
   */
  private boolean canServe(Resource user, Set<Reference> seen) {
    for (Reference part : user.references()) {
      if (SERVING.contains(part.type()) && part.sameStream() && seen.add(part)) {
        TypeBooks books = books(part.type());
        TypeView sent = books == null ? null : books.sent();
        Resource used = sent == null ? null : sent.get(part.name());
        if (books == null || used == null || !uses(books, used) || !canServe(used, seen)) {
          return false;
        }
      }
    }
    return true;
  }

  /** O-5: whether the client refused just this content, which goes out again once it changes. */
  boolean refused(TypeBooks books, Resource content) {
    String name = content.name();
    Isolation isolation = books.isolation();
    if (isolation != null && isolation.isAlone(name, content)) {
      return true;
    }
    // O-5: what counts is what S-19 left undelivered; each full-state response tries all anew
    Outstanding open = books.held().outstanding();
    boolean tried =
        (isolation != null && isolation.isPending(name))
            || (books.repeatsAll() ? !open.isEmpty() : open.isOpen(name))
            || books.debts().isPressing(name);
    return !tried && books.held().isRefused(content);
  }

  /** Names of which it is not known that the client uses what it was sent last. */
  private Set<String> uncertain(TypeBooks books) {
    return uncertain.computeIfAbsent(
        books.type(),
        type -> {
          Set<String> names = books.held().uncertain();
          names.addAll(books.debts().names());
          return names;
        });
  }

  /** Whether the client was sent all that is owed of a type, and accepted all of it. */
  boolean isSettled(TypeBooks books) {
    return books.sent() != null
        && !books.owes(target(books.type()))
        && books.held().outstanding().isEmpty()
        && !books.held().anyRefused(name -> isToCome(books, name))
        && !isPressing(books);
  }

  /** Whether a refused name is still subscribed and there, so that it goes out once it changes. */
  private boolean isToCome(TypeBooks books, String name) {
    Resource resource = target(books.type()).get(name);
    return resource != null && books.subscription().selects(resource);
  }

  /** Whether something beside the changes of the view is still to be sent. */
  private static boolean isPressing(TypeBooks books) {
    return books.debts().isPressing() || !books.held().unsent().isEmpty();
  }

  /**
   * A resource that names one of these in what the client uses or may use, for each that is named.
   *
   * @param wanted the references that are looked for
   * @param users the types that may name them
   * @param leaving what goes together with what it names, and so does not count
   */
  Map<Reference, Resource> named(
      Set<Reference> wanted, Collection<ResourceType> users, Set<Reference> leaving) {
    Map<Reference, Resource> named = new HashMap<>();
    for (ResourceType type : users) {
      TypeBooks books = types.get(type);
      if (books != null) {
        TypeView shown = shown(books);
        if (shown != null) {
          namedIn(shown, books, wanted, leaving).forEach((ref, user) -> prefer(ref, user, named));
        }
        books
            .held()
            .forEachOther(
                content -> {
                  if (!leaving.contains(new Reference(type, content.name()))) {
                    addNamed(content, wanted, named);
                  }
                });
      }
    }
    return named;
  }

  /** As {@link #named}, in what the client is to see in the end. */
  Map<Reference, Resource> namedByTarget(Set<Reference> wanted, Collection<ResourceType> users) {
    Map<Reference, Resource> named = new HashMap<>();
    for (ResourceType type : users) {
      TypeBooks books = types.get(type);
      if (books != null) {
        named.putAll(namedIn(target(type), books, wanted, Set.of()));
      }
    }
    return named;
  }

  /** Whether the answer of a type that may name anything is still to be sent. */
  boolean mayStillName(Collection<ResourceType> users) {
    return users.stream()
        .map(types::get)
        .anyMatch(
            books -> books != null && (awaited(books) || isPressing(books) || isSilent(books)));
  }

  /** Whether something that was asked for is held back: what the client uses is not known. */
  private static boolean isSilent(TypeBooks books) {
    TypeView sent = books.sent();
    Subscription subscription = books.subscription();
    return sent != null
        && sent.overlay().names().stream()
            .anyMatch(name -> sent.hides(name) && subscription.names(name));
  }

  private static boolean awaited(TypeBooks books) {
    return books.sent() == null && books.claimsState();
  }

  private Map<Reference, Resource> namedIn(
      TypeView view, TypeBooks books, Set<Reference> wanted, Set<Reference> leaving) {
    Map<Reference, List<Resource>> all = Referrers.in(view, wanted, shared);
    Map<Reference, Resource> named = new HashMap<>();
    Subscription subscription = books.subscription();
    all.forEach(
        (reference, referrers) ->
            referrers.stream()
                .filter(subscription::selects)
                .filter(user -> !leaving.contains(new Reference(user.type(), user.name())))
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
