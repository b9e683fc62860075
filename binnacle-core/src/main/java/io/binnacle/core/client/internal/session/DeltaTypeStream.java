package io.binnacle.core.client.internal.session;

import io.binnacle.core.client.ClientSettings;
import io.binnacle.core.client.DataErrors;
import io.binnacle.core.client.ResponseFacts;
import io.binnacle.core.client.internal.cache.TypeCache;
import io.binnacle.core.client.internal.cache.UpdateRun;
import io.binnacle.core.client.internal.response.Update;
import io.binnacle.core.resource.ResourceName;
import io.binnacle.core.resource.VariantName;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryRequest;
import java.util.Iterator;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One type on one delta stream.
 *
 * <p>A first request lists what is held from this control plane (C-8). Members of collections that
 * are not listed, because another one gave them, are gone when this one has answered and does not
 * name them in time: nothing else would say so.
 */
final class DeltaTypeStream extends TypeStream {

  /** Bytes of names and versions in one request: a gRPC server takes 4 MiB. */
  private static final int MOST_BYTES = 3 << 20;

  /** When members that nobody confirmed are gone, in live time. */
  private long unconfirmedUntil = Long.MAX_VALUE;

  private boolean anyUnconfirmed;

  DeltaTypeStream(TypeCache cache, ClientSettings settings, long stream) {
    super(cache, settings, stream);
  }

  @Override
  DeltaDiscoveryRequest.@Nullable Builder poll(long liveNow) {
    if (!firstSent) {
      return first(liveNow);
    }
    Answer answer = answers.poll();
    if (answer != null) {
      DeltaDiscoveryRequest.Builder request = request().setResponseNonce(answer.nonce());
      return answer.error() == null ? request : request.setErrorDetail(answer.error());
    }
    return touched.isEmpty() ? null : change(liveNow);
  }

  private DeltaDiscoveryRequest.@Nullable Builder first(long liveNow) {
    cache.sweep();
    Set<String> wanted = cache.wanted();
    touched.clear();
    if (wanted.isEmpty()) {
      return null; // C-8: a type without names is not asked for
    }
    firstSent = true;
    DeltaDiscoveryRequest.Builder request = request();
    boolean wildcardOnly = wanted.equals(Set.of(ResourceName.WILDCARD));
    int bytes = 0;
    for (String key : wanted) {
      bytes += key.length();
      if (bytes > MOST_BYTES) {
        touched.add(key); // the next request takes it
        continue;
      }
      asked.add(key);
      if (!wildcardOnly) {
        subscribe(request, key);
      }
      if (!cache.satisfies(key)) {
        awaiting.add(key, liveNow, false);
      }
    }
    request.putAllInitialResourceVersions(
        cache.listFor(settings.controlPlane(), stream, MOST_BYTES - bytes));
    anyUnconfirmed = cache.holdsUnconfirmed(stream);
    return request;
  }

  private DeltaDiscoveryRequest.@Nullable Builder change(long liveNow) {
    cache.sweep();
    DeltaDiscoveryRequest.Builder request = request();
    boolean anything = false;
    int bytes = 0;
    Iterator<String> keys = touched.iterator();
    while (keys.hasNext() && bytes < MOST_BYTES) {
      String key = keys.next();
      keys.remove();
      boolean wanted = cache.wants(key);
      if (wanted && (!asked.contains(key) || isLost(key))) {
        asked.add(key);
        awaiting.add(key, liveNow, true);
        subscribe(request, key);
      } else if (!wanted && asked.remove(key)) {
        awaiting.remove(key);
        unsubscribe(request, key);
      } else {
        continue;
      }
      anything = true;
      bytes += key.length();
    }
    return anything ? request : null;
  }

  @Override
  ResponseFacts receive(Update update, String nonce, long now, long liveNow) {
    UpdateRun run = run(update, now);
    ResponseFacts facts = facts(run, update, nonce);
    newestNonce = nonce;
    boolean bad = !run.rejections().isEmpty();
    answers.add(new Answer(nonce, "", bad ? Answer.error(run.rejections()) : null));
    if (anyUnconfirmed) {
      unconfirmedUntil = liveNow + settings.doesNotExistAfter().toNanos();
    }
    return facts;
  }

  @Override
  long deadline() {
    return Math.min(super.deadline(), unconfirmedUntil);
  }

  @Override
  void onTime(long liveNow) {
    super.onTime(liveNow);
    if (unconfirmedUntil <= liveNow) {
      unconfirmedUntil = Long.MAX_VALUE;
      anyUnconfirmed = false;
      if (settings.dataErrors() != DataErrors.NOTHING_ENDS_USE) {
        cache.dropUnconfirmed(stream);
      }
    }
  }

  private DeltaDiscoveryRequest.Builder request() {
    return DeltaDiscoveryRequest.newBuilder().setTypeUrl(cache.type().typeUrl());
  }

  private static void subscribe(DeltaDiscoveryRequest.Builder request, String key) {
    if (VariantName.isOne(key)) {
      request.addResourceLocatorsSubscribe(SotwTypeStream.locator(key));
    } else {
      request.addResourceNamesSubscribe(key);
    }
  }

  private static void unsubscribe(DeltaDiscoveryRequest.Builder request, String key) {
    if (VariantName.isOne(key)) {
      request.addResourceLocatorsUnsubscribe(SotwTypeStream.locator(key));
    } else {
      request.addResourceNamesUnsubscribe(key);
    }
  }
}
