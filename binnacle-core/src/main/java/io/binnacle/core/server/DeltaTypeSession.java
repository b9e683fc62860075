package io.binnacle.core.server;

import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceName;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.Debts.Debt;
import io.binnacle.core.server.Encoder.Heartbeat;
import io.binnacle.core.server.Outstanding.Open;
import io.binnacle.core.server.Outstanding.Settled;
import io.binnacle.core.view.Change;
import io.binnacle.core.view.TypeView;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryRequest;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One type on one incremental stream (rules D).
 *
 * <p>As in {@link SotwTypeSession}, what the client was shown is one view and the debts are the
 * exceptions; what differs is that absence is said aloud ({@code removed_resources}) and that every
 * response is answered on its own. Owned by the thread of its {@link ServerSession}.
 */
final class DeltaTypeSession implements TypeSession {

  private final ResourceType type;
  private final StreamContext stream;
  private final Subscription subscription;
  private final Ledger ledger;
  private final Debts debts = new Debts();
  private final Heartbeats heartbeats = new Heartbeats();

  private @Nullable TypeView sent;

  /** What the client listed at its first request, until that is answered (D-5). */
  private @Nullable InitialVersions initial;

  private boolean claimsState;

  /** A wildcard was newly subscribed: all members are owed, or an empty response (S-8). */
  private boolean wildcardDue;

  /** Malformed names, which are answered as not existing. */
  private List<String> malformed = List.of();

  /** The rest of a response that was too large for one (D-11). */
  private final Unsent unsent = new Unsent();

  DeltaTypeSession(ResourceType type, StreamContext stream, String noncePrefix) {
    this.type = type;
    this.stream = stream;
    this.subscription = new Subscription(type, stream.client().envoy());
    this.ledger = new Ledger(type, stream, noncePrefix);
  }

  /**
   * Takes a request.
   *
   * @param mustSend for the first: names that equal versions do not cover; null for every name
   */
  TypeFacts onRequest(
      DeltaDiscoveryRequest request, boolean first, @Nullable Set<String> mustSend) {
    Answer answer = new Answer.None();
    if (first) {
      initial = new InitialVersions(request.getInitialResourceVersionsMap(), mustSend);
      claimsState = !initial.isEmpty();
    } else {
      answer = answered(request);
    }
    // D-2: names are honoured whatever the nonce says
    return new TypeFacts(answer, edited(request, first));
  }

  private Answer answered(DeltaDiscoveryRequest request) {
    Settled settled = ledger.outstanding().settleDelta(request.getResponseNonce());
    if (settled.stale()) {
      return new Answer.Stale(request.getResponseNonce(), null);
    }
    Open open = settled.answered();
    if (open == null) {
      return new Answer.None();
    }
    if (!request.hasErrorDetail()) {
      heartbeats.acked(open);
      return ledger.acked(open);
    }
    Answer answer = ledger.nacked(open, "", request.getErrorDetail());
    refused(open);
    return answer;
  }

  private void refused(Open open) {
    if (open.heartbeat()) {
      // L-3: the client has no such version any more; whole, once
      owe(open.part(), open.from(), Debt.LOST);
      return;
    }
    heartbeats.nacked(open);
    // S-19 in its smallest form: what stands alone is known by name and waits for its own change
    if (!(stream.client().envoy() && open.part().changes() == 1)) {
      owe(open.part(), open.from(), Debt.REFUSED);
    }
  }

  /**
   * Owes again what is still subscribed; a name that is gone by now is owed as a removal.
   *
   * @param from what the client was shown before the part
   */
  private void owe(Part part, @Nullable TypeView from, Debt debt) {
    for (String name : part.names()) {
      Resource before = from == null ? null : from.get(name);
      if (isWanted(name) || (before != null && subscription.selects(before))) {
        // VHDS-1: an absence that was not written is owed as one
        boolean neverHad = before == null && type.equals(ResourceType.VIRTUAL_HOST);
        debts.add(name, debt == Debt.LOST && neverHad ? Debt.ASKED : debt);
      }
    }
  }

  private boolean isWanted(String name) {
    Resource resource = sent == null ? null : sent.get(name);
    return wants(name) || (resource != null && subscription.selects(resource));
  }

  private boolean wants(String name) {
    String collection = ResourceName.collectionOf(name);
    return subscription.hasWildcard()
        || subscription.names(name)
        || (collection != null && subscription.names(collection));
  }

