package io.binnacle.core.server.harness;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.Response;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryResponse;
import io.envoyproxy.envoy.service.discovery.v3.Resource;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/** A delta response as a client reads it: the shared body with the stream's nonce behind it. */
public record DeltaReply(ResourceType type, DeltaDiscoveryResponse message) {

  private static final int NONCE_FIELD = 5;

  public static DeltaReply of(Response response) {
    try {
      return new DeltaReply(response.type(), DeltaDiscoveryResponse.parseFrom(bytes(response)));
    } catch (InvalidProtocolBufferException e) {
      throw new AssertionError("a body that is no response", e);
    }
  }

  public static byte[] bytes(Response response) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      response.body().bytes().writeTo(bytes);
      CodedOutputStream out = CodedOutputStream.newInstance(bytes);
      out.writeString(NONCE_FIELD, response.nonce());
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  public String nonce() {
    return message.getNonce();
  }

  /** The names of its resources, in order. */
  public List<String> names() {
    return message.getResourcesList().stream().map(Resource::getName).toList();
  }

  public List<String> removed() {
    return message.getRemovedResourcesList();
  }

  public Resource resource(String name) {
    return message.getResourcesList().stream()
        .filter(resource -> resource.getName().equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError(name + " is not in " + message));
  }
}
