package io.binnacle.core.server.harness;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.UnknownFieldSet;
import com.google.rpc.Status;
import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.NodeMemory;
import io.binnacle.core.server.RequestFacts;
import io.binnacle.core.server.RequestOutcome;
import io.binnacle.core.server.Response;
import io.binnacle.core.server.SessionOptions;
import io.binnacle.core.server.Shared;
import io.binnacle.core.server.Variant;
import io.binnacle.core.server.ViewHistory;
import io.binnacle.core.server.internal.session.ServerSession;
import io.binnacle.core.view.Snapshot;
import io.binnacle.core.view.View;
import io.binnacle.rules.Delivery;
import io.binnacle.rules.Evidence;
import io.envoyproxy.envoy.config.core.v3.Node;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A SotW stream under test: requests as a client writes them, responses as their bytes read.
 *
 * <p>What must hold for every response of every stream (T-4, T-5, T-6, S-1, S-16) is checked in
 * {@link #poll}, so that each test checks it.
 */
public final class SotwStream {

  public static final Node ENVOY =
      Node.newBuilder().setId("envoy-1").setCluster("edge").setUserAgentName("envoy").build();
  public static final Node GRPC =
      Node.newBuilder().setId("grpc-1").setUserAgentName("gRPC Java").build();

  private final ServerSession session;
  private final Delivery how;
  private final Evidence evidence = Evidence.ofThisTest();
  private final @Nullable Node node;
  private final Set<String> nonces = new HashSet<>();
  private final Set<String> asked = new HashSet<>();
  private boolean nodeSent;
  private View view = View.empty();
  private long now;

  public SotwStream(
      @Nullable ResourceType onlyType,
      @Nullable Node node,
      SessionOptions options,
      Shared shared,
      NodeMemory memory) {
    this(onlyType, node, options, shared, memory, ViewHistory.NONE);
  }

  public SotwStream(
      @Nullable ResourceType onlyType,
      @Nullable Node node,
      SessionOptions options,
      Shared shared,
      NodeMemory memory,
      ViewHistory history) {
    this.node = node;
    how = Delivery.ofStream(false, onlyType == null);
    session = new ServerSession(Variant.SOTW, onlyType, options, shared, memory, history);
  }

  public static SotwStream ads(Node node) {
    return new SotwStream(null, node, options(), new KeepingShared(), NodeMemory.NONE);
  }

  public static SotwStream typed(ResourceType type, Node node) {
    return new SotwStream(type, node, options(), new KeepingShared(), NodeMemory.NONE);
  }

  public static SotwStream with(SessionOptions options, Node node) {
    return new SotwStream(null, node, options, new KeepingShared(), NodeMemory.NONE);
  }

  /** A stream of a client whose former views are known (O-10). */
  public static SotwStream knowing(ViewHistory history, Node node) {
    return new SotwStream(null, node, options(), new KeepingShared(), NodeMemory.NONE, history);
  }

  public static SotwStream remembering(NodeMemory memory, Node node) {
    return new SotwStream(null, node, options(), new KeepingShared(), memory);
  }

  public static SessionOptions options() {
    return SessionOptions.defaults("instance-1");
  }

  public ServerSession session() {
    return session;
  }

  public View view() {
    return view;
  }

  /** Shows the client exactly these messages. */
  public SotwStream publish(Message... messages) {
    return show(view.replaceWith(Snapshot.of(messages)));
  }

  /** Shows the client exactly these resources. */
  public SotwStream publish(Resource... resources) {
    return show(view.replaceWith(Snapshot.builder().addAll(Arrays.asList(resources)).build()));
  }

  public SotwStream show(View newView) {
    view = newView;
    session.onView(newView);
    return this;
  }

  /** A request without nonce and version: the first of its type, or one that overtakes (ED-19). */
  public RequestFacts ask(ResourceType type, String... names) {
    return send(request(type, names));
  }

  /** What a client sends to accept a response, and to change its names later (S-3). */
  public RequestFacts ack(DiscoveryResponse response, String... names) {
    return send(
        request(ResourceType.of(response.getTypeUrl()), names)
            .setVersionInfo(response.getVersionInfo())
            .setResponseNonce(response.getNonce()));
  }

  /** What a client sends to refuse a response while it uses an older version. */
  public RequestFacts nack(DiscoveryResponse response, String clientVersion, String... names) {
    return send(
        request(ResourceType.of(response.getTypeUrl()), names)
            .setVersionInfo(clientVersion)
            .setResponseNonce(response.getNonce())
            .setErrorDetail(Status.newBuilder().setCode(13).setMessage("no good")));
  }

  public static DiscoveryRequest.Builder request(ResourceType type, String... names) {
    return DiscoveryRequest.newBuilder()
        .setTypeUrl(type.typeUrl())
        .addAllResourceNames(Arrays.asList(names));
  }

  public RequestFacts send(DiscoveryRequest.Builder request) {
    if (outcome(request) instanceof RequestOutcome.Accepted accepted) {
      return accepted.facts();
    }
    throw new AssertionError("refused: " + request);
  }

  public RequestOutcome outcome(DiscoveryRequest.Builder request) {
    if (!nodeSent && node != null && !request.hasNode()) {
      request.setNode(node);
    }
    nodeSent = true;
    asked.add(request.getTypeUrl());
    evidence.served(how);
    return session.onRequest(request.build());
  }

  /** Everything that the stream wants to write now, in order. */
  public List<DiscoveryResponse> poll() {
    List<DiscoveryResponse> all = new ArrayList<>();
    for (DiscoveryResponse next = next(); next != null; next = next()) {
      all.add(next);
      assertThat(all.size()).as("responses without end").isLessThan(10_000);
    }
    return all;
  }

  public SotwStream advance(Duration time) {
    now += time.toNanos();
    return this;
  }

  /** The next response, as a transport that is ready for one takes it; null for none. */
  public @Nullable DiscoveryResponse next() {
    Response response = session.poll(now++);
    if (response == null) {
      return null;
    }
    if (!response.resources().isEmpty()) {
      evidence.delivered(how, response.type().shortName());
    }
    return checked(decoded(response));
  }

  /** The only response that there is now. */
  public DiscoveryResponse one() {
    List<DiscoveryResponse> all = poll();
    assertThat(all).hasSize(1);
    return all.get(0);
  }

  /** The only response that there is now, which must be one of this type. */
  public DiscoveryResponse one(ResourceType type) {
    DiscoveryResponse response = one();
    assertThat(response.getTypeUrl()).isEqualTo(type.typeUrl());
    return response;
  }

  public void silent() {
    assertThat(poll()).isEmpty();
  }

  /** What Envoy does with a response: it accepts it under the same names. */
  public SotwStream settle(String... names) {
    poll().forEach(response -> ack(response, names));
    return this;
  }

  public static DiscoveryResponse decoded(Response response) {
    try {
      return DiscoveryResponse.parseFrom(
          response
              .body()
              .bytes()
              .concat(
                  DiscoveryResponse.newBuilder()
                      .setNonce(response.nonce())
                      .build()
                      .toByteString()));
    } catch (InvalidProtocolBufferException e) {
      throw new AssertionError(e);
    }
  }

  private DiscoveryResponse checked(DiscoveryResponse response) {
    assertThat(response.getTypeUrl()).isNotEmpty();
    assertThat(response.getVersionInfo()).as("T-4 version").isNotEmpty();
    assertThat(response.getControlPlane().getIdentifier()).as("T-4").isEqualTo("instance-1");
    assertThat(nonces.add(response.getNonce())).as("S-1 nonce is new").isTrue();
    assertThat(response.getNonce()).as("T-4 nonce").isNotEmpty();
    boolean implied = asked.contains("");
    assertThat(implied || asked.contains(response.getTypeUrl())).as("T-6").isTrue();
    for (Any resource : response.getResourcesList()) {
      assertThat(resource.getTypeUrl()).as("T-5").isEqualTo(response.getTypeUrl());
    }
    assertThat(names(response)).as("S-16").doesNotHaveDuplicates();
    return response;
  }

  /** The names inside the messages of a response, in order. */
  public static List<String> names(DiscoveryResponse response) {
    return response.getResourcesList().stream().map(SotwStream::name).toList();
  }

  /** The name inside a packed message: field 1 of every type but LbEndpoint. */
  private static String name(Any packed) {
    try {
      return UnknownFieldSet.parseFrom(packed.getValue())
          .getField(1)
          .getLengthDelimitedList()
          .get(0)
          .toStringUtf8();
    } catch (InvalidProtocolBufferException e) {
      throw new AssertionError(e);
    }
  }
}
