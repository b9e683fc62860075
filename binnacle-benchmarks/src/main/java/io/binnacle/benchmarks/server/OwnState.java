package io.binnacle.benchmarks.server;

import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.Response;
import io.binnacle.core.server.SessionOptions;
import io.binnacle.core.server.Variant;
import io.binnacle.core.view.Snapshot;
import io.binnacle.server.catalog.Catalog;
import io.binnacle.server.catalog.NodeAssigner;
import io.binnacle.server.internal.stream.StreamDriver;
import io.binnacle.server.internal.stream.StreamHub;
import io.binnacle.server.internal.stream.StreamIo;
import io.binnacle.server.internal.threads.Loop;
import io.binnacle.server.stream.CloseReason;
import io.binnacle.server.stream.StreamLimits;
import io.envoyproxy.envoy.config.core.v3.Node;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryRequest;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;

/**
 * What an idle stream costs above the transport: streams that are in step, without a network.
 * Prints {@code own BYTES}, the heap of one stream.
 */
public final class OwnState {

  private static final int COLLECTIONS = 4;

  private static final Loop NO_LOOP =
      new Loop() {
        @Override
        public void execute(Runnable task) {
          task.run();
        }

        @Override
        public Timer schedule(Runnable task, long delayNanos) {
          return () -> {};
        }

        @Override
        public long now() {
          return 0;
        }
      };

  private OwnState() {}

  public static void main(String[] args) {
    int streams = Integer.parseInt(args[0]);
    Catalog catalog = new Catalog(NodeAssigner.everyNodeGets("bench"));
    Snapshot.Builder snapshot = Snapshot.builder();
    for (int i = 0; i < Integer.parseInt(args[1]); i++) {
      snapshot.add(Clusters.cluster(i, 0));
    }
    catalog.publish("bench", snapshot.build());
    StreamHub hub =
        new StreamHub(catalog, SessionOptions.defaults("bench"), StreamLimits.DEFAULTS, List.of());
    List<StreamDriver> drivers = new ArrayList<>(streams + 1);
    drivers.add(open(hub, -1)); // loads the classes
    long before = heap();
    for (int i = 0; i < streams; i++) {
      drivers.add(open(hub, i));
    }
    long after = heap();
    System.out.println("own " + (after - before) / (drivers.size() - 1));
  }

  private static StreamDriver open(StreamHub hub, int number) {
    List<String> nonces = new ArrayList<>(1);
    StreamDriver driver =
        hub.open(NO_LOOP, io(nonces), Variant.DELTA, ResourceType.CLUSTER, "127.0.0.1");
    if (driver == null) {
      throw new IllegalStateException("the hub takes no stream");
    }
    driver.onRequest(request("node-" + number, ""));
    driver.onRequest(request("", nonces.remove(0)));
    return driver;
  }

  private static DeltaDiscoveryRequest request(String nodeId, String nonce) {
    DeltaDiscoveryRequest.Builder request =
        DeltaDiscoveryRequest.newBuilder()
            .setTypeUrl(ResourceType.CLUSTER.typeUrl())
            .setResponseNonce(nonce);
    if (!nodeId.isEmpty()) {
      request.setNode(Node.newBuilder().setId(nodeId).setCluster("bench"));
    }
    return request.build();
  }

  private static StreamIo io(List<String> nonces) {
    return new StreamIo() {
      @Override
      public boolean isReady() {
        return true;
      }

      @Override
      public void send(Response response) {
        nonces.add(response.nonce());
      }

      @Override
      public void retireConnection() {}

      @Override
      public void close(CloseReason reason) {
        throw new IllegalStateException(reason.message());
      }

      @Override
      public void readRequests(boolean reading) {}
    };
  }

  private static long heap() {
    for (int i = 0; i < COLLECTIONS; i++) {
      System.gc();
    }
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
