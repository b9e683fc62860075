package io.binnacle.core.client.internal.session;

import io.binnacle.core.client.CacheContents.AcceptedVersion;
import io.binnacle.core.client.ClientSettings;
import io.binnacle.core.client.ResponseFacts;
import io.binnacle.core.client.internal.cache.TypeCache;
import io.binnacle.core.client.internal.cache.UpdateRun;
import io.binnacle.core.client.internal.response.Update;
import io.binnacle.core.resource.ResourceName;
import io.binnacle.core.resource.VariantName;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;
import io.envoyproxy.envoy.service.discovery.v3.ResourceLocator;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One type on one SotW stream.
 *
 * <p>A wildcard alone is an empty list as long as nothing was named on the stream; after that it is
 * named {@code *} (W-2, W-3). To end the former it is first named and then left out (C-8).
 */
final class SotwTypeStream extends TypeStream {

  private static final Set<String> WILDCARD = Set.of(ResourceName.WILDCARD);

  /** Whether a request of this stream named something: from then on an empty list is nothing. */
  private boolean named;

  /**
   * Keys that requests left out since the last response came. If that was sent before it saw them,
   * the server does not know of it, and takes a key that is named again for one that it answered.
   */
  private final Set<String> leftOut = new LinkedHashSet<>();

  /** Whether the end of the wildcard was repeated, since it was asked for last. */
  private boolean endRepeated;

  SotwTypeStream(TypeCache cache, ClientSettings settings, long stream) {
    super(cache, settings, stream);
  }

  @Override
  DiscoveryRequest.@Nullable Builder poll(long liveNow) {
    Answer answer = answers.poll();
    if (answer != null) {
      DiscoveryRequest.Builder request = request(answer.version(), answer.nonce());
      return answer.error() == null ? request : request.setErrorDetail(answer.error());
    }
    if (firstSent && touched.isEmpty()) {
      return null;
    }
    Set<String> wanted = cache.wanted();
    Set<String> next = firstSent ? next(wanted) : wanted;
    if (next.equals(wanted)) {
      cache.sweep(); // not on a detour: until it ends, the server sends what it was asked for
    }
    if (firstSent ? next.equals(asked) : wanted.isEmpty()) {
      touched.clear();
      return null;
    }
    boolean first = !firstSent;
    Set<String> added = new LinkedHashSet<>(next);
    added.removeAll(asked);
    for (String key : added) {
      if (!first || !cache.satisfies(key)) {
        awaiting.add(key, liveNow, !first);
      }
    }
    asked.stream().filter(key -> !next.contains(key)).forEach(awaiting::remove);
    ask(next);
    if (next.equals(wanted)) {
      touched.clear();
    }
    firstSent = true;
    return request(first ? versionAtFirst() : acceptedVersion(), newestNonce);
  }

  /** What the next request asks for; a detour where the way is not direct. */
  private Set<String> next(Set<String> wanted) {
    if (!named && wanted.isEmpty()) {
      named = true;
      asked.clear(); // so that naming it is a change
      return WILDCARD;
    }
    Set<String> lost = new LinkedHashSet<>();
    touched.stream().filter(wanted::contains).filter(this::isLost).forEach(lost::add);
    if (lost.isEmpty()) {
      return wanted;
    }
    // S-8: only a name that was left out is named again
    Set<String> without = new LinkedHashSet<>(asked);
    without.removeAll(lost);
    named = true;
    return without;
  }

  private void ask(Set<String> next) {
    asked.stream().filter(key -> !next.contains(key)).forEach(leftOut::add);
    asked.clear();
    asked.addAll(next);
    named |= !next.equals(WILDCARD);
    endRepeated &= !asked.contains(ResourceName.WILDCARD);
  }

  @Override
  ResponseFacts receive(Update update, String nonce, long now, long liveNow) {
    UpdateRun run = run(update, now);
    ResponseFacts facts = facts(run, update, nonce);
    newestNonce = nonce;
    leaveOutOnceMore();
    if (run.rejections().isEmpty()) {
      boolean collections = asked.stream().anyMatch(SotwTypeStream::isCollection);
      cache.accept(new AcceptedVersion(update.version(), settings.controlPlane(), collections));
      answers.add(new Answer(nonce, update.version(), null));
    } else {
      answers.add(new Answer(nonce, acceptedVersion(), Answer.error(run.rejections())));
    }
    return facts;
  }

  /** GC-13: the answer leaves them out, which is not stale unless more is under way. */
  private void leaveOutOnceMore() {
    if (leftOut.contains(ResourceName.WILDCARD) && asked.isEmpty() && !endRepeated) {
      // a server that took its end for stale knows no name, and an empty list is everything to it
      endRepeated = true;
      asked.add(ResourceName.WILDCARD);
      touched.add(ResourceName.WILDCARD);
      leftOut.clear();
      return;
    }
    leftOut.removeIf(key -> !asked.contains(key) || cache.satisfies(key) && !isCollection(key));
    asked.removeAll(leftOut);
    touched.addAll(leftOut);
    leftOut.clear(); // once: a server that answers each naming would be asked without end
  }

  private String acceptedVersion() {
    return cache.acceptedVersion(settings.controlPlane());
  }

  /** A version of a few names must not make a server silent about everything (S-15). */
  private String versionAtFirst() {
    AcceptedVersion accepted = cache.accepted();
    boolean covers =
        accepted == null
            || accepted.wildcard()
            || asked.stream().noneMatch(SotwTypeStream::isCollection);
    return covers ? acceptedVersion() : "";
  }

  static boolean isCollection(String key) {
    String name = VariantName.plain(key);
    return name.equals(ResourceName.WILDCARD) || ResourceName.isGlob(name);
  }

  private DiscoveryRequest.Builder request(String version, String nonce) {
    DiscoveryRequest.Builder request =
        DiscoveryRequest.newBuilder()
            .setTypeUrl(cache.type().typeUrl())
            .setVersionInfo(version)
            .setResponseNonce(nonce);
    if (named || !asked.equals(WILDCARD)) {
      addNames(request, asked);
    }
    return request;
  }

  static void addNames(DiscoveryRequest.Builder request, Collection<String> keys) {
    for (String key : keys) {
      if (VariantName.isOne(key)) {
        request.addResourceLocators(locator(key));
      } else {
        request.addResourceNames(key);
      }
    }
  }

  /** D-16: a name with parameters. */
  static ResourceLocator locator(String key) {
    return ResourceLocator.newBuilder()
        .setName(VariantName.plain(key))
        .putAllDynamicParameters(VariantName.parameters(key))
        .build();
  }
}
