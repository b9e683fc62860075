package io.binnacle.core.server.internal.poll;

import io.binnacle.core.resource.ContentHash;
import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceName;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.resource.VariantName;
import io.binnacle.core.server.RequestOutcome.Code;
import io.binnacle.core.server.RequestOutcome.Refused;
import io.binnacle.core.server.SessionOptions;
import io.binnacle.core.server.internal.subscribe.AskedNames;
import io.binnacle.core.server.internal.subscribe.Subscription;
import io.binnacle.core.view.TypeView;
import io.binnacle.core.view.View;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;
import io.envoyproxy.envoy.service.runtime.v3.Runtime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * One poll of one type, REST-JSON or unary Fetch, from the server's side (rules P): what it asks
 * for, and whether a view has news for it.
 *
 * <p>A poll knows nothing of polls before it: its version is a function of the names that it asks
 * for and of the content (P-2), so any instance can answer the next one. It is answered by the
 * first view that {@link #answer} says something about; until then it is held, and what happens
 * when the time is up is the driver's. TTLs are left out: no heartbeat could follow them.
 *
 * <p>Owned by one thread.
 */
public final class Poll {

  private final ResourceType type;
  private final Subscription subscription;
  private final List<String> malformed;
  private final ContentHash names;
  private final String clientVersion;
  private final boolean refuses;

  /** P-3: the version that was current when the poll with {@code error_detail} came. */
  private @Nullable String refusedVersion;

  private @Nullable TypeView lookedAt;
  private boolean inStep;

  /** A poll of what the request names; everything where it names nothing (W-2, W-5). */
  public Poll(ResourceType type, DiscoveryRequest request) {
    this.type = type;
    // each poll is for itself, so the exceptions for an Envoy's streams have no place here
    this.subscription = new Subscription(type, false);
    this.malformed = subscription.replace(AskedNames.of(request), false).malformed();
    this.names = subscription.isPureWildcard() ? ContentHash.ZERO : hashOfNames(subscription);
    this.clientVersion = request.getVersionInfo();
    this.refuses = request.hasErrorDetail();
  }

  /** Why a request is no poll of this type (T-3, B-3); null when it is one. */
  public static @Nullable Refused refusal(
      ResourceType type, DiscoveryRequest request, SessionOptions options) {
    String typeUrl = request.getTypeUrl();
    if (!typeUrl.isEmpty() && !typeUrl.equals(type.typeUrl())) {
      return new Refused(
          Code.INVALID_ARGUMENT,
          "type_url is " + typeUrl + ", but this method serves " + type.typeUrl() + " only");
    }
    int most = options.maxNamesPerSubscription();
    int named = request.getResourceNamesCount() + request.getResourceLocatorsCount();
    return named <= most
        ? null
        : new Refused(
            Code.RESOURCE_EXHAUSTED,
            "the request names " + named + " resources, the limit is " + most);
  }

  private static ContentHash hashOfNames(Subscription subscription) {
    Set<String> all = new TreeSet<>(subscription.names());
    all.addAll(subscription.globs());
    all.addAll(subscription.stars());
    return ContentHash.of(all);
  }

  /**
   * What a view has for the client: null while that is nothing new, and the poll is to be held.
   * Asked again with each view that the client's node comes to see.
   */
  public @Nullable PollAnswer answer(View view) {
    TypeView shown = view.type(type);
    if (shown == lookedAt) {
      return null;
    }
    lookedAt = shown;
    Collection<Resource> selected = selected(shown);
    String version = version(shown, selected);
    if (refuses && refusedVersion == null) {
      // P-3: it waits as if it held the current version
      refusedVersion = version;
      return null;
    }
    inStep = version.equals(refuses ? refusedVersion : clientVersion);
    // P-2: a 200 without resources means that everything is gone
    boolean says = type.fullState() || !selected.isEmpty();
    return says && !inStep ? answer(shown, selected, version) : null;
  }

  /**
   * G-3a: no group matches the node. What has nothing yet is told so, where that can be told; all
   * else is held.
   */
  public @Nullable PollAnswer unmatched() {
    return clientVersion.isEmpty() ? answer(View.empty()) : null;
  }

  /** What the view shows, news or not: for a Fetch whose time is up (P-6). */
  public PollAnswer restated(View view) {
    TypeView shown = view.type(type);
    Collection<Resource> selected = selected(shown);
    return answer(shown, selected, version(shown, selected));
  }

  private PollAnswer answer(TypeView shown, Collection<Resource> selected, String version) {
    List<Resource> resources =
        subscription.selectsJustTheWildcard(shown)
            ? List.copyOf(selected)
            : selected.stream().sorted(Comparator.comparing(Resource::name)).toList();
    return new PollAnswer(
        type,
        version,
        resources,
        new PollAnswer.Selection(
            shown, names, clientVersion.isEmpty(), subscription.hasLocators()));
  }

  private Collection<Resource> selected(TypeView shown) {
    Collection<Resource> selected = subscription.selected(shown);
    if (!type.equals(ResourceType.RUNTIME) || !clientVersion.isEmpty()) {
      return selected;
    }
    // RTDS-1: Envoy asks for nothing else before it has all layers (ED-12)
    List<Resource> filled = new ArrayList<>(selected);
    for (String name : subscription.names()) {
      // no resource can have a malformed name
      boolean isLegal = !name.isEmpty() && ResourceName.canonical(name) != null;
      if (isLegal && !VariantName.isOne(name) && shown.get(name) == null) {
        filled.add(Resource.of(Runtime.newBuilder().setName(name).build()));
      }
    }
    return filled;
  }

  private String version(TypeView shown, Collection<Resource> selected) {
    if (subscription.isPureWildcard()) {
      return shown.version();
    }
    ContentHash version = names;
    for (Resource resource : selected) {
      version = version.plus(resource.hash());
    }
    return version.toVersion();
  }

  /** The view that was looked at last. */
  @Nullable TypeView lookedAt() {
    return lookedAt;
  }

  boolean selects(Resource resource) {
    return subscription.selects(resource);
  }

  public ResourceType type() {
    return type;
  }

  /** Whether the view that was looked at last shows what the client has. */
  public boolean isInStep() {
    return inStep;
  }

  /** {@code version_info} of the request; empty when it has nothing. */
  public String clientVersion() {
    return clientVersion;
  }

  /** Tells polls of different names apart, whatever their order. */
  public ContentHash namesHash() {
    return names;
  }

  /** Whether it asks for everything of the type. */
  public boolean hasWildcard() {
    return subscription.hasWildcard();
  }

  /** The explicit names and globs, canonical. */
  public Set<String> names() {
    Set<String> all = new TreeSet<>(subscription.names());
    all.addAll(subscription.globs());
    return all;
  }

  /** Number of names and globs. */
  public int namesCount() {
    return subscription.size();
  }

  /** Names that are no legal xdstp names: nothing of such a name exists. */
  public List<String> malformed() {
    return malformed;
  }
}
