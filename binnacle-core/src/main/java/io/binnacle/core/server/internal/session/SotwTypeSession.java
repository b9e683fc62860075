package io.binnacle.core.server.internal.session;

import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.Answer;
import io.binnacle.core.server.Response;
import io.binnacle.core.server.ResponseBody;
import io.binnacle.core.server.SettledNames;
import io.binnacle.core.server.internal.answer.SotwAnswers;
import io.binnacle.core.server.internal.held.Debts.Debt;
import io.binnacle.core.server.internal.held.Outstanding.Open;
import io.binnacle.core.server.internal.held.Outstanding.Settled;
import io.binnacle.core.server.internal.held.Unsent;
import io.binnacle.core.server.internal.held.VersionClaim;
import io.binnacle.core.server.internal.stream.StreamContext;
import io.binnacle.core.server.internal.subscribe.AskedNames;
import io.binnacle.core.server.internal.subscribe.DoubtfulNames;
import io.binnacle.core.server.internal.subscribe.SelectionHash;
import io.binnacle.core.server.internal.subscribe.SubscriptionChange;
import io.binnacle.core.server.internal.wire.Encoder.Heartbeat;
import io.binnacle.core.server.internal.wire.Part;
import io.binnacle.core.view.Change;
import io.binnacle.core.view.TypeView;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One type on one state-of-the-world stream (rules S).
 *
 * <p>What the client was shown is one view, {@code sent}; what it must be sent beside the changes
 * since then are the debts and the two flags. A response is decided on when the transport asks for
 * one, never when a request or a view comes in: so requests and views that follow each other fast
 * cost one response (S-6, S-18, B-1).
 *
 * <p>Full-state types answer with everything that is selected (S-9), partial types with what
 * changed or was newly named (S-10). Owned by the thread of its {@link ServerSession}.
 */
final class SotwTypeSession extends TypeSession {

  private final SelectionHash selection = new SelectionHash();
  private final DoubtfulNames doubtful = new DoubtfulNames();
  private final SotwAnswers answers;
  private final VersionClaim claim;

  /** S-11: the first request of a full-state type, answered even when nothing exists. */
  private boolean answerDue;

  /** What it shows while the client refuses something of a full-state type (S-19). */
  private @Nullable FormerContent former;

  /** S-8: a wildcard of a partial type was newly named: all members are owed. */
  private boolean wildcardDue;

  SotwTypeSession(ResourceType type, StreamContext stream, String noncePrefix) {
    super(type, stream, noncePrefix);
    this.answers = new SotwAnswers(stream, subscription(), debts());
    this.claim = new VersionClaim(type, stream.history(), subscription());
  }

  TypeFacts onRequest(DiscoveryRequest request, boolean first) {
    if (first) {
      // S-1: a nonce of an earlier stream means nothing here
      claim.made(request.getVersionInfo());
      held().claims(!claim.version().isEmpty());
      SubscriptionChange change =
          renamed(request, stream().client().meansNothingByNoNames(type(), request), null);
      answerDue = type().fullState();
      return new TypeFacts(new Answer.None(), change);
    }
    Settled settled = held().outstanding().settleSotw(request.getResponseNonce());
    if (settled.stale()) {
      // S-2: it settles at most the one response that it is about, and names nothing
      Open late = settled.answered();
      Answer answer = late == null ? null : decided(late, List.of(), request);
      doubtful.leftOut(subscription(), AskedNames.of(request));
      return new TypeFacts(
          new Answer.Stale(request.getResponseNonce(), answer), SubscriptionChange.NONE);
    }
    Open open = settled.answered();
    Answer answer = open == null ? new Answer.None() : decided(open, settled.superseded(), request);
    Open accepted = request.hasErrorDetail() ? null : open;
    return new TypeFacts(answer, renamed(request, false, accepted));
  }

  /**
   * The client decided about a response.
   *
   * @param superseded earlier ones that it leaves without an answer
   */
  private Answer decided(Open open, List<Open> superseded, DiscoveryRequest request) {
    List<Open> all = new ArrayList<>(superseded);
    all.add(open);
    // S-2: an ACK of the newest settles the earlier ones, a NACK leaves them unknown, hence owed
    return request.hasErrorDetail() ? refused(open, all, request) : accepted(open, all);
  }

  private Answer accepted(Open open, List<Open> all) {
    for (Open each : all) {
      heartbeats().acked(each);
      held().accepted(each);
      if (!type().fullState()) {
        acceptedAlone(each);
      }
    }
    if (former != null && former.accepted(sent())) {
      former = null;
      nothingRefused();
    }
    return ledger().acked(open, hasRefusedAlone());
  }

