package io.binnacle.server.hostile;

import com.google.protobuf.Any;
import io.binnacle.core.resource.ResourceType;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;

/**
 * A well-behaved client that was there before the attack, and stays: whatever is published
 * meanwhile has to reach it. For one thread.
 */
final class Resident implements AutoCloseable {

  private static final int PREFIX = 5;

  private final Target target;
  private final HostileSocket socket;

  /** One that has its first answer. */
  Resident(Target target) throws IOException {
    this.target = target;
    socket = HostileSocket.http2(target.port());
    socket.send(Frames.call(1, Frames.ADS)).send(Frames.message(1, Target.firstRequest()));
    next();
  }

  /** How long a publish takes to it, from its begin. */
  Duration pushed() throws IOException {
    long begin = System.nanoTime();
    String name = target.publishNext();
    while (!next().equals(name)) {
      // an answer of before
    }
    return Duration.ofNanos(System.nanoTime() - begin);
  }

  /** Takes the next response, ACKs it, and says which cluster is in it. */
  private String next() throws IOException {
    for (HostileSocket.Frame frame = socket.read(); frame != null; frame = socket.read()) {
      if (frame.type() == Frames.DATA && frame.payload().length > 0) {
        byte[] data = frame.payload();
        DiscoveryResponse response =
            DiscoveryResponse.parseFrom(Arrays.copyOfRange(data, PREFIX, data.length));
        byte[] ack =
            DiscoveryRequest.newBuilder()
                .setTypeUrl(ResourceType.CLUSTER.typeUrl())
                .setVersionInfo(response.getVersionInfo())
                .setResponseNonce(response.getNonce())
                .build()
                .toByteArray();
        socket.send(
            Frames.join(
                Frames.message(1, ack),
                Frames.windowUpdate(0, data.length),
                Frames.windowUpdate(1, data.length)));
        return nameIn(response);
      }
    }
    throw new IOException("closed while it waited for a push");
  }

  private static String nameIn(DiscoveryResponse response) throws IOException {
    for (Any resource : response.getResourcesList()) {
      return resource.unpack(Cluster.class).getName();
    }
    return "";
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
