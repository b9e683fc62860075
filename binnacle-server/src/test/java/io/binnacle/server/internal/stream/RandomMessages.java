package io.binnacle.server.internal.stream;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.Parser;
import com.google.rpc.Status;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.Response;
import io.envoyproxy.envoy.config.core.v3.Node;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryRequest;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;
import io.envoyproxy.envoy.service.discovery.v3.ResourceLocator;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Requests that clients could send, sensible and not. */
public final class RandomMessages {

  private static final List<String> NAMES =
      List.of(
          "a",
          "b",
          "c",
          "*",
          "",
          "xdstp://x/t/a",
          "xdstp://x/t/*",
          "xdstp:/bad",
          "xdstp://",
          "xdstp://%zz/t/a",
          "xdstp://x",
          "xdstp://x/*",
          "xdstp://x/%zz/*",
          "xdstp://x/t/a?b",
          "xdstp://x/t/a?c=d&c=e#f",
          "xdstp://x/envoy.config.cluster.v3.Cluster/*",
          "xdstp://x/envoy.config.cluster.v3.Cluster/*?a=b",
          "xdstp://x/envoy.config.cluster.v3.Cluster/a",
          "xdstp://x/envoy.config.endpoint.v3.LbEndpoint/pool/*",
          "xdstp://x/envoy.config.endpoint.v3.LbEndpoint/pool/a",
          "a\u0000b",
          "\uD800",
          "/",
          "a//*",
          "%2F",
          "n".repeat(70_000),
          "d/e",
          "é",
          "a/",
          "a/host",
          "b/v1",
          "d/e/host");

  private final Random random;

  public RandomMessages(Random random) {
    this.random = random;
  }

  private boolean oneIn(int times) {
    return random.nextInt(times) == 0;
  }

  private String name() {
    return NAMES.get(random.nextInt(NAMES.size()));
  }

  private String typeUrl(@Nullable ResourceType onlyType) {
    if (oneIn(30)) {
      return oneIn(2) ? "type.googleapis.com/no.such.Type" : "not a type";
    }
    if (onlyType != null && !oneIn(20)) {
      return oneIn(3) ? "" : onlyType.typeUrl();
    }
    List<ResourceType> known = ResourceType.known();
    return known.get(random.nextInt(known.size())).typeUrl();
  }

  private String nonce(List<Response> sent) {
    if (sent.isEmpty() || oneIn(8)) {
      return oneIn(2) ? "" : "n" + random.nextInt(100);
    }
    return sent.get(Math.max(0, sent.size() - 1 - random.nextInt(3))).nonce();
  }

  private Status refusal() {
    return Status.newBuilder().setCode(13).setMessage("refused " + name()).build();
  }

  private Node node() {
    return Node.newBuilder()
        .setId("node-" + random.nextInt(5))
        .setCluster(name())
        .setUserAgentName(oneIn(2) ? "envoy" : "gRPC Java")
        .addClientFeatures("xds.config.resource-in-sotw")
        .build();
  }

  public DiscoveryRequest sotw(@Nullable ResourceType onlyType, List<Response> sent) {
    DiscoveryRequest.Builder request =
        DiscoveryRequest.newBuilder()
            .setTypeUrl(typeUrl(onlyType))
            .setResponseNonce(nonce(sent))
            .setVersionInfo(oneIn(4) ? name() : "");
    for (int i = random.nextInt(4); i > 0; i--) {
      request.addResourceNames(name());
    }
    if (oneIn(3)) {
      request.setNode(node());
    }
    if (oneIn(5)) {
      request.setErrorDetail(refusal());
    }
    if (oneIn(10)) {
      request.addResourceLocators(ResourceLocator.newBuilder().setName(name()));
    }
    return request.build();
  }

  DeltaDiscoveryRequest delta(@Nullable ResourceType onlyType, List<Response> sent) {
    DeltaDiscoveryRequest.Builder request =
        DeltaDiscoveryRequest.newBuilder()
            .setTypeUrl(typeUrl(onlyType))
            .setResponseNonce(nonce(sent));
    for (int i = random.nextInt(3); i > 0; i--) {
      request.addResourceNamesSubscribe(name());
    }
    for (int i = random.nextInt(3); i > 0; i--) {
      request.addResourceNamesUnsubscribe(name());
    }
    if (oneIn(4)) {
      request.putInitialResourceVersions(name(), "v");
    }
    if (oneIn(3)) {
      request.setNode(node());
    }
    if (oneIn(5)) {
      request.setErrorDetail(refusal());
    }
    if (oneIn(10)) {
      request.addResourceLocatorsSubscribe(ResourceLocator.newBuilder().setName(name()));
    }
    return request.build();
  }

  /** A message with some of its bytes changed; null when it is none any more. */
  <T extends Message> @Nullable T damaged(T message, Parser<T> parser) {
    byte[] bytes = message.toByteArray();
    for (int i = random.nextInt(4); i > 0 && bytes.length > 0; i--) {
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
    }
    try {
      return parser.parseFrom(ByteString.copyFrom(bytes));
    } catch (InvalidProtocolBufferException e) {
      return null;
    }
  }
}
