package io.binnacle.core.server.harness;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Message;
import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.NodeMemory;
import io.binnacle.core.server.RequestFacts;
import io.binnacle.core.server.RequestOutcome;
import io.binnacle.core.server.RequestOutcome.Accepted;
import io.binnacle.core.server.Response;
import io.binnacle.core.server.SessionOptions;
import io.binnacle.core.server.Variant;
import io.binnacle.core.server.internal.session.ServerSession;
import io.binnacle.core.view.Snapshot;
import io.binnacle.core.view.View;
import io.binnacle.rules.Delivery;
import io.binnacle.rules.Evidence;
import io.envoyproxy.envoy.config.core.v3.Node;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryRequest;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One delta stream under test: a real session, the view that it is served from, and a clock that
 * the test moves. Requests are written as a client would write them; what is polled is decoded from
 * the bytes that would go on the wire.
 */
public final class DeltaStream {

  public static final SessionOptions OPTIONS = SessionOptions.defaults("test");

  /** A client without the exceptions that are made for Envoy. */
  public static final Node PLAIN = Node.newBuilder().setId("node-1").build();

  public static final Node ENVOY = PLAIN.toBuilder().setUserAgentName("envoy").build();

  private final ServerSession session;
  private final Delivery how;
  private final Evidence evidence = Evidence.ofThisTest();
  private final Node node;
  private View view = View.empty();
  private long now = 1_000_000_000_000L;
  private boolean first = true;

  private DeltaStream(
      @Nullable ResourceType onlyType, Node node, SessionOptions options, NodeMemory memory) {
    this.session = new ServerSession(Variant.DELTA, onlyType, options, new NotShared(), memory);
    this.node = node;
    how = Delivery.ofStream(true, onlyType == null);
    session.onView(view);
  }

  /** An aggregated stream of a client that is no Envoy. */
  public static DeltaStream ads() {
    return ads(PLAIN);
  }

  public static DeltaStream ads(Node node) {
    return new DeltaStream(null, node, OPTIONS, NodeMemory.NONE);
  }

  public static DeltaStream ads(Node node, SessionOptions options, NodeMemory memory) {
    return new DeltaStream(null, node, options, memory);
  }

  /** A stream of the service of one type. */
  public static DeltaStream typed(ResourceType type) {
    return typed(type, PLAIN);
  }

  public static DeltaStream typed(ResourceType type, Node node) {
    return new DeltaStream(type, node, OPTIONS, NodeMemory.NONE);
  }

  public ServerSession session() {
    return session;
  }

  /** From now on the view holds exactly these; one message or resource per name. */
  public DeltaStream publish(Object... resources) {
    Snapshot.Builder snapshot = Snapshot.builder();
    for (Object resource : resources) {
      snapshot.add(resourceOf(resource));
    }
    return show(view.replaceWith(snapshot.build()));
  }

  /** Adds or changes these and leaves the rest. */
  public DeltaStream put(Object... resources) {
    Map<ResourceType, Map<String, @Nullable Resource>> edits = new HashMap<>();
    for (Object each : resources) {
      Resource resource = resourceOf(each);
      edits
          .computeIfAbsent(resource.type(), type -> new HashMap<>())
          .put(resource.name(), resource);
    }
    return show(view.apply(edits));
  }

  public DeltaStream remove(ResourceType type, String... names) {
    Map<String, @Nullable Resource> edits = new HashMap<>();
    for (String name : names) {
      edits.put(name, null);
    }
    return show(view.apply(Map.of(type, edits)));
  }

  /** Serves from another view from now on. */
  public DeltaStream show(View other) {
    view = other;
    session.onView(view);
    return this;
  }

  public View view() {
    return view;
  }

  /** The version under which the view shows a resource. */
  public String version(ResourceType type, String name) {
    Resource resource = view.type(type).get(name);
    assertThat(resource).as(type + " " + name).isNotNull();
    return resource.version();
  }

  public DeltaStream advance(Duration time) {
    now += time.toNanos();
    return this;
  }

  public long now() {
    return now;
  }

  /** Starts a request. */
  public DeltaRequest request(ResourceType type) {
    return new DeltaRequest(this, type);
  }

  public RequestFacts send(DeltaDiscoveryRequest.Builder request) {
    RequestOutcome outcome = offer(request);
    assertThat(outcome).isInstanceOf(Accepted.class);
    return ((Accepted) outcome).facts();
  }

  public RequestOutcome offer(DeltaDiscoveryRequest.Builder request) {
    if (first) {
      request.setNode(node);
      first = false;
    }
    evidence.served(how);
    return session.onRequest(request.build());
  }

  /** Subscribes, and nothing else. */
  public RequestFacts subscribe(ResourceType type, String... names) {
    return request(type).subscribe(names).send();
  }

  public RequestFacts unsubscribe(ResourceType type, String... names) {
    return request(type).unsubscribe(names).send();
  }

  /** A request that names nothing: the legacy wildcard, when it is the first of its type. */
  public RequestFacts wildcard(ResourceType type) {
    return request(type).send();
  }

  /** The next response, which must be there. */
  public DeltaReply next() {
    Response response = session.poll(now);
    assertThat(response).as("a response is due").isNotNull();
    if (!response.resources().isEmpty()) {
      evidence.delivered(how, response.type().shortName());
    }
    return DeltaReply.of(response);
  }

  /** The next response, which must be one of this type. */
  public DeltaReply next(ResourceType type) {
    DeltaReply reply = next();
    assertThat(reply.type()).isEqualTo(type);
    return reply;
  }

  /** The next response, accepted at once. */
  public DeltaReply acked() {
    DeltaReply reply = next();
    ack(reply);
    return reply;
  }

  public RequestFacts ack(DeltaReply reply) {
    return request(reply.type()).nonce(reply.nonce()).send();
  }

  public RequestFacts nack(DeltaReply reply) {
    return request(reply.type()).nonce(reply.nonce()).error("refused").send();
  }

  /** Nothing is due. */
  public void silent() {
    Response response = session.poll(now);
    assertThat(response == null ? null : DeltaReply.of(response).message()).isNull();
  }

  private static Resource resourceOf(Object resource) {
    return resource instanceof Resource made ? made : Resource.of((Message) resource);
  }
}
