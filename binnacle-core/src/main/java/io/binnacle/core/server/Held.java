package io.binnacle.core.server;

import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceName;
import io.binnacle.core.server.Outstanding.Open;
import io.binnacle.core.view.TypeView;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
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
final class Held {

  /**
   * What may be in use under a name that is an exception.
   *
   * @param contents each that may be, the newest last; none for "nothing"
   * @param unknown whether it may also be a version that only the client knows
   * @param refused whether the client refused a response that held the name
   * @param since number of the last response that had a part in this; an answer to an earlier one
   *     does not end it
   */
  private record Use(List<Resource> contents, boolean unknown, boolean refused, long since) {

    static final Use NOTHING = new Use(List.of(), false, false, 0);
    static final Use UNKNOWN = new Use(List.of(), true, false, 0);

    static Use of(@Nullable Resource content, long since) {
      return content == null
          ? new Use(List.of(), false, false, since)
          : new Use(List.of(content), false, false, since);
    }

    Use refusing(@Nullable Resource content, long number) {
      List<Resource> all = contents;
      if (content != null && all.stream().noneMatch(content::sameContent)) {
        all = new ArrayList<>(contents);
        all.add(content);
      }
      return new Use(all, unknown, true, number);
    }

    boolean isSomething() {
      return unknown || !contents.isEmpty();
    }
  }

  private final Subscription subscription;

  /** Whether each response holds everything (S-9). */
  private final boolean repeatsAll;

  /** The steps that were written. */
  private final Outstanding outstanding = new Outstanding();

  /** The steps that were not. */
  private final Unsent unsent = new Unsent();

  private Map<String, Use> exceptions = Map.of();
  private @Nullable TypeView sent;

  Held(Subscription subscription, boolean repeatsAll) {
    this.subscription = subscription;
    this.repeatsAll = repeatsAll;
  }

  /** What the client was shown last; null when nothing yet. */
  @Nullable TypeView sent() {
    return sent;
  }

  /** From now on it is shown this; what of it must be written is put in line separately. */
  void show(TypeView view) {
    sent = view;
  }

  Outstanding outstanding() {
    return outstanding;
  }

  Unsent unsent() {
    return unsent;
  }

  /** Whether there are no steps: all is written and answered. */
  boolean isAnswered() {
    return outstanding.isEmpty() && unsent.isEmpty();
  }

  /** The client accepted a response: it uses what that held, until it takes a later one. */
  void accepted(Open open) {
    if (exceptions.isEmpty() || open.heartbeat()) {
      return;
    }
    Map<String, @Nullable Resource> accepted = new HashMap<>();
    Part part = open.part();
    (repeatsAll ? part.resources() : part.changed())
        .forEach(each -> accepted.put(each.name(), each.isAbsence() ? null : each));
    part.removedNames().forEach(name -> accepted.putIfAbsent(name, null));
    List<String> settled =
        exceptions.entrySet().stream()
            .filter(each -> repeatsAll || accepted.containsKey(each.getKey()))
            .filter(each -> each.getValue().since() <= open.number())
            .map(Map.Entry::getKey)
            .toList();
    Map<String, @Nullable Resource> byRule = withoutExceptions(settled, Long.MAX_VALUE, null);
    for (String name : settled) {
      Resource content = accepted.get(name);
      if (same(content, byRule.get(name))) {
        forget(name);
      } else {
        except(name, Use.of(content, open.number()));
      }
    }
  }

  /** The client refused a response, which is no step any more. */
  void refused(Open open) {
    if (open.heartbeat()) {
      return;
    }
    Part part = open.part();
    List<String> names = part.names();
    Map<String, @Nullable Resource> before = withoutExceptions(names, open.number(), open.from());
    for (Resource resource : part.changed()) {
      String name = resource.name();
      Use use = useOf(name, before);
      except(name, use.refusing(resource.isAbsence() ? null : resource, open.number()));
    }
    for (String name : part.removedNames()) {
      except(name, useOf(name, before).refusing(null, open.number()));
    }
  }

  /** A part did not reach the client, which has what it had before (L-3). */
  void lost(Part part) {
    List<String> names = part.names();
    Map<String, @Nullable Resource> before = withoutExceptions(names, Long.MAX_VALUE, null);
    names.forEach(name -> except(name, useOf(name, before)));
  }

  /** The parts that are not written yet, which are taken out of line: they are decided on anew. */
  List<Part> withdraw() {
    List<Part> withdrawn = List.copyOf(unsent.parts());
    withdrawn.forEach(this::lost);
    unsent.forget();
    return withdrawn;
  }

  /** S-13: names were unsubscribed; the client has dropped what it had under them alone. */
  void unsubscribed(Collection<String> removed) {
    if (!exceptions.isEmpty()) {
      exceptions
          .entrySet()
          .removeIf(
              each ->
                  !isWanted(each.getKey(), each.getValue())
                      || (removed.contains(each.getKey())
                          && !isSubscribed(each.getKey(), each.getValue())));
      compact();
    }
  }

  /**
   * The client asks for names, some perhaps anew: it had dropped what it held under them, but will
   * take what it has not read yet (S-8).
   */
  void named(Collection<String> added) {
    TypeView view = sent;
    if (view == null || added.isEmpty()) {
      return; // with its first request it claims what it holds
    }
    Set<String> inSteps = isAnswered() ? Set.of() : namesInSteps();
    for (String name : added) {
      Resource shown = view.get(name);
      String canonical = shown == null ? name : shown.name();
      boolean isThere =
          shown == null ? inSteps.contains(name) : !subscription.selectsUnasked(shown);
      if (isThere && !exceptions.containsKey(canonical)) {
        except(canonical, Use.NOTHING);
      }
    }
  }