  private SubscriptionChange edited(DeltaDiscoveryRequest request, boolean first) {
    if (!first && namesNothing(request)) {
      return TypeFacts.NO_CHANGE; // a plain ACK, the most frequent request
    }
    boolean hadWildcard = subscription.hasWildcard();
    SubscriptionChange change =
        subscription.edit(
            request.getResourceNamesSubscribeList(),
            request.getResourceNamesUnsubscribeList(),
            request.getResourceLocatorsSubscribeCount() > 0
                || request.getResourceLocatorsUnsubscribeCount() > 0,
            first);
    if (change.wildcardRemoved() || !change.removed().isEmpty()) {
      // S-13: of what is not written yet, some may be unsubscribed now
      decideAnewOnUnsent();
    }
    // what a wildcard or a glob still covers stays owed
    debts.forget(change.removed().stream().filter(name -> !isWanted(name)).toList());
    if (change.wildcardRemoved() || change.removed().stream().anyMatch(ResourceName::isGlob)) {
      // S-13: what only the wildcard or the glob covered is owed no more
      debts.retain(this::isWanted);
    }
    debts.addAll(change.added(), Debt.ASKED);
    if (initial != null && !first) {
      initial.uncover(change.added());
      if (change.wildcardAdded()) {
        initial.uncoverAll();
      }
      initial.forget(change.removed());
    }
    if (hadWildcard && subscription.hasWildcard()) {
      // D-9: the client is told what the wildcard still gives it under these names
      debts.addAll(change.removed(), Debt.ASKED);
    }
    wildcardDue = (wildcardDue || change.wildcardAdded()) && subscription.hasWildcard();
    if (!change.malformed().isEmpty()) {
      malformed = new ArrayList<>(malformed);
      malformed.addAll(change.malformed());
    }
    return change;
  }

  private static boolean namesNothing(DeltaDiscoveryRequest request) {
    return request.getResourceNamesSubscribeCount() == 0
        && request.getResourceNamesUnsubscribeCount() == 0
        && request.getResourceLocatorsSubscribeCount() == 0
        && request.getResourceLocatorsUnsubscribeCount() == 0;
  }

  private void decideAnewOnUnsent() {
    TypeView from = unsent.from();
    unsent.withdraw().forEach(part -> owe(part, from, Debt.LOST));
  }

  @Override
  public @Nullable Response poll(TypeView target, long now) {
    TypeView shown = unsent.isEmpty() ? null : sent;
    if (shown != null && unsent.isConcernedBy(stream.changes(shown, target))) {
      // B-1: while it waited for the transport it changed
      decideAnewOnUnsent();
    }
    if (!unsent.isEmpty()) {
      TypeView shownBefore = unsent.from();
      return send(unsent.take(), ledger.sentVersion(), shownBefore, now);
    }
    TypeView from = sent;
    if (from == target && !wildcardDue && malformed.isEmpty() && !debts.isPressing()) {
      return heartbeat(target, now);
    }
    unsent.put(from == null ? firstAnswer(target, now) : step(from, target), from);
    sent = target;
    return unsent.isEmpty()
        ? heartbeat(target, now)
        : send(unsent.take(), target.version(), from, now);
  }

  private List<Part> firstAnswer(TypeView target, long now) {
    InitialVersions listed = initial == null ? new InitialVersions(Map.of(), Set.of()) : initial;
    initial = null;
    Set<String> rejected = ledger.rejectedNames();
    boolean plainWildcard = subscription.isPureWildcard() && malformed.isEmpty();
    if (plainWildcard && !claimsState && rejected.isEmpty() && debts.isEmpty()) {
      paid();
      WildcardOf whole = new WildcardOf(target, Variant.DELTA);
      return stream.shared(
          whole, () -> Part.of(List.copyOf(target.wildcard()), List.of()).split(budget(), whole));
    }
    DeltaAnswer answer = new DeltaAnswer(type, stream, subscription, target);
    // ED-44: what it refused it may hold in part, whatever it lists
    rejected.forEach(answer::refusedBefore);
    listed.uncover(rejected);
    for (Resource resource : subscription.selected(target)) {
      if (!listed.coversFully(resource)) {
        answer.add(resource);
      } else if (resource.ttl() != null && stream.getsTtl()) {
        // L-3: nobody knows how old it is at the client
        heartbeats.resumed(now);
      }
    }
    listed.names().forEach(answer::absentIfNotSelected);
    subscription.globs().forEach(answer::removedMembers);
    debts.drain().forEach(answer::owedAtFirst);
    malformed.forEach(answer::removed);
    boolean mustAnswer = wildcardDue && (!claimsState || listed.coversNothing());
    paid();
    return answer.isEmpty() && !mustAnswer ? List.of() : answer.parts(budget());
  }

