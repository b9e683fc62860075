package io.binnacle.examples.client;

import io.binnacle.client.ResourceEvent;
import io.binnacle.client.ResourceKind;
import io.binnacle.client.XdsClient;
import io.binnacle.client.config.GrpcSource;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import io.envoyproxy.envoy.config.core.v3.Node;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;

/** Prints what becomes of the clusters that a server has for this node. */
public final class FollowClusters {

  private FollowClusters() {}

  public static void main(String[] args) throws InterruptedException {
    String server = args.length > 0 ? args[0] : "127.0.0.1:18000";
    try (XdsClient client = follow(server, System.out::println)) {
      new CountDownLatch(1).await(); // until the process is ended
    }
  }

  static XdsClient follow(String server, Consumer<String> out) {
    XdsClient client =
        XdsClient.builder()
            .server(GrpcSource.plaintext(server).incremental())
            .node(Node.newBuilder().setId("example").setCluster("edge").build())
            .build();
    client.watchAll(ResourceKind.CLUSTER, event -> out.accept(text(event)));
    return client;
  }

  private static String text(ResourceEvent<Cluster> event) {
    if (event instanceof ResourceEvent.Updated<Cluster> updated) {
      return "use " + updated.name() + ", a cluster of type " + updated.value().getType();
    } else if (event instanceof ResourceEvent.Absent<Cluster> absent) {
      return "there is no " + absent.name();
    } else if (event instanceof ResourceEvent.Failed<Cluster> failed) {
      return "nothing can be used of " + failed.name() + ": " + failed.error().message();
    } else if (event instanceof ResourceEvent.AmbientError<Cluster> ambient) {
      return "go on with " + ambient.name() + ", but: " + ambient.error().message();
    }
    return event.name() + " is in order again";
  }
}
