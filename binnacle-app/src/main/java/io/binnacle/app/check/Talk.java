package io.binnacle.app.check;

import com.google.protobuf.Message;
import com.google.rpc.Status;
import io.binnacle.core.method.DiscoveryMethod;
import io.binnacle.core.resource.ResourceType;
import io.envoyproxy.envoy.config.core.v3.Node;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryRequest;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A conversation on one stream, in either variant. It knows what was subscribed and what came last,
 * so that a script says only what is particular about it. The first request carries the node, no
 * later one does (N-1).
 */
final class Talk implements AutoCloseable {

  private static final int INVALID_ARGUMENT = 3;

  private final RawStream stream;
  private final boolean delta;
  private final Node node;
  private final Timing timing;
  private final Map<ResourceType, Set<String>> names = new HashMap<>();
  private final Map<ResourceType, Reply> newest = new HashMap<>();
  private final Map<ResourceType, String> accepted = new HashMap<>();

  /** Nonces of responses that were refused. */
  private final Set<String> refused = new HashSet<>();

  /** What came while another type was waited for. */
  private final List<Reply> waiting = new ArrayList<>();

  private boolean nodeSent;

  Talk(Wire wire, DiscoveryMethod method, Node node, Timing timing) {
    this.stream = new RawStream(wire, method);
    this.delta = method.delta();
    this.node = node;
    this.timing = timing;
  }

  RawStream stream() {
    return stream;
  }

  // ---- what is said

  /** Everything of a type, by a first request without names (W-2). */
  void askAll(ResourceType type) {
    send(type, List.of(), List.of(), null);
  }

  /** More names. */
  void ask(ResourceType type, String... more) {
    names(type).addAll(List.of(more));
    send(type, List.of(more), List.of(), null);
  }

  /** Fewer names. */
  void drop(ResourceType type, String... fewer) {
    Arrays.asList(fewer).forEach(names(type)::remove);
    send(type, List.of(), List.of(fewer), null);
  }

  /** Accepts the newest response of a type. */
  void ack(ResourceType type) throws Broken {
    Reply reply = newest(type);
    if (delta) {
      sendDelta(delta(type).setResponseNonce(reply.nonce()));
    } else {
      send(type, List.of(), List.of(), null);
    }
  }

  /** Refuses the newest response of a type. */
  void nack(ResourceType type) throws Broken {
    Reply reply = newest(type);
    Status error =
        Status.newBuilder()
            .setCode(INVALID_ARGUMENT)
            .setMessage("refused by binnacle check, to see what the server does")
            .build();
    refused.add(reply.nonce());
    if (delta) {
      sendDelta(delta(type).setResponseNonce(reply.nonce()).setErrorDetail(error));
    } else {
      send(type, List.of(), List.of(), error);
    }
  }

  /**
   * A SotW request as it would be sent now, to be changed by the script: with the nonce of the
   * newest response, so it accepts that, unless it was refused.
   */
  DiscoveryRequest.Builder sotw(ResourceType type) {
    Reply last = newest.get(type);
    if (last != null && !refused.contains(last.nonce())) {
      accepted.put(type, last.version());
    }
    DiscoveryRequest.Builder request =
        DiscoveryRequest.newBuilder()
            .setTypeUrl(type.typeUrl())
            .addAllResourceNames(names(type))
            .setVersionInfo(accepted.getOrDefault(type, ""));
    return last == null ? request : request.setResponseNonce(last.nonce());
  }

  /** A delta request that says nothing, to be filled by the script. */
  DeltaDiscoveryRequest.Builder delta(ResourceType type) {
    return DeltaDiscoveryRequest.newBuilder().setTypeUrl(type.typeUrl());
  }

  void send(DiscoveryRequest.Builder request) {
    stream.send((nodeSent ? request : request.setNode(node)).build());
    nodeSent = true;
  }

  void sendDelta(DeltaDiscoveryRequest.Builder request) {
    stream.send((nodeSent ? request : request.setNode(node)).build());
    nodeSent = true;
  }

  /** A request of any variant with this type URL and no names. */
  void sendTyped(String typeUrl) {
    Message request =
        delta
            ? DeltaDiscoveryRequest.newBuilder().setTypeUrl(typeUrl).setNode(node).build()
            : DiscoveryRequest.newBuilder().setTypeUrl(typeUrl).setNode(node).build();
    nodeSent = true;
    stream.send(request);
  }

  private void send(
      ResourceType type, List<String> more, List<String> fewer, @Nullable Status error) {
    if (delta) {
      sendDelta(
          delta(type).addAllResourceNamesSubscribe(more).addAllResourceNamesUnsubscribe(fewer));
    } else {
      DiscoveryRequest.Builder request = sotw(type);
      send(error == null ? request : request.setErrorDetail(error));
    }
  }

  private Set<String> names(ResourceType type) {
    return names.computeIfAbsent(type, t -> new LinkedHashSet<>());
  }

