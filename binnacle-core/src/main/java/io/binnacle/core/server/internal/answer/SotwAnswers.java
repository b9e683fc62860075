package io.binnacle.core.server.internal.answer;

import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceName;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.resource.VariantName;
import io.binnacle.core.server.Variant;
import io.binnacle.core.server.internal.held.Debts;
import io.binnacle.core.server.internal.held.Debts.Debt;
import io.binnacle.core.server.internal.stream.StreamContext;
import io.binnacle.core.server.internal.subscribe.Subscription;
import io.binnacle.core.server.internal.wire.Part;
import io.binnacle.core.view.Change;
import io.binnacle.core.view.TypeView;
import io.envoyproxy.envoy.service.runtime.v3.Runtime;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What the responses of one type on one SotW stream hold: everything that is selected (full-state
 * types, S-9), or what changed or is owed (partial types, S-10). What streams have in common is put
 * together once for all. Owned by the thread of its session.
 */
public final class SotwAnswers {

  private final StreamContext stream;
  private final Subscription subscription;
  private final Debts debts;

  public SotwAnswers(StreamContext stream, Subscription subscription, Debts debts) {
    this.stream = stream;
    this.subscription = subscription;
    this.debts = debts;
  }

  /**
   * The whole state.
   *
   * @param from what the client was shown last; null for nothing
   * @param changes since then, as the subscription sees them
   * @param allIsNews whether the client is to take all of it for changed
   */
  public Part fullState(
      @Nullable TypeView from, TypeView target, List<Change> changes, boolean allIsNews) {
    boolean wildcardOnly = subscription.selectsJustTheWildcard(target);
    WildcardOf whole = new WildcardOf(target, Variant.SOTW);
    List<Resource> resources =
        wildcardOnly
            ? stream.shared().once(whole, () -> List.copyOf(target.wildcard()))
            : List.copyOf(subscription.selected(target));
    Object shareKey = wildcardOnly ? whole : null;
    if (allIsNews) {
      return new Part(resources, resources, gone(changes), shareKey);
    }
    Map<String, Debt> owed = debts.drain();
    if (from != null
        && wildcardOnly
        && subscription.selectsJustTheWildcard(from)
        && owed.isEmpty()) {
      // without exceptions a wildcard's answer is the same for every stream that makes this step
      WildcardStep step = new WildcardStep(from, target, Variant.SOTW);
      return stream
          .shared()
          .once(step, () -> fullState(target, resources, changes, Map.of(), shareKey));
    }
    return fullState(target, resources, changes, owed, shareKey);
  }

  /**
   * The whole state, for a client that refused something: its news are its own.
   *
   * @param changes to what the client was shown last, and to what it accepted last
   */
  public Part afterRefusal(TypeView target, List<Change> changes) {
    WildcardOf whole = new WildcardOf(target, Variant.SOTW);
    boolean wildcardOnly = subscription.selectsJustTheWildcard(target);
    List<Resource> resources = List.copyOf(subscription.selected(target));
    return fullState(target, resources, changes, debts.drain(), wildcardOnly ? whole : null);
  }

  private Part fullState(
      TypeView target,
      List<Resource> resources,
      List<Change> changes,
      Map<String, Debt> owed,
      @Nullable Object shareKey) {
    Map<String, Resource> news = new LinkedHashMap<>();
    owed.keySet().forEach(name -> addNamed(name, target, news));
    changes.forEach(change -> addIfThere(change, news));
    return new Part(resources, List.copyOf(news.values()), gone(changes), shareKey);
  }

  private static List<String> gone(List<Change> changes) {
    return changes.stream().filter(change -> change.after() == null).map(Change::name).toList();
  }

  /**
   * What changed and what is owed, which is paid with this; empty when there is nothing to send.
   *
   * @param from what the client was shown last; null for nothing
   * @param changes since then, as the subscription sees them
   * @param wildcardDue whether all members of the wildcard are owed
   */
  public List<Part> partial(
      @Nullable TypeView from, TypeView target, List<Change> changes, boolean wildcardDue) {
    boolean wildcardOnly = subscription.selectsJustTheWildcard(target);
    boolean exact = !stream.options().fullSetOfPartialTypes();
    // without exceptions a wildcard's answer is the same for every stream that makes this step
    if (from != null && wildcardOnly && debts.isEmpty() && !wildcardDue && exact) {
      WildcardStep step = new WildcardStep(from, target, Variant.SOTW);
      return stream.shared().once(step, () -> parts(after(changes), step));
    }
    if (wildcardDue && wildcardOnly) {
      debts.clear();
      WildcardOf whole = new WildcardOf(target, Variant.SOTW);
      return stream.shared().once(whole, () -> parts(target.wildcard(), whole));
    }
    Map<String, Resource> news = new LinkedHashMap<>();
    if (wildcardDue) {
      subscription.wildcardOf(target).forEach(each -> news.put(each.name(), each));
    }
    // debts first: else a resource that changes all the time would starve them, one response each
    debts.drainPressing().keySet().forEach(name -> addNamed(name, target, news));
    changes.forEach(change -> addIfThere(change, news));
    if (!news.isEmpty()) {
      // D-13: what was refused goes out with the next response; S-4: it is no reason for one
      debts.drain().keySet().forEach(name -> addNamed(name, target, news));
    }
    if (!exact && !news.isEmpty()) {
      subscription.selected(target).forEach(resource -> news.put(resource.name(), resource));
    }
    return parts(news.values(), null);
  }

  private List<Part> parts(Collection<Resource> resources, @Nullable Object shareKey) {
    // S-11: an empty response of a partial type is a no-op and must not be sent
    return resources.isEmpty()
        ? List.of()
        : Part.of(List.copyOf(resources), List.of())
            .split(stream.options().responseSizeBudget(), shareKey);
  }

  private void addNamed(String name, TypeView target, Map<String, Resource> news) {
    if (!VariantName.isOne(name) && ResourceName.canonical(name) == null) {
      return; // nothing of a malformed name exists, nor can a layer of it
    }
    if (ResourceName.isGlob(name)) {
      target.membersOf(name).forEach(member -> news.put(member.name(), member));
      return;
    }
    Resource resource = target.get(name);
    // S-12: one that does not exist is sent when it appears, as a change
    if (resource != null && subscription.selects(resource)) {
      news.put(resource.name(), resource);
    } else if (target.type().equals(ResourceType.RUNTIME)
        && subscription.names(name)
        && !VariantName.isOne(name)
        && !name.isEmpty()) {
      // RTDS-1: Envoy asks for nothing else before it has all layers (ED-12)
      news.put(name, Resource.of(Runtime.newBuilder().setName(name).build()));
    }
  }

  private static void addIfThere(Change change, Map<String, Resource> news) {
    Resource after = change.after();
    if (after != null) {
      news.put(after.name(), after);
    }
  }

  private static List<Resource> after(List<Change> changes) {
    return changes.stream().map(Change::after).filter(Objects::nonNull).toList();
  }
}
