package io.binnacle.core.server.internal.session;

import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceName;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.Answer;
import io.binnacle.core.server.Response;
import io.binnacle.core.server.ResponseBody;
import io.binnacle.core.server.SettledNames;
import io.binnacle.core.server.internal.answer.DeltaAnswers;
import io.binnacle.core.server.internal.answer.UnansweredNames;
import io.binnacle.core.server.internal.held.Debts.Debt;
import io.binnacle.core.server.internal.held.Outstanding.Open;
import io.binnacle.core.server.internal.held.Outstanding.Settled;
import io.binnacle.core.server.internal.held.Unsent;
import io.binnacle.core.server.internal.stream.StreamContext;
import io.binnacle.core.server.internal.subscribe.AskedNames;
import io.binnacle.core.server.internal.subscribe.InitialVersions;
import io.binnacle.core.server.internal.subscribe.ListedVersions;
import io.binnacle.core.server.internal.subscribe.Subscription;
import io.binnacle.core.server.internal.subscribe.SubscriptionChange;
import io.binnacle.core.server.internal.wire.Encoder.Heartbeat;
import io.binnacle.core.server.internal.wire.Part;
import io.binnacle.core.view.TypeView;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryRequest;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One type on one incremental stream (rules D).
 *
 * <p>As in {@link SotwTypeSession}, what the client was shown is one view and the debts are the
 * exceptions; what differs is that absence is said aloud ({@code removed_resources}) and that every
 * response is answered on its own. Owned by the thread of its {@link ServerSession}.
 */
final class DeltaTypeSession extends TypeSession {

  private final DeltaAnswers answers;

  /** What the client listed at its first request, until that is answered (D-5). */
  private @Nullable InitialVersions initial;

  /** A wildcard was newly subscribed: all members are owed, or an empty response (S-8). */
  private boolean wildcardDue;

  /** Malformed names, which are answered as not existing. */
  private List<String> malformed = List.of();

  /** What was asked for or listed, and is held back (O-2, O-10). */
  private final UnansweredNames silent = new UnansweredNames();

  private final UnknownCollections collections = new UnknownCollections();

  DeltaTypeSession(ResourceType type, StreamContext stream, String noncePrefix) {
    super(type, stream, noncePrefix);
    this.answers = new DeltaAnswers(type, stream, subscription(), debts(), silent, held()::mayHold);
  }

  /**
   * Takes a request.
   *
   * @param mustSend for the first: names that equal versions do not cover; null for every name
   */
  TypeFacts onRequest(
      DeltaDiscoveryRequest request,
      ListedVersions listed,
      boolean first,
      @Nullable Set<String> mustSend) {
    Answer answer = new Answer.None();
    if (first) {
      initial = new InitialVersions(listed, mustSend);
      held().claims(!initial.isEmpty());
    } else {
      answer = answered(request);
    }
    // D-2: names are honoured whatever the nonce says
    return new TypeFacts(answer, edited(request, first));
  }

  /** B-3: how many names would be subscribed, or wait to be called absent, after a request. */
  int askedAfter(DeltaDiscoveryRequest request) {
    int waiting = malformed.size();
    int named =
        request.getResourceNamesSubscribeCount() + request.getResourceLocatorsSubscribeCount();
    int atMost = subscription().asked() + waiting + named;
    if (atMost <= stream().options().maxNamesPerSubscription()) {
      return atMost; // no need to look at each of them
    }
    AskedNames added = subscribed(request);
    return waiting + added.malformed.size() + subscription().askedAfter(added, dropped(request));
  }

  private static AskedNames subscribed(DeltaDiscoveryRequest request) {
    return new AskedNames(
        request.getResourceNamesSubscribeList(), request.getResourceLocatorsSubscribeList());
  }

  private static AskedNames dropped(DeltaDiscoveryRequest request) {
    return new AskedNames(
        request.getResourceNamesUnsubscribeList(), request.getResourceLocatorsUnsubscribeList());
  }

  @Override
  long namesKept() {
    // a listed name is two numbers and a string that other clients list too: a quarter of one
    int listed = initial == null ? 0 : initial.names().size() / 4;
    return super.namesKept() + malformed.size() + listed;
  }