  private Answer refused(Open open, List<Open> all, DiscoveryRequest request) {
    String text = request.getErrorDetail().getMessage();
    List<Resource> suspects = open.part().changed();
    List<Open> bodies = all.stream().filter(each -> !each.heartbeat()).toList();
    for (Open each : bodies) {
      heartbeats().nacked(each);
      held().refused(each);
    }
    if (open.heartbeat()) {
      // L-3: the client has no such version any more; whole, once
      owe(open.part().names(), Debt.LOST);
    }
    boolean apart = isolates() && !bodies.isEmpty();
    if (apart && type().fullState()) {
      former = former == null ? new FormerContent(this, request.getVersionInfo()) : former;
      List<Resource> refused = former.refused(bodies, request.getVersionInfo(), text);
      apart = refused != null;
      suspects = refused == null ? suspects : refused;
    } else if (apart) {
      isolate(bodies, text);
    }
    if (!apart) {
      bodies.forEach(each -> owe(each.part().names(), Debt.REFUSED));
    }
    return ledger().nacked(open, request.getVersionInfo(), request.getErrorDetail(), suspects);
  }

  private void owe(Collection<String> names, Debt debt) {
    names.stream().filter(this::isOwed).forEach(name -> debts().add(name, debt));
  }

  @Override
  int tried() {
    return former == null ? 0 : former.tried();
  }

  @Override
  void owedAgain(String name) {
    debts().add(name, Debt.LOST);
  }

  @Override
  boolean isOwed(String name) {
    TypeView shown = sent();
    Resource resource = shown == null ? null : shown.get(name);
    return resource != null && subscription().selects(resource);
  }

  private SubscriptionChange renamed(
      DiscoveryRequest request, boolean emptyMeansNothing, @Nullable Open accepted) {
    boolean namesNothing =
        request.getResourceNamesCount() == 0 && request.getResourceLocatorsCount() == 0;
    if (namesNothing && subscription().isLegacyWildcard() && doubtful.isEmpty()) {
      return SubscriptionChange.NONE; // a plain ACK, the most frequent request
    }
    SubscriptionChange change = subscription().replace(AskedNames.of(request), emptyMeansNothing);
    selection.subscriptionChanged(change, subscription(), sent());
    if (change.wildcardRemoved() || !change.removed().isEmpty()) {
      // S-13: of what is not written yet, some may be unsubscribed now
      withdrawUnsent();
      held().unsubscribed(change.removed());
    }
    // what a wildcard or a glob still covers stays owed
    debts().forget(change.removed().stream().filter(name -> !isOwed(name)).toList());
    named(change.removed(), change.added(), accepted);
    if (former != null) {
      former.subscriptionChanged();
    }
    Collection<String> namedAnew = doubtful.settled(subscription());
    held().doubted(namedAnew);
    debts().addAll(namedAnew, Debt.ASKED);
    answerDue |= type().fullState() && !namedAnew.isEmpty();
    // S-13: nobody waits any more for an answer about names that are gone
    answerDue &= !subscription().isEmpty();
    wildcardDue = (doubtful.wildcardSettled(change) || wildcardDue) && subscription().hasWildcard();
    return change;
  }

  @Override
  void owedAgain(Part part) {
    owe(part.names(), Debt.LOST);
  }

  @Override
  @Nullable Response poll(TypeView target, @Nullable TypeView known, long now) {
    // Envoy takes any SotW answer for LEDS and then waits without end (ED-77)
    if (type().equals(ResourceType.LB_ENDPOINT) || mustWait()) {
      return null;
    }
    Response rest = rest(target, now);
    if (rest != null) {
      return rest;
    }
    if (former != null && former.accepted() != null) {
      return whileRefused(former, target, now);
    }
    TypeView from = sent();
    if (from == target && !isAsked() && !retries(target)) {
      return heartbeat(target, now);
    }
    if (from == null && claimsState() && !type().fullState()) {
      held().claimed(subscription().names().stream().filter(n -> target.get(n) == null).toList());
      // ED-44: what it refused it may hold in part, whatever it says
      held().claimed(ledger().rejectedNames().stream().filter(subscription()::names).toList());
    }
    List<Change> changes = from == null ? List.of() : changes(from, target);
    String version = selection.moveTo(target, subscription(), changes);
    held().show(target);
    forgetRefusals();
    if (from == null && claim.isOf(target, version) && ledger().rejectedNames().isEmpty()) {
      ledger().resumed(version);
      debtsPaid();
      return heartbeat(target, now);
    }
    if (from == null && known != null) {
      ledger().claimed(claim.version());
    }
    if (type().fullState()) {
      return isAsked() || !changes.isEmpty()
          ? send(nextFullState(from, known, target, changes), version, known, now)
          : heartbeat(target, now);
    }
    Unsent unsent = held().unsent();
    unsent.put(lookups().orErrorsAlone(answers.partial(from, target, changes, wildcardDue)), from);
    wildcardDue = false;
    return unsent.isEmpty() ? heartbeat(target, now) : send(unsent.take(), version, from, now);
  }

