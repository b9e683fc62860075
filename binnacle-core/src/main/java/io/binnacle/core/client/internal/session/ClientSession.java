package io.binnacle.core.client.internal.session;

import com.google.protobuf.Message;
import io.binnacle.core.client.ClientSettings;
import io.binnacle.core.client.ResponseFacts;
import io.binnacle.core.client.ResponseFacts.ServerFault;
import io.binnacle.core.client.ResponseFacts.ServerFault.Kind;
import io.binnacle.core.client.ResponseFacts.Verdict;
import io.binnacle.core.client.internal.cache.ResourceCache;
import io.binnacle.core.client.internal.cache.TypeCache;
import io.binnacle.core.client.internal.response.Identity;
import io.binnacle.core.client.internal.response.Update;
import io.binnacle.core.resource.ResourceType;
import io.envoyproxy.envoy.config.core.v3.Node;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a client says to one server (or to instances of one control plane), over any number of
 * streams, one at a time. It keeps the second and third of the three ledgers of a client: what was
 * asked, and what was received, on the present stream. Both are forgotten with the stream; what is
 * held stays in the {@link ResourceCache}.
 *
 * <p>How to drive it: {@link #onStreamOpened} when a stream is there, {@link #onResponse} for every
 * response, {@link #onStreamClosed} when the stream is over for whatever reason, {@link #onTime}
 * when {@link #nextDeadline} has come. After any of these, after {@code watch} and {@code unwatch}
 * on the cache, and when the transport becomes ready, call {@link #poll} as long as the transport
 * is ready and it gives requests. Nothing is queued inside: changes that were made at once are one
 * request (C-12).
 *
 * <p>Flow control (C-11): give the next response only when the watchers have taken the events of
 * the last one, and say so by {@link #onReadingPaused} and {@link #onReadingResumed}; poll
 * meanwhile as always, so that the ACK does not wait.
 *
 * <p>To move to another server (C-14), make a session for it on the same cache, and {@link #close}
 * this one when the other has answered.
 *
 * <p>Owned by the thread of its cache. Faults of the server become {@link ResponseFacts}; a wrong
 * use by the driver is an {@link IllegalStateException}.
 */
public abstract sealed class ClientSession permits SotwClientSession, DeltaClientSession {

  /** Answers that wait to be written; a server that goes on meanwhile is not read. */
  private static final int MOST_ANSWERS = 64;

  final ResourceCache cache;
  final ClientSettings settings;

  /** By type; empty without a stream. */
  final TreeMap<ResourceType, TypeStream> types = new TreeMap<>();

  private final ResourceCache.Interested interest = this::onInterest;

  /** The number of the stream; 0 without one. */
  private long stream;

  private boolean nodeSent;
  private boolean received;
  private boolean closed;

  /** When a server that is silent counts as one that answers, in live time. */
  private long silentUntil = Long.MAX_VALUE;

  /** How long responses were not read on this stream, and since when they are not. */
  private long pausedFor;

  private @Nullable Long pausedSince;

  ClientSession(ResourceCache cache, ClientSettings settings) {
    this.cache = cache;
    this.settings = settings;
    cache.attach(interest);
  }

  /**
   * A stream is there, and what it is asked will be sent at once: with gRPC, when the call is ready
   * the first time, not when it was started (C-7).
   */
  public final void onStreamOpened(long now) {
    require(stream == 0, "the stream before is not closed");
    stream = cache.nextStream();
    nodeSent = false;
    received = false;
    silentUntil = Long.MAX_VALUE;
    pausedFor = 0;
    pausedSince = null;
  }

  /**
   * The stream is over.
   *
   * @return whether a response was received on it: then its end is no fault of the server, and the
   *     backoff begins anew (C-9)
   */
  public final boolean onStreamClosed(long now) {
    require(stream != 0, "there is no stream");
    stream = 0;
    types.clear(); // C-8: nonces, and what was asked, are forgotten
    return received;
  }

  /**
   * Takes a response of the present stream.
   *
   * @param response a DiscoveryResponse or a DeltaDiscoveryResponse, by the variant of the session
   */
  public abstract ResponseFacts onResponse(Message response, long now);

  /**
   * The next request to write, booked as sent; null when there is nothing to say now, or no stream.
   * Answers go before changes of names, types in push order.
   *
   * @return a DiscoveryRequest or a DeltaDiscoveryRequest, by the variant of the session
   */
  public abstract @Nullable Message poll(long now);

  /** Names that were asked for and have not come in time do not exist (C-7). */
  public final void onTime(long now) {
    if (pausedSince == null) {
      if (silentUntil <= live(now)) {
        reached(); // a server has no reason to say that nothing changed
      }
      types.values().forEach(type -> type.onTime(live(now)));
    }
  }

  /** When {@link #onTime} must be called; {@link Long#MAX_VALUE} for never. */
  public final long nextDeadline() {
    long next = types.isEmpty() ? Long.MAX_VALUE : silentUntil;
    for (TypeStream type : types.values()) {
      next = Math.min(next, type.deadline());
    }
    return next == Long.MAX_VALUE || pausedSince != null ? Long.MAX_VALUE : next + pausedFor;
  }

  /** Responses are not read for a while, so the time of what does not come stands still (C-11). */
  public final void onReadingPaused(long now) {
    if (pausedSince == null) {
      pausedSince = now;
    }
  }

  /** Responses are read again. */
  public final void onReadingResumed(long now) {
    if (pausedSince != null) {
      pausedFor += now - pausedSince;
      pausedSince = null;
    }
  }

  /** Whether another response may be given: not while many answers wait to be written. */
  public final boolean mayReceive() {
    return types.values().stream().mapToInt(type -> type.answers.size()).sum() < MOST_ANSWERS;
  }

  /** Leaves the cache; the session must not be used any more. */
  public final void close() {
    closed = true;
    stream = 0;
    types.clear();
    cache.detach(interest);
  }

  abstract TypeStream typeStream(TypeCache type, long ofStream);

  /** Asks each type in turn, those that answer before those whose names change. */
  final Message.@Nullable Builder next(long now) {
    require(!closed, "the session is closed");
    for (TypeCache type : cache.typeCaches()) {
      if (settings.onlyType() == null || settings.onlyType().equals(type.type())) {
        if (stream == 0) {
          type.sweep();
        } else {
          types.computeIfAbsent(type.type(), t -> typeStream(type, stream));
        }
      }
    }
    for (TypeStream type : types.values()) {
      Message.Builder request = type.answers.isEmpty() ? null : type.poll(live(now));
      if (request != null) {
        return request;
      }
    }
    for (TypeStream type : types.values()) {
      Message.Builder request = type.poll(live(now));
      if (request != null) {
        return request;
      }
    }
    return null;
  }

  /** C-2: the first request of a stream has the node. */
  final @Nullable Node node(long now) {
    if (!nodeSent && types.values().stream().anyMatch(type -> type.cache.isUnavailable())) {
      silentUntil = live(now) + settings.doesNotExistAfter().toNanos();
    }
    boolean carries = !nodeSent || settings.nodeInEveryRequest();
    nodeSent = true;
    return carries ? settings.node() : null;
  }

  /** The type of a response that was asked for on this stream; null for another one. */
  final @Nullable TypeStream asked(String typeUrl) {
    require(stream != 0, "a response without a stream");
    ResourceType only = settings.onlyType();
    TypeStream type = null;
    if (only != null) {
      type = types.get(only);
    } else if (!typeUrl.isEmpty()) {
      type = types.get(ResourceType.of(typeUrl));
    }
    return type != null && type.firstSent ? type : null;
  }

  /** T-6: a response of a type that was not asked for; an answer would subscribe to it. */
  static ResponseFacts unasked(String typeUrl, String version, String nonce) {
    ServerFault fault =
        typeUrl.isEmpty()
            ? new ServerFault(Kind.WRONG_TYPE_URL, "a response without type_url")
            : new ServerFault(
                Kind.UNASKED_TYPE, "a response of " + typeUrl + ", which was not asked for");
    ResourceType type = typeUrl.isEmpty() ? null : ResourceType.of(typeUrl);
    return new ResponseFacts(
        type,
        version,
        nonce,
        Verdict.NONE,
        List.of(),
        0,
        List.of(),
        List.of(),
        0,
        0,
        List.of(fault));
  }

  /** A response as it goes into the type's part of the cache. */
  final ResponseFacts receive(
      TypeStream type, String typeUrl, Update update, String nonce, long now) {
    received = true;
    reached();
    boolean wrong = !typeUrl.isEmpty() && !typeUrl.equals(type.cache.type().typeUrl());
    Update taken = wrong ? otherType(update, typeUrl, type.cache.type()) : update;
    ResponseFacts facts = type.receive(taken, nonce, now, live(now));
    return typeUrl.isEmpty()
        ? facts.with(new ServerFault(Kind.WRONG_TYPE_URL, "a response without type_url"))
        : facts;
  }

  private void reached() {
    silentUntil = Long.MAX_VALUE;
    types.values().forEach(each -> each.cache.reached());
  }

  /** On a typed stream nothing of a response of another type is used, and it is NACKed. */
  private static Update otherType(Update update, String typeUrl, ResourceType type) {
    String why = "a response of " + typeUrl + " on a stream of " + type.typeUrl();
    return new Update(
        update.version(),
        update.delta(),
        List.of(new Update.Item(Identity.of(""), "", null, 0, why)),
        List.of(),
        List.of());
  }

  private void onInterest(ResourceType type, String key) {
    TypeStream known = types.get(type);
    if (known != null) {
      known.touched.add(key);
    }
  }

  /** Time that stands still while responses are not read. */
  private long live(long now) {
    return (pausedSince == null ? now : pausedSince) - pausedFor;
  }

  private static void require(boolean condition, String otherwise) {
    if (!condition) {
      throw new IllegalStateException(otherwise);
    }
  }
}