  /** Whether the client subscribes to what it may have under a name. */
  private boolean isWanted(String name, Use use) {
    // a version that only it knows may be that of something that it asks for by an alias (D-14)
    return isSubscribed(name, use) || (use.unknown() && !subscription.names().isEmpty());
  }

  private boolean isSubscribed(String name, Use use) {
    if (subscription.hasWildcard() || subscription.names(name)) {
      return true;
    }
    String collection = ResourceName.collectionOf(name);
    return (collection != null && subscription.names(collection))
        || use.contents().stream().anyMatch(subscription::selects);
  }

  /** Names of which it is not sure that the client still has what it was sent (S-2). */
  void doubted(Collection<String> names) {
    Map<String, @Nullable Resource> before = withoutExceptions(names, Long.MAX_VALUE, null);
    names.forEach(name -> except(name, useOf(name, before)));
  }

  /** Names under which the client holds a version from an earlier stream that is not known here. */
  void claimed(Collection<String> names) {
    names.forEach(name -> except(name, Use.UNKNOWN));
  }

  /**
   * Whether the client may have something under a name that the view does not say, or not so: what
   * it refused or was not sent, or what it brought.
   */
  boolean hasOther(String name) {
    Use use = exceptions.get(name);
    return use != null && use.isSomething();
  }

  /** Whether the client may have, or come to have, something under a name that it asks for anew. */
  boolean mayHold(String name) {
    return hasOther(name) || outstanding.isOpen(name);
  }

  /** Whether the client may use what it was sent before under a name: it has not dropped it. */
  boolean hasNotDropped(String name) {
    return !exceptions.containsKey(name) || mayHold(name);
  }

  /** Whether any name that the client subscribes to has a version that only the client knows. */
  boolean hasUnknown(Predicate<String> condition) {
    return exceptions.entrySet().stream()
        .anyMatch(each -> each.getValue().unknown() && condition.test(each.getKey()));
  }

  /** Whether this content was in a response that was refused, and in none that was accepted. */
  boolean isRefused(Resource content) {
    Use use = exceptions.get(content.name());
    return use != null && use.refused() && use.contents().stream().anyMatch(content::sameContent);
  }

  /** Whether any name fits that is in a response which was refused, and in none accepted since. */
  boolean anyRefused(Predicate<String> condition) {
    return exceptions.entrySet().stream()
        .anyMatch(each -> each.getValue().refused() && condition.test(each.getKey()));
  }

  /** Names under which the client may use something else than what it was sent last. */
  Set<String> uncertain() {
    Set<String> names = namesInSteps();
    names.addAll(exceptions.keySet());
    return names;
  }

  private Set<String> namesInSteps() {
    Set<String> names = new HashSet<>();
    for (Open open : outstanding.open()) {
      if (!open.heartbeat()) {
        names.addAll(open.part().names());
      }
    }
    unsent.parts().forEach(part -> names.addAll(part.names()));
    return names;
  }

  /**
   * Takes each content that the client may use, and that it does not use by {@link #sent()} alone.
   */
  void forEachOther(Consumer<Resource> action) {
    for (Use use : exceptions.values()) {
      use.contents().stream().filter(subscription::selects).forEach(action);
    }
    for (Open open : outstanding.open()) {
      if (!open.heartbeat()) {
        former(open.part(), open.from(), action);
        open.part().changed().stream().filter(subscription::selects).forEach(action);
      }
    }
    unsent.parts().forEach(part -> former(part, unsent.from(), action));
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

  private Use useOf(String name, Map<String, @Nullable Resource> byRule) {
    Use use = exceptions.get(name);
    return use == null ? Use.of(byRule.get(name), 0) : use;
  }

  /**
   * What the client uses under names that are no exceptions, if it takes none of the steps.
   *
   * @param number of a response that is answered now
   * @param from what the client was shown before that response
   */
  private Map<String, @Nullable Resource> withoutExceptions(
      Collection<String> names, long number, @Nullable TypeView from) {
    Map<String, @Nullable Resource> contents = new HashMap<>();
    TypeView newest = number == Long.MAX_VALUE ? sent : from;
    names.forEach(name -> contents.put(name, selected(name, newest)));
    if (number == Long.MAX_VALUE) {
      unsent.parts().forEach(part -> before(part, unsent.from(), contents));
    }
    for (Open open : outstanding.newestFirst()) {
      if (open.number() < number && !open.heartbeat()) {
        before(open.part(), open.from(), contents);
      }
    }
    return contents;
  }

  private void before(
      Part part, @Nullable TypeView from, Map<String, @Nullable Resource> contents) {
    for (String name : part.names()) {
      if (contents.containsKey(name)) {
        contents.put(name, selected(name, from));
      }
    }
  }

  private @Nullable Resource selected(String name, @Nullable TypeView view) {
    Resource resource = view == null ? null : view.get(name);
    boolean isIt =
        resource != null && resource.name().equals(name) && subscription.selects(resource);
    return isIt ? resource : null;
  }

  private void except(String name, Use use) {
    if (!isWanted(name, use)) {
      return;
    }
    if (exceptions.isEmpty()) {
      exceptions = new HashMap<>();
    }
    exceptions.put(name, use);
  }

  private void forget(String name) {
    exceptions.remove(name);
    compact();
  }

  private void compact() {
    exceptions = exceptions.isEmpty() ? Map.of() : exceptions;
  }

  private static boolean same(@Nullable Resource one, @Nullable Resource other) {
    return one == null || other == null ? one == other : one.sameContent(other);
  }
}