  private List<Part> step(TypeView from, TypeView target) {
    boolean wildcardOnly =
        subscription.selectsJustTheWildcard(target) && subscription.selectsJustTheWildcard(from);
    boolean plain = wildcardOnly && !subscription.isWrittenOtherwise();
    if (plain && debts.isEmpty() && !wildcardDue && malformed.isEmpty()) {
      // without exceptions the answer is the same for every stream that makes this step
      WildcardStep whole = new WildcardStep(from, target, Variant.DELTA);
      return stream.shared(whole, () -> wildcardStep(whole));
    }
    List<Change> changes = SelectedChanges.between(stream, subscription, from, target);
    DeltaAnswer answer = new DeltaAnswer(type, stream, subscription, target);
    // debts first: else a resource that changes all the time would starve them, one response each
    Map<String, Debt> pressing = debts.drainPressing();
    pressing.forEach(answer::owed);
    for (String name : pressing.keySet()) {
      if (ResourceName.isGlob(name)) {
        // D-9: a member that went away with its glob is in neither view's selection
        from.membersOf(name).forEach(member -> answer.absentIfNotSelected(member.name()));
      }
    }
    for (Change change : changes) {
      answer.change(change, pressing.get(change.name()));
    }
    if (wildcardDue) {
      target.wildcard().forEach(answer::add);
    }
    malformed.forEach(answer::removed);
    boolean mustAnswer = wildcardDue;
    wildcardDue = false;
    malformed = List.of();
    if (answer.isEmpty() && !mustAnswer) {
      return List.of();
    }
    // D-13: what was refused goes out with the next response; S-4: it is no reason for one
    debts.drain().forEach(answer::owed);
    return answer.parts(budget());
  }

  private List<Part> wildcardStep(WildcardStep whole) {
    // not the shared list of changes: work that is shared must not ask for other such work
    List<Change> changes =
        SelectedChanges.through(subscription, whole.to().changesSince(whole.from()));
    return changes.isEmpty() ? List.of() : partOf(changes).split(budget(), whole);
  }

  private static Part partOf(List<Change> changes) {
    List<Resource> changed = new ArrayList<>();
    List<String> removed = new ArrayList<>();
    for (Change change : changes) {
      Resource after = change.after();
      if (after == null) {
        removed.add(change.name());
      } else {
        changed.add(after);
      }
    }
    return Part.of(List.copyOf(changed), List.copyOf(removed));
  }

  private void paid() {
    debts.clear();
    wildcardDue = false;
    malformed = List.of();
  }

  private int budget() {
    return stream.options().responseSizeBudget();
  }

  private Response send(Part part, String version, @Nullable TypeView from, long now) {
    boolean withTtl = stream.getsTtl() && part.resources().stream().anyMatch(r -> r.ttl() != null);
    ResponseBody body =
        stream.encoded(
            type,
            part,
            version,
            withTtl,
            () -> stream.encoder().delta(type, version, part, withTtl));
    if (withTtl) {
      heartbeats.sent(part.resources(), now);
    }
    String nonce = ledger.sent(part, version, from, false);
    return new Response(
        type, nonce, body, version, part.resources(), part.changed(), part.removed(), false);
  }

  private @Nullable Response heartbeat(TypeView target, long now) {
    // L-4: none while a response of the type is open
    if (heartbeats.dueAt() > now || !ledger.outstanding().isEmpty()) {
      return null;
    }
    List<Heartbeat> alive = heartbeats.take(target, subscription, now);
    if (alive.isEmpty()) {
      return null;
    }
    List<Resource> resources = alive.stream().map(Heartbeat::resource).toList();
    String nonce = ledger.sent(Part.of(resources, List.of()), target.version(), target, true);
    ResponseBody body = stream.encoder().deltaHeartbeat(type, target.version(), alive);
    return new Response(type, nonce, body, target.version(), resources, List.of(), List.of(), true);
  }

  @Override
  public void resend(Collection<String> names) {
    if (initial != null) {
      // S-17 goes before D-5
      initial.uncover(names);
    }
    for (String name : names) {
      if (isWanted(name)) {
        debts.add(name, Debt.WARMING);
      }
    }
  }

  @Override
  public boolean owes(TypeView target) {
    if (sent == null || wildcardDue || debts.isPressing() || !unsent.isEmpty()) {
      return true;
    }
    return !malformed.isEmpty()
        || !SelectedChanges.between(stream, subscription, sent, target).isEmpty();
  }

  @Override
  public long nextDeadline() {
    return ledger.outstanding().isEmpty() ? heartbeats.dueAt() : Heartbeats.NEVER;
  }

  @Override
  public ResourceType type() {
    return type;
  }

  @Override
  public boolean claimsState() {
    return claimsState;
  }

  @Override
  public @Nullable TypeView sent() {
    return sent;
  }

  @Override
  public boolean issued(String nonce) {
    return ledger.issued(nonce);
  }

  @Override
  public TypeStatus status(@Nullable TypeView target) {
    boolean inStep = sent != null && sent == target && !debts.isPressing() && unsent.isEmpty();
    return ledger.status(subscription, inStep);
  }
}