  private Answer answered(DeltaDiscoveryRequest request) {
    Settled settled = held().outstanding().settleDelta(request.getResponseNonce());
    if (settled.stale()) {
      return new Answer.Stale(request.getResponseNonce(), null);
    }
    Open open = settled.answered();
    if (open == null) {
      return new Answer.None();
    }
    if (!request.hasErrorDetail()) {
      heartbeats().acked(open);
      held().accepted(open);
      acceptedAlone(open);
      return ledger().acked(open, hasRefusedAlone());
    }
    Answer answer = ledger().nacked(open, "", request.getErrorDetail(), open.part().changed());
    refused(open, request.getErrorDetail().getMessage());
    return answer;
  }

  private void refused(Open open, String text) {
    if (open.heartbeat()) {
      // L-3: the client has no such version any more; whole, once
      held().lost(open.part());
      owe(open.part(), Debt.LOST);
      return;
    }
    heartbeats().nacked(open);
    held().refused(open);
    if (isolates()) {
      isolate(List.of(open), text);
    } else {
      owe(open.part(), Debt.REFUSED);
    }
  }

  /** Owes again what is still subscribed; a name that is gone by now is owed as a removal. */
  private void owe(Part part, Debt debt) {
    for (String name : part.names()) {
      if (isOwed(name)) {
        owe(name, debt);
      }
    }
  }

  private void owe(String name, Debt debt) {
    // VHDS-1: an absence that was not written is owed as one
    boolean neverHad = type().equals(ResourceType.VIRTUAL_HOST) && !held().hasOther(name);
    debts().add(name, debt == Debt.LOST && neverHad ? Debt.ASKED : debt);
  }

  @Override
  void owedAgain(String name) {
    owe(name, Debt.LOST);
  }

  @Override
  boolean isOwed(String name) {
    return isWanted(name) || held().hasOther(name);
  }

  private boolean isWanted(String name) {
    TypeView shown = sent();
    Resource resource = shown == null ? null : shown.get(name);
    boolean selected =
        resource != null && resource.name().equals(name) && subscription().selects(resource);
    return selected || wants(name);
  }

  private boolean wants(String name) {
    String collection = ResourceName.collectionOf(name);
    return subscription().hasWildcard()
        || subscription().names(name)
        || (collection != null && subscription().names(collection));
  }

  private SubscriptionChange edited(DeltaDiscoveryRequest request, boolean first) {
    if (!first && Subscription.isUntouchedBy(request)) {
      return SubscriptionChange.NONE; // a plain ACK, the most frequent request
    }
    SubscriptionChange change = subscription().edit(subscribed(request), dropped(request), first);
    if (change.wildcardRemoved() || !change.removed().isEmpty()) {
      // S-13: of what is not written yet, some may be unsubscribed now
      withdrawUnsent();
      held().unsubscribed(change.removed());
      // and what only these names covered is owed no more
      debts().retain(this::isOwed);
      forgetRefusals();
    }
    named(change.removed(), change.added(), null);
    collections.forget(change.removed());
    if (initial != null && !first) {
      initial.uncover(change.added());
      if (change.wildcardAdded()) {
        initial.uncoverAll();
      }
      // what a wildcard still covers the client keeps, and must be told of
      initial.forget(change.removed().stream().filter(name -> !wants(name)).toList());
    }
    if (subscription().hasWildcard()) {
      // D-9: the client is told what the wildcard still gives it under these names; with one that
      // begins in this request too, since it may keep what it takes for a part of it
      debts().addAll(change.removed(), Debt.ASKED);
    }
    wildcardDue = (wildcardDue || change.wildcardAdded()) && subscription().hasWildcard();
    if (!change.malformed().isEmpty()) {
      malformed = new ArrayList<>(malformed);
      malformed.addAll(change.malformed());
    }
    return change;
  }

  @Override
  void owedAgain(Part part) {
    owe(part, Debt.LOST);
  }