  // ---- what comes

  Reply newest(ResourceType type) throws Broken {
    Reply reply = newest.get(type);
    if (reply == null) {
      throw new Broken("there was no response of " + type);
    }
    return reply;
  }

  /** The next response of a type. */
  Reply await(ResourceType type, String to) throws Broken {
    Reply reply = next(type, timing.answer());
    if (reply == null) {
      throw new Broken("no answer " + to + during());
    }
    return reply;
  }

  /** The next response of a type that names a resource, as content or as removed. */
  Reply awaitNamed(ResourceType type, String name, String to) throws Broken {
    long end = System.nanoTime() + timing.answer().toNanos();
    Reply reply = await(type, to);
    while (!reply.has(name) && !reply.removed().contains(name)) {
      Reply more = next(type, Duration.ofNanos(Math.max(1, end - System.nanoTime())));
      if (more == null) {
        throw new Broken("no answer that names " + name + " " + to + during());
      }
      reply = more;
    }
    return reply;
  }

  /**
   * The answer to the request with which a script begins. Without it the script cannot go on, and
   * says nothing of its rule; that there is none is the matter of a case of its own.
   */
  Reply awaitFirst(ResourceType type) throws NotShown {
    Reply reply = next(type, timing.answer());
    if (reply == null) {
      throw new NotShown("the first request was not answered" + during());
    }
    return reply;
  }

  /** The same, by name. */
  Reply awaitFirst(ResourceType type, String name) throws NotShown {
    try {
      return awaitNamed(type, name, "to the first request");
    } catch (Broken e) {
      throw new NotShown("the first request was not answered with " + name + during());
    }
  }

  /** The names of all content that the first request brings; all is accepted. */
  Set<String> awaitAll(ResourceType type) throws Broken, NotShown {
    Set<String> all = new LinkedHashSet<>(awaitFirst(type).names());
    ack(type);
    for (Reply more : settle(type)) {
      all.addAll(more.names());
      ack(type);
    }
    return all;
  }

  /** What comes of a type until nothing comes any more. */
  List<Reply> settle(ResourceType type) {
    List<Reply> all = new ArrayList<>();
    for (Reply more = next(type, timing.quiet()); more != null; more = next(type, timing.quiet())) {
      all.add(more);
      if (all.size() > 20) {
        break; // a loop, which is another case's matter
      }
    }
    return all;
  }

  /** The next response of a type; null when none came in time. */
  @Nullable Reply next(ResourceType type, Duration within) {
    for (Reply known : waiting) {
      if (known.isOf(type)) {
        waiting.remove(known);
        newest.put(type, known);
        return known;
      }
    }
    long end = System.nanoTime() + within.toNanos();
    for (Reply reply = stream.next(within);
        reply != null;
        reply = stream.next(Duration.ofNanos(Math.max(1, end - System.nanoTime())))) {
      if (reply.isOf(type)) {
        newest.put(type, reply);
        return reply;
      }
      waiting.add(reply);
    }
    return null;
  }

  /** Accepts what came so far and was not asked for yet. */
  void takeWaiting() throws Broken {
    for (Reply reply : List.copyOf(waiting)) {
      ResourceType type = ResourceType.of(reply.typeUrl());
      newest.put(type, reply);
      ack(type);
    }
    waiting.clear();
  }

  /** Any response; null when none came in time. */
  @Nullable Reply any(Duration within) {
    Reply reply = waiting.isEmpty() ? stream.next(within) : waiting.remove(0);
    if (reply != null && !reply.typeUrl().isEmpty()) {
      newest.put(ResourceType.of(reply.typeUrl()), reply);
    }
    return reply;
  }

  /** Nothing of the type comes, and the stream lives on. */
  void silence(ResourceType type, String though) throws Broken {
    Reply reply = next(type, timing.quiet());
    if (reply != null) {
      throw new Broken("answered " + though + ": " + reply.brief());
    }
    alive(though);
  }

  void alive(String though) throws Broken {
    io.grpc.Status end = stream.end();
    if (end != null) {
      throw new Broken("ended the stream " + though + ": " + RawStream.text(end));
    }
  }

  /** The stream ends; what came until then is given. */
  io.grpc.Status awaitEnd(String what) throws Broken {
    long deadline = System.nanoTime() + timing.answer().toNanos();
    while (stream.end() == null) {
      Reply reply = stream.next(Duration.ofNanos(Math.max(1, deadline - System.nanoTime())));
      if (reply == null && stream.end() == null) {
        throw new Broken("did not end the stream " + what + during());
      }
    }
    return stream.end();
  }

  private String during() {
    io.grpc.Status end = stream.end();
    return end == null
        ? " within " + timing.answer().toMillis() + " ms"
        : ": the stream ended, " + RawStream.text(end);
  }

  @Override
  public void close() {
    stream.close();
  }
}
