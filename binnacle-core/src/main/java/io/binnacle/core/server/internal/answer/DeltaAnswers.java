package io.binnacle.core.server.internal.answer;

import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceName;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.resource.VariantName;
import io.binnacle.core.server.Variant;
import io.binnacle.core.server.internal.held.Debts;
import io.binnacle.core.server.internal.held.Debts.Debt;
import io.binnacle.core.server.internal.stream.StreamContext;
import io.binnacle.core.server.internal.subscribe.InitialVersions;
import io.binnacle.core.server.internal.subscribe.SelectedChanges;
import io.binnacle.core.server.internal.subscribe.Subscription;
import io.binnacle.core.server.internal.wire.Part;
import io.binnacle.core.view.Change;
import io.binnacle.core.view.TypeView;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * What the responses of one type on one delta stream hold: the first answer (D-5), and each step
 * between two views (D-6). What streams have in common is put together once for all. Owned by the
 * thread of its session.
 */
public final class DeltaAnswers {

  /**
   * What an answer must say beside changes and debts.
   *
   * @param wildcard whether a wildcard was newly subscribed: all members, or an empty response
   * @param malformed names that are answered as not existing
   * @param claimsState whether the client said at its first request that it holds anything
   * @param unknown globs of which nobody knows yet what is gone
   */
  public record Due(
      boolean wildcard, List<String> malformed, boolean claimsState, Set<String> unknown) {
    boolean isNothing() {
      return !wildcard && malformed.isEmpty();
    }
  }

  private final ResourceType type;
  private final StreamContext stream;
  private final Subscription subscription;
  private final Debts debts;
  private final UnansweredNames silent;
  private final Predicate<String> mayBeHeld;

  public DeltaAnswers(
      ResourceType type,
      StreamContext stream,
      Subscription subscription,
      Debts debts,
      UnansweredNames silent,
      Predicate<String> mayBeHeld) {
    this.type = type;
    this.stream = stream;
    this.subscription = subscription;
    this.debts = debts;
    this.silent = silent;
    this.mayBeHeld = mayBeHeld;
  }

  /**
   * The first answer of a stream.
   *
   * @param listed what the client says that it holds
   * @param rejected names that the node refused on an earlier stream (ED-44)
   */
  public List<Part> first(TypeView target, InitialVersions listed, Set<String> rejected, Due due) {
    boolean plainWildcard = subscription.isPureWildcard() && due.malformed.isEmpty();
    if (plainWildcard && !due.claimsState && rejected.isEmpty() && debts.isEmpty()) {
      WildcardOf whole = new WildcardOf(target, Variant.DELTA);
      return stream
          .shared()
          .once(
              whole,
              () -> Part.of(List.copyOf(target.wildcard()), List.of()).split(budget(), whole));
    }
    DeltaAnswer answer = new DeltaAnswer(type, stream, subscription, target, silent, mayBeHeld);
    rejected.forEach(answer::refusedBefore);
    for (Resource resource : subscription.selected(target)) {
      if (!listed.meets(resource)) {
        answer.add(resource);
      }
    }
    listed.unmet().forEach(answer::absentIfNotSelected);
    subscription.globs().stream()
        .filter(glob -> !due.unknown.contains(glob))
        .forEach(answer::removedMembers);
    debts.drain().forEach(answer::owedAtFirst);
    due.malformed.forEach(answer::malformed);
    boolean mustAnswer = due.wildcard && (!due.claimsState || listed.coversNothing());
    return answer.isEmpty() && !mustAnswer ? List.of() : answer.parts(budget());
  }

  /** What a client that was shown one view is sent so that it has another; empty for nothing. */
  public List<Part> step(TypeView from, TypeView target, Due due) {
    boolean wildcardOnly =
        subscription.selectsJustTheWildcard(target) && subscription.selectsJustTheWildcard(from);
    boolean plain = wildcardOnly && !subscription.isWrittenOtherwise();
    if (plain && debts.isEmpty() && due.isNothing()) {
      // without exceptions the answer is the same for every stream that makes this step
      WildcardStep whole = new WildcardStep(from, target, Variant.DELTA);
      return stream.shared().once(whole, () -> wildcardStep(whole));
    }
    List<Change> changes = SelectedChanges.between(stream.shared(), subscription, from, target);
    if (changes.isEmpty() && due.isNothing() && !debts.isPressing()) {
      return List.of(); // a change of what others asked for, as most are where clients name things
    }
    DeltaAnswer answer = new DeltaAnswer(type, stream, subscription, target, silent, mayBeHeld);
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
    if (due.wildcard) {
      subscription.wildcardOf(target).forEach(answer::add);
    }
    due.malformed.forEach(answer::malformed);
    if (answer.isEmpty() && !due.wildcard) {
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
    Set<String> removed = new LinkedHashSet<>();
    for (Change change : changes) {
      Resource after = change.after();
      if (after == null) {
        removed.add(VariantName.plain(change.name()));
      } else {
        changed.add(after);
      }
    }
    // D-16: another variant in place of one that is gone
    changed.forEach(resource -> removed.remove(resource.plainName()));
    return Part.of(List.copyOf(changed), List.copyOf(removed));
  }

  private int budget() {
    return stream.options().responseSizeBudget();
  }
}
