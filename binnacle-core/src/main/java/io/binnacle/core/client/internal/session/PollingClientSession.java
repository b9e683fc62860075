package io.binnacle.core.client.internal.session;

import com.google.rpc.Status;
import io.binnacle.core.client.CacheContents.AcceptedVersion;
import io.binnacle.core.client.ClientSettings;
import io.binnacle.core.client.ResponseFacts;
import io.binnacle.core.client.ResponseFacts.Verdict;
import io.binnacle.core.client.internal.cache.ResourceCache;
import io.binnacle.core.client.internal.cache.TypeCache;
import io.binnacle.core.client.internal.cache.UpdateRun;
import io.binnacle.core.client.internal.response.Update;
import io.binnacle.core.resource.ResourceName;
import io.binnacle.core.resource.ResourceType;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryResponse;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Feeds a cache from whole answers without nonces, of one type: REST-JSON polls (P), unary Fetch,
 * and files (F-1), which are answers that nobody asked for. An answer counts as a SotW response: of
 * a full-state type it is the whole state, of another one it adds and changes.
 *
 * <p>How to drive polls: send what {@link #request} gives, and say what came of it by {@link
 * #onAnswer}, {@link #onUnchanged} or {@link #onFailed}; then again after the delay, or at once
 * when {@link #wantsPoll} says so: end a poll that is held then. Files: only {@link #onAnswer}.
 *
 * <p>Owned by the thread of its cache.
 */
public final class PollingClientSession {

  private final ResourceCache cache;
  private final ClientSettings settings;
  private final ResourceType type;
  private final Awaiting awaiting;
  private final ResourceCache.Interested interest;
  private final long number;

  /** The keys of the last request; all that is watched where nobody asks. */
  private Set<String> asked = Set.of();

  private boolean everAsked;
  private boolean changed = true;
  private @Nullable Status error;

  /**
   * A session that has not asked yet.
   *
   * @param settings with the type that is polled
   */
  public PollingClientSession(ResourceCache cache, ClientSettings settings) {
    ResourceType only = settings.onlyType();
    if (only == null) {
      throw new IllegalArgumentException("polls are of one type");
    }
    this.cache = cache;
    this.settings = settings;
    this.type = only;
    this.awaiting = new Awaiting(settings.doesNotExistAfter().toNanos());
    this.interest = (of, key) -> changed |= of.equals(type);
    this.number = cache.nextStream();
    cache.attach(interest);
  }

  /** Whether names changed since the last request, so that the next one should not wait. */
  public boolean wantsPoll() {
    return changed && !cache.type(type).wanted().equals(asked);
  }

  /**
   * The poll to send now; null when nothing of the type is watched. It carries the version of the
   * last accepted answer while the names are the same, and once the error of a rejected one (P-3).
   */
  public @Nullable DiscoveryRequest request(long now) {
    TypeCache types = cache.type(type);
    types.sweep();
    changed = false;
    Set<String> wanted = types.wanted();
    boolean same = !everAsked || wanted.equals(asked);
    for (String key : wanted) {
      if (!asked.contains(key) && !types.satisfies(key)) {
        awaiting.add(key, now, false);
      }
    }
    asked.stream().filter(key -> !wanted.contains(key)).forEach(awaiting::remove);
    asked = wanted;
    if (wanted.isEmpty()) {
      return null;
    }
    everAsked = true;
    DiscoveryRequest.Builder request =
        DiscoveryRequest.newBuilder()
            .setTypeUrl(type.typeUrl())
            .setNode(settings.node())
            .setVersionInfo(same ? types.acceptedVersion(settings.controlPlane()) : "");
    if (!wanted.equals(Set.of(ResourceName.WILDCARD))) {
      SotwTypeStream.addNames(request, wanted); // W-2: a wildcard alone is an empty list
    }
    if (error != null) {
      request.setErrorDetail(error);
      error = null;
    }
    return request.build();
  }

  /** A 200 with this body, or the content of a file. */
  public ResponseFacts onAnswer(DiscoveryResponse answer, long now) {
    TypeCache types = cache.type(type);
    types.reached();
    Set<String> meant = everAsked ? asked : types.wanted();
    Update update = types.reader().read(answer);
    var source = new UpdateRun.Source(settings, number, key -> !meant.contains(key));
    UpdateRun run = types.take(update, source, now);
    update.items().forEach(item -> awaiting.arrived(item.id()));
    if (run.rejections().isEmpty()) {
      boolean collections = meant.stream().anyMatch(SotwTypeStream::isCollection);
      types.accept(
          new AcceptedVersion(answer.getVersionInfo(), settings.controlPlane(), collections));
    } else {
      error = Answer.error(run.rejections());
    }
    if (type.fullState() && update.isWhole()) {
      meant.forEach(types::leftOut); // it is the answer to just these names
    }
    Verdict verdict = run.rejections().isEmpty() ? Verdict.ACK : Verdict.NACK;
    return run.facts(type, answer.getNonce(), verdict, List.of());
  }

  /** A 304: what was accepted last is current. */
  public void onUnchanged(long now) {
    cache.type(type).reached();
  }

  /** No answer, or one that says nothing: all stays as it is, and its time does not count (C-7). */
  public void onFailed(long now) {
    awaiting.restart(now);
  }

  /** Names that were asked for and have not come in time do not exist (C-7). */
  public void onTime(long now) {
    awaiting.expired(now).forEach(cache.type(type)::timedOut);
  }

  /** When {@link #onTime} must be called; {@link Long#MAX_VALUE} for never. */
  public long nextDeadline() {
    return awaiting.deadline();
  }

  /** Leaves the cache; the session must not be used any more. */
  public void close() {
    cache.detach(interest);
  }
}
