package io.binnacle.core.server.harness;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.rpc.Status;
import io.binnacle.core.Resources;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.NodeMemory;
import io.binnacle.core.server.Response;
import io.binnacle.core.server.SessionOptions;
import io.binnacle.core.server.TypeStatus;
import io.binnacle.core.server.Variant;
import io.binnacle.core.server.internal.session.ServerSession;
import io.binnacle.core.view.Snapshot;
import io.binnacle.core.view.View;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import io.envoyproxy.envoy.config.core.v3.Node;
import io.envoyproxy.envoy.extensions.transport_sockets.tls.v3.Secret;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryRequest;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryResponse;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A stream of one type with an Envoy that refuses content which begins with "bad", in one of the
 * two stages of ED-41. Clusters stand for the full-state types, secrets for the partial ones.
 */
public final class RefusingEnvoy {

  /** How it refuses a response. */
  public enum Stage {
    /** (a) It applies nothing, and the text names nothing. */
    WHOLE,
    /** (b) It applies the others, and the text names what it did not apply. */
    BLAMING
  }

  /** What a response says: name to content, null for a removal. */
  private record Said(String nonce, String version, Map<String, String> content, boolean full) {}

  private static final Node NODE =
      Node.newBuilder().setId("envoy-1").setUserAgentName("envoy").build();

  private final ServerSession session;
  private final Variant variant;
  private final ResourceType type;
  private final Stage stage;
  private final List<Said> unanswered = new ArrayList<>();
  private final Map<String, String> holds = new TreeMap<>();
  private String acceptedVersion = "";
  private View view = View.empty();
  private int responses;
  private boolean started;

  public RefusingEnvoy(Variant variant, ResourceType type, Stage stage, SessionOptions options) {
    this(variant, type, stage, options, NODE);
  }

  public RefusingEnvoy(
      Variant variant, ResourceType type, Stage stage, SessionOptions options, Node node) {
    this.variant = variant;
    this.type = type;
    this.stage = stage;
    this.session = new ServerSession(variant, null, options, new KeepingShared(), NodeMemory.NONE);
    this.node = node;
  }

  private final Node node;

  /** Shows it exactly these, name to content. */
  public RefusingEnvoy publish(Map<String, String> contents) {
    Message[] messages =
        contents.entrySet().stream()
            .map(entry -> message(entry.getKey(), entry.getValue()))
            .toArray(Message[]::new);
    view = view.replaceWith(Snapshot.of(messages));
    session.onView(view);
    if (!started) {
      started = true;
      request("", null, "");
    }
    return this;
  }

  private Message message(String name, String content) {
    return type.equals(ResourceType.CLUSTER)
        ? Resources.cluster(name, content)
        : Resources.secret(name, content);
  }

  /** Takes what is to be sent now, without an answer. */
  public RefusingEnvoy receive() {
    for (Response next = session.poll(0); next != null; next = session.poll(0)) {
      unanswered.add(said(next));
      responses++;
      assertThat(responses).as("responses without end").isLessThan(10_000);
    }
    return this;
  }

  /** Answers what it received, oldest first. */
  public RefusingEnvoy answer() {
    while (!unanswered.isEmpty()) {
      answer(unanswered.remove(0), unanswered.isEmpty());
    }
    return this;
  }

  /** Receives and answers until nothing comes any more. */
  public RefusingEnvoy settle() {
    for (receive(); !unanswered.isEmpty(); receive()) {
      assertThat(unanswered).as("one response of the type is open at a time").hasSize(1);
      answer();
    }
    return this;
  }

  private void answer(Said said, boolean newest) {
    Map<String, String> next = new TreeMap<>(said.full ? Map.of() : holds);
    List<String> bad = new ArrayList<>();
    said.content.forEach(
        (name, content) -> {
          if (content == null) {
            next.remove(name);
          } else if (content.startsWith("bad")) {
            bad.add(name);
            if (holds.containsKey(name)) {
              next.put(name, holds.get(name));
            }
          } else {
            next.put(name, content);
          }
        });
    boolean applies = bad.isEmpty() || stage == Stage.BLAMING;
    if (applies) {
      holds.clear();
      holds.putAll(next);
    }
    if (bad.isEmpty()) {
      acceptedVersion = said.version;
      request(said.nonce, null, "");
    } else if (newest || variant == Variant.DELTA || !type.fullState()) {
      String text =
          stage == Stage.BLAMING
              ? "Error adding/updating cluster(s) " + String.join(", ", bad) + ": is no good"
              : "Proto constraint validation failed";
      request(said.nonce, text, "");
    }
  }

  /** Subscribes, or answers. */
  private void request(String nonce, String error, String unsubscribed) {
    Status.Builder detail = Status.newBuilder().setCode(13).setMessage(error == null ? "" : error);
    if (variant == Variant.SOTW) {
      DiscoveryRequest.Builder request =
          DiscoveryRequest.newBuilder()
              .setNode(node)
              .setTypeUrl(type.typeUrl())
              .setVersionInfo(acceptedVersion)
              .setResponseNonce(nonce);
      if (!type.fullState()) {
        request.addResourceNames("*");
      }
      if (error != null) {
        request.setErrorDetail(detail);
      }
      session.onRequest(request.build());
    } else {
      DeltaDiscoveryRequest.Builder request =
          DeltaDiscoveryRequest.newBuilder()
              .setNode(node)
              .setTypeUrl(type.typeUrl())
              .setResponseNonce(nonce);
      if (error != null) {
        request.setErrorDetail(detail);
      }
      session.onRequest(request.build());
    }
  }

  private Said said(Response response) {
    Map<String, String> content = new HashMap<>();
    if (variant == Variant.SOTW) {
      DiscoveryResponse message = SotwStream.decoded(response);
      content.putAll(contents(message.getResourcesList()));
      boolean full = type.fullState();
      return new Said(message.getNonce(), message.getVersionInfo(), content, full);
    }
    DeltaReply reply = DeltaReply.of(response);
    content.putAll(
        contents(reply.message().getResourcesList().stream().map(r -> r.getResource()).toList()));
    reply.removed().forEach(name -> content.put(name, null));
    return new Said(reply.nonce(), reply.message().getSystemVersionInfo(), content, false);
  }

  private Map<String, String> contents(Collection<Any> packed) {
    return packed.stream()
        .map(this::content)
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  private Map.Entry<String, String> content(Any packed) {
    try {
      if (type.equals(ResourceType.CLUSTER)) {
        Cluster cluster = packed.unpack(Cluster.class);
        return Map.entry(cluster.getName(), cluster.getAltStatName());
      }
      Secret secret = packed.unpack(Secret.class);
      return Map.entry(secret.getName(), secret.getGenericSecret().getSecret().getInlineString());
    } catch (InvalidProtocolBufferException e) {
      throw new AssertionError(e);
    }
  }

  /** What it uses: name to content. */
  public Map<String, String> holds() {
    return Map.copyOf(holds);
  }

  /** The contents of the responses that it has not answered, oldest first. */
  public List<Map<String, String>> unanswered() {
    return unanswered.stream().map(Said::content).toList();
  }

  /** Number of responses since this was asked last. */
  public int takeResponses() {
    int taken = responses;
    responses = 0;
    return taken;
  }

  public TypeStatus status() {
    return session.status().get(0);
  }

  /** Whether something is still to be sent. */
  public boolean isOwed() {
    return !session.owing().isEmpty();
  }
}