  @Override
  @Nullable Response poll(TypeView target, @Nullable TypeView known, long now) {
    Response rest = rest(target, now);
    if (rest != null) {
      return rest;
    }
    for (String name : silent.released(target)) {
      if (isWanted(name)) {
        debts().add(name, Debt.ASKED);
      }
    }
    TypeView from = sent();
    if (isInStep(target) && !retries(target)) {
      return heartbeat(target, now);
    }
    Unsent unsent = held().unsent();
    unsent.put(from == null ? firstAnswer(target, now) : step(from, target), from);
    held().show(target);
    return unsent.isEmpty()
        ? heartbeat(target, now)
        : send(unsent.take(), target.version(), from, now);
  }

  private boolean isInStep(TypeView target) {
    return sent() == target && !wildcardDue && malformed.isEmpty() && !debts().isPressing();
  }

  private List<Part> firstAnswer(TypeView target, long now) {
    InitialVersions listed = initial == null ? InitialVersions.nothing() : initial;
    initial = null;
    // ED-44: what it refused it may hold in part, whatever it lists
    Set<String> rejected = ledger().rejectedNames();
    listed.uncover(rejected);
    if (stream().getsTtl() && listed.coversAny(target.withTtl(), subscription())) {
      // L-3: nobody knows how old it is at the client
      heartbeats().resumed(now);
    }
    listed.forget(lookups().keepBack(listed.names(), target));
    List<Part> parts = answers.first(target, listed, rejected, dueBeside());
    held().claimed(listed.unmet());
    held().claimed(rejected.stream().filter(this::isWanted).toList());
    paid();
    return parts;
  }

  private List<Part> step(TypeView from, TypeView target) {
    List<Part> parts = answers.step(from, target, dueBeside());
    wildcardDue = false;
    malformed = List.of();
    return parts;
  }

  private DeltaAnswers.Due dueBeside() {
    return new DeltaAnswers.Due(wildcardDue, malformed, claimsState(), collections.names());
  }

  private void paid() {
    debts().clear();
    wildcardDue = false;
    malformed = List.of();
  }

  @Override
  ResponseBody encode(Part part, String version, boolean withTtl) {
    return encoder().delta(type(), version, part, withTtl);
  }

  @Override
  List<String> announced(Part part) {
    return part.removed();
  }

  @Override
  Response heartbeat(List<Heartbeat> alive, TypeView target, long now) {
    ResponseBody body = encoder().deltaHeartbeat(type(), target.version(), alive);
    return sendHeartbeat(alive, body, target.version(), target);
  }

  @Override
  void await(Collection<String> names) {
    debts().forget(names);
    lookups().add(names, sent() == null && claimsState());
    collections.add(names, sent());
  }

  @Override
  void settle(SettledNames names) {
    // D-4; what exists and was sent meanwhile, as a change, is answered
    List<String> settled = lookups().settle(names, sent());
    collections.settle(names, settled, sent(), debts());
    settled.stream().filter(n -> !ResourceName.isGlob(n)).forEach(n -> debts().add(n, Debt.ASKED));
    Collection<String> released = lookups().release();
    held().claimed(released);
    debts().addAll(released, Debt.LOST);
  }

  @Override
  public void resend(Collection<String> names) {
    if (initial != null) {
      // S-17 goes before D-5
      initial.uncover(names);
    }
    for (String name : names) {
      if (isWanted(name)) {
        debts().add(name, Debt.WARMING);
        if (type().equals(ResourceType.CLUSTER_LOAD_ASSIGNMENT)) {
          held().warms(name, ledger().responses());
        }
      }
    }
  }

  @Override
  public boolean owes(TypeView target) {
    TypeView sent = sent();
    if (sent == null || wildcardDue || debts().isPressing() || !held().unsent().isEmpty()) {
      return true;
    }
    return !malformed.isEmpty() || hasToRetry() || !changes(sent, target).isEmpty();
  }

  @Override
  public boolean coveredAtFirst(Resource resource) {
    return initial != null && initial.coversFully(resource);
  }

  @Override
  public Collection<String> listed() {
    return initial == null ? silent.names() : initial.names();
  }

  @Override
  public boolean mayHold(String name) {
    return initial == null
        ? held().mayHold(name) && isWanted(name)
        : initial.names().contains(name);
  }

  @Override
  @Nullable TypeView claimed() {
    return null; // it lists names and versions instead
  }

  @Override
  void rememberSent() {}
}
