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
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the client of one type on one stream may be using, as far as a server can know. Three things
 * say it, and nothing else does:
 *
 * <ol>
 *   <li><b>The view that it was shown last</b>, {@link #sent()}: of what is subscribed the client
 *       uses just that, where neither of the following says otherwise.
 *   <li><b>Steps</b>: responses that the client has not answered (open), and parts of a response
 *       that are not written yet (waiting, D-11). Under a name that an open response holds it uses
 *       what it had before, or what the response holds; under one that waits, what it had before.
 *       What it had before is in the view that it was shown before the oldest of these steps.
 *   <li><b>Exceptions</b>: names under which it may use other contents than the view says. A name
 *       becomes one when a response that held it is refused (a refusal does not say that nothing
 *       was applied, ED-41), when a part that held it is withdrawn before it was written, when it
 *       is named anew (the client had dropped it, S-8), and when the client holds a version from an
 *       earlier stream that nobody here knows. It ends when the client accepts a response that
 *       holds the name, or unsubscribes.
 * </ol>
 *
 * <p>An exception is always made from what the client uses by these rules, never from what was
 * merely sent. At rest there are no steps and mostly no exceptions. Owned by the thread of its
 * session.
 */
public final class Held {

  private final Steps steps;

  private Map<String, Use> exceptions = Map.of();
  private @Nullable TypeView sent;
  private boolean claims;

  /** Whether there was an exception since all was answered, so that steps need not join. */
  private boolean irregular;

  /** Names that warm, with the number of the newest response in front of that. */
  private Map<String, Long> warming = Map.of();

  public Held(Subscription subscription, boolean repeatsAll) {
    this.steps = new Steps(subscription, repeatsAll);
  }

  /** The client says in its first request whether it holds anything from an earlier stream. */
  public void claims(boolean claimsState) {
    claims = claimsState;
  }

  /** Whether it said so (G-3a). */
  public boolean claimsState() {
    return claims;
  }

  /** What the client was shown last; null when nothing yet. */
  public @Nullable TypeView sent() {
    return sent;
  }

  /** From now on it is shown this; what of it must be written is put in line separately. */
  public void show(TypeView view) {
    TypeView before = sent;
    if (before != null && !steps.repeatsAll() && !view.overlay().isEmpty()) {
      // of what is hidden nothing is said, so the client goes on with what it has
      List<String> hidden =
          view.overlay().names().stream()
              .filter(name -> view.hides(name) && before.get(name) != null)
              .toList();
      Map<String, Use> byRule = byRule(hidden);
      hidden.forEach(name -> except(name, useOf(name, byRule)));
    }
    sent = view;
  }

  public Outstanding outstanding() {
    return steps.outstanding();
  }

  public Unsent unsent() {
    return steps.unsent();
  }

  /** Whether there are no steps: all is written and answered. */
  public boolean isAnswered() {
    return outstanding().isEmpty() && unsent().isEmpty();
  }

  /** The client accepted a response: it uses what that held, until it takes a later one. */
  public void accepted(Open open) {
    if (open.heartbeat()) {
      return;
    }
    steps.accepted(open);
    if (!warming.isEmpty()) {
      open.part().names().forEach(name -> warmed(name, open.number()));
    }
    irregular &= !(isAnswered() && exceptions.isEmpty());
    if (!irregular) {
      return;
    }
    Map<String, @Nullable Resource> accepted = new HashMap<>();
    Part part = open.part();
    (steps.repeatsAll() ? part.resources() : part.changed())
        .forEach(each -> accepted.put(each.name(), each.isAbsence() ? null : each));
    part.removedNames().forEach(name -> accepted.putIfAbsent(name, null));
    if (steps.repeatsAll()) {
      exceptions.keySet().forEach(name -> accepted.putIfAbsent(name, null));
    }
    accepted.keySet().removeIf(name -> isNewer(name, open));
    Set<String> settled = accepted.keySet();
    Map<String, Use> byRule = byRule(settled);
    for (String name : settled) {
      Use use = Use.of(accepted.get(name), open.number());
      if (use.isAs(byRule.get(name))) {
        forget(name);
      } else {
        except(name, use);
      }
    }
  }

  /**
   * S-17: goes out once more behind its cluster, which warms with just that.
   *
   * @param number of the newest response in front of that
   */
  public void warms(String name, long number) {
    warming = warming.isEmpty() ? new HashMap<>() : warming;
    warming.put(name, number);
  }

  /** Whether the client has not accepted yet what a cluster warms with. */
  public boolean isWarming(String name) {
    return warming.containsKey(name);
  }

  private void warmed(String name, long number) {
    Long since = warming.get(name);
    if (since != null && since < number) {
      warming.remove(name);
    }
  }

  /** Whether something later than a response had a part in what is known of a name. */
  private boolean isNewer(String name, Open open) {
    Use use = exceptions.get(name);
    return use != null && use.since() > open.number();
  }

  /** The client refused a response, which is no step any more. */
  public void refused(Open open) {
    if (open.heartbeat() || steps.isOvertaken(open)) {
      return;
    }
    Part part = open.part();
    List<String> names = part.names();
    Map<String, Use> before = steps.before(names, open, claims);
    for (Resource resource : part.changed()) {
      String name = resource.name();
      boolean isAbsence = resource.isAbsence();
      Use use = isAbsence ? Use.NOTHING : useOf(name, before);
      except(name, use.refusing(isAbsence ? null : resource, open.number()));
    }
    for (String name : part.removedNames()) {
      except(name, useOf(name, before).refusing(null, open.number()));
    }
  }

  /**
   * A part did not reach the client, which has what it had before (L-3): nothing where an absence
   * was to be said (VHDS-1).
   */
  public void lost(Part part) {
    List<String> names = part.names();
    Map<String, Use> before = byRule(names);
    for (Resource each : part.changed()) {
      before.computeIfPresent(each.name(), (name, use) -> each.isAbsence() ? Use.NOTHING : use);
    }
    names.forEach(name -> except(name, useOf(name, before)));
  }

  /** The parts that are not written yet, which are taken out of line: they are decided on anew. */
  public List<Part> withdraw() {
    List<Part> withdrawn = List.copyOf(unsent().parts());
    withdrawn.forEach(this::lost);
    unsent().forget();
    return withdrawn;
  }

  /** S-13: names were unsubscribed; the client has dropped what it had under them alone. */
  public void unsubscribed(Collection<String> removed) {
    removed.forEach(name -> warmed(name, Long.MAX_VALUE));
    if (!exceptions.isEmpty()) {
      exceptions
          .entrySet()
          .removeIf(
              each ->
                  !each.getValue().isWanted(each.getKey(), subscription())
                      || (removed.contains(each.getKey())
                          && !each.getValue().isSubscribed(each.getKey(), subscription())));
      compact();
    }
  }

  /**
   * The client asks for names, some perhaps anew: it had dropped what it held under them, but will
   * take what it has not read yet, and may have taken what it acknowledges with the same request,
   * which it read when it wanted them again (S-8).
   *
   * @param accepted the response that the request acknowledges; null for none
   */
  public void named(Collection<String> added, @Nullable Open accepted) {
    TypeView view = sent;
    if (view == null || added.isEmpty()) {
      return; // with its first request it claims what it holds
    }
    Set<String> inSteps = isAnswered() ? Set.of() : steps.names();
    for (String name : added) {
      Resource shown = view.get(name);
      String canonical = shown == null ? name : shown.name();
      boolean isThere =
          shown == null ? inSteps.contains(name) : !subscription().selectsUnasked(shown);
      if (isThere && !exceptions.containsKey(canonical)) {
        except(canonical, Use.NOTHING);
        if (accepted != null) {
          accepted.part().resources().stream()
              .filter(each -> each.name().equals(canonical))
              .forEach(each -> except(canonical, Use.of(each, 0)));
        }
      }
    }
  }

  /** Names of which it is not sure that the client still has what it was sent (S-2). */
  public void doubted(Collection<String> names) {
    Map<String, Use> before = byRule(names);
    names.forEach(name -> except(name, useOf(name, before)));
  }

  /** Names under which the client holds a version from an earlier stream that is not known here. */
  public void claimed(Collection<String> names) {
    names.forEach(name -> put(name, Use.UNKNOWN));
  }

  /**
   * Whether the client may have something under a name that the view does not say, or not so: what
   * it refused or was not sent, or what it brought.
   */
  public boolean hasOther(String name) {
    Use use = exceptions.get(name);
    return use != null && use.isSomething();
  }

  /** Whether the client may have, or come to have, something under a name that it asks for anew. */
  public boolean mayHold(String name) {
    return hasOther(name) || outstanding().isOpen(name);
  }

  /** Whether the client may use what it was sent before under a name: it has not dropped it. */
  public boolean hasNotDropped(String name) {
    return !exceptions.containsKey(name) || mayHold(name);
  }

  /** Whether any name that the client subscribes to has a version that only the client knows. */
  public boolean hasUnknown(Predicate<String> condition) {
    return exceptions.entrySet().stream()
        .anyMatch(each -> each.getValue().unknown() && condition.test(each.getKey()));
  }

  /** Whether this content was in a response that was refused, and in none that was accepted. */
  public boolean isRefused(Resource content) {
    Use use = exceptions.get(content.name());
    return use != null && use.refused() && use.contents().stream().anyMatch(content::sameContent);
  }

  /** Whether any name fits that is in a response which was refused, and in none accepted since. */
  public boolean anyRefused(Predicate<String> condition) {
    return exceptions.entrySet().stream()
        .anyMatch(each -> each.getValue().refused() && condition.test(each.getKey()));
  }

  public boolean isException(String name) {
    return exceptions.containsKey(name);
  }

  /**
   * What the client uses for certain until it has decided on the steps, by each name that they
   * hold; null where that is nothing, or not known.
   */
  public Map<String, @Nullable Resource> usedMeanwhile() {
    Set<String> names = steps.names();
    Map<String, Use> before = byRule(names);
    Set<String> removed = new HashSet<>();
    steps.open().forEach(open -> removed.addAll(open.part().removedNames()));
    Map<String, @Nullable Resource> used = new HashMap<>();
    for (String name : names) {
      List<Resource> contents = useOf(name, before).contents();
      boolean isCertain = contents.size() == 1 && !removed.contains(name) && !isException(name);
      used.put(name, isCertain ? contents.get(0) : null);
    }
    return used;
  }

  /** Names under which the client may use something else than what it was sent last. */
  public Set<String> uncertain() {
    Set<String> names = steps.names();
    names.addAll(exceptions.keySet());
    return names;
  }

  /** Whether the client may be using this version of a name, to which it subscribes. */
  public boolean mayBeUsed(String name, String version) {
    Use use = useOf(name, byRule(List.of(name)));
    Stream<Resource> open = steps.open().stream().flatMap(each -> each.part().resources().stream());
    return use.unknown()
        || Stream.concat(use.contents().stream(), open)
            .anyMatch(each -> each.name().equals(name) && each.version().equals(version));
  }

  /**
   * Takes each content that the client may use, and that it does not use by {@link #sent()} alone.
   */
  public void forEachOther(Consumer<Resource> action) {
    for (Use use : exceptions.values()) {
      use.contents().stream().filter(subscription()::selects).forEach(action);
    }
    for (Open open : steps.open()) {
      former(open.part(), open.from(), action);
      // subscribed or not: what it has not read yet may make it ask for this again, and use it
      open.part().changed().forEach(action);
    }
    unsent().parts().forEach(part -> former(part, unsent().from(), action));
  }

  private void former(Part part, @Nullable TypeView from, Consumer<Resource> action) {
    if (from == null) {
      return;
    }
    for (String name : part.names()) {
      Resource former = from.get(name);
      if (former != null && !exceptions.containsKey(name)) {
        action.accept(former);
      }
    }
  }

  private Use useOf(String name, Map<String, Use> byRule) {
    Use use = exceptions.get(name);
    return use == null ? byRule.getOrDefault(name, Use.NOTHING) : use;
  }

  private Map<String, Use> byRule(Collection<String> names) {
    return steps.before(names, sent, claims);
  }

  private Subscription subscription() {
    return steps.subscription();
  }

  private void except(String name, Use use) {
    if (use.isSubscribed(name, subscription())) {
      put(name, use);
    }
  }

  private void put(String name, Use use) {
    irregular = true;
    if (exceptions.isEmpty()) {
      exceptions = new HashMap<>();
    }
    exceptions.put(name, use);
  }

  private void forget(String name) {
    if (exceptions.containsKey(name)) {
      exceptions.remove(name);
      compact();
    }
  }

  private void compact() {
    exceptions = exceptions.isEmpty() ? Map.of() : exceptions;
  }
}