  /** Whether a response is due though nothing changed. */
  private boolean isAsked() {
    return answerDue || wildcardDue || debts().isPressing();
  }

  /** S-19: while something is refused, one response of a full-state type is open at a time. */
  private @Nullable Response whileRefused(FormerContent shows, TypeView target, long now) {
    boolean asked = isAsked();
    if (!asked && !held().outstanding().isEmpty()) {
      return null;
    }
    TypeView from = sent();
    TypeView shown = shows.next(target);
    List<Change> news = shows.news(shown);
    List<Change> changes = from == null ? List.of() : changes(from, shown);
    boolean takenBack = isolating().isEmpty() && !changes.isEmpty();
    if (!asked && !takenBack && news.isEmpty() && heartbeats().dueAt() > now) {
      if (changes.isEmpty() && forgetRefusalsIfNone(isolating())) {
        // what was refused was taken back, and the client has all the rest
        selection.moveTo(shown, subscription(), changes);
        held().show(shown);
        former = null;
      }
      return null;
    }
    String version = selection.moveTo(shown, subscription(), changes);
    held().show(shown);
    Part part =
        wildcardDue
            ? answers.fullState(null, shown, changes, true)
            : answers.afterRefusal(shown, FormerContent.union(changes, news));
    debtsPaid();
    return send(part, version, from, now);
  }

  private Part nextFullState(
      @Nullable TypeView from, @Nullable TypeView known, TypeView target, List<Change> changes) {
    boolean allIsNews = from == null || wildcardDue;
    List<Change> all = from == null && known != null ? changes(known, target) : changes;
    Part part = answers.fullState(from, target, all, allIsNews);
    debtsPaid();
    return part;
  }

  private void debtsPaid() {
    debts().clear();
    answerDue = false;
    wildcardDue = false;
  }

  @Override
  ResponseBody encode(Part part, String version, boolean withTtl) {
    return encoder().sotw(type(), version, part.resources(), withTtl);
  }

  @Override
  List<String> announced(Part part) {
    return List.of();
  }

  @Override
  Response heartbeat(List<Heartbeat> alive, TypeView target, long now) {
    String version = ledger().sentVersion();
    if (type().fullState()) {
      // L-4, ED-93: the whole set with bodies; heartbeats would empty the client
      List<Resource> all = List.copyOf(subscription().selected(target));
      return send(new Part(all, List.of(), List.of(), null), version, target, now);
    }
    ResponseBody body = encoder().sotwHeartbeat(type(), version, alive);
    return sendHeartbeat(alive, body, version, target);
  }

  @Override
  void await(Collection<String> names) {
    lookups().add(names, sent() == null && claimsState());
    if (!type().fullState()) {
      debts().forget(names);
    }
  }

  @Override
  void settle(SettledNames names) {
    List<String> settled = lookups().settle(names, sent());
    if (!type().fullState()) {
      debts().addAll(settled, Debt.ASKED);
    }
  }

  /** S-9: a response without what is being looked up would say that it does not exist. */
  private boolean mustWait() {
    return type().fullState() && !lookups().isEmpty();
  }

  @Override
  public void resend(Collection<String> names) {
    for (String name : names) {
      if (subscription().names(name) || subscription().hasWildcard()) {
        debts().add(name, Debt.WARMING);
        held().warms(name, ledger().responses());
      }
    }
  }

  @Override
  public boolean owes(TypeView target) {
    if (mustWait()) {
      return false;
    }
    TypeView sent = sent();
    if (sent == null || isAsked() || !held().unsent().isEmpty()) {
      return !type().equals(ResourceType.LB_ENDPOINT);
    }
    if (former != null && former.accepted() != null) {
      return hasToRetry() || !former.news(former.shows(target)).isEmpty();
    }
    if (hasToRetry()) {
      return true;
    }
    return changes(sent, target).stream()
        .anyMatch(change -> type().fullState() || change.after() != null);
  }

  @Override
  public boolean coveredAtFirst(Resource resource) {
    return false;
  }

  @Override
  public Collection<String> listed() {
    return List.of();
  }

  @Override
  public boolean mayHold(String name) {
    // a version says nothing of single names; a client that comes back names what it has (ED-17)
    boolean claims = sent() == null ? claimsState() : held().mayHold(name);
    return claims && subscription().names(name);
  }

  @Override
  @Nullable TypeView claimed() {
    return sent() == null ? claim.view() : null;
  }

  @Override
  @Nullable TypeView refusedFrom() {
    return former == null ? null : former.accepted();
  }

  @Override
  void rememberSent() {
    TypeView shown = sent();
    if (shown != null) {
      claim.superseded(shown);
    }
  }
}
