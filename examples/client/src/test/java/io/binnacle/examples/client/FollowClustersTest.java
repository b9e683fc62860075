package io.binnacle.examples.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.client.XdsClient;
import io.binnacle.core.view.Snapshot;
import io.binnacle.server.XdsServer;
import io.binnacle.server.catalog.Catalog;
import io.binnacle.server.catalog.NodeAssigner;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class FollowClustersTest {

  private static Cluster cluster(String name) {
    return Cluster.newBuilder().setName(name).build();
  }

  @Test
  void itPrintsWhatBecomesOfTheClusters() throws Exception {
    Catalog catalog = new Catalog(NodeAssigner.everyNodeGets("edge"));
    catalog.publish("edge", Snapshot.of(cluster("blue")));
    BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    try (XdsServer server = XdsServer.builder(catalog).listen("127.0.0.1", 0).build().start();
        XdsClient client = FollowClusters.follow("127.0.0.1:" + server.port(), lines::add)) {
      assertThat(next(lines)).isEqualTo("use blue, a cluster of type STATIC");

      catalog.publish("edge", Snapshot.of(cluster("green")));

      assertThat(next(lines) + ", " + next(lines)).contains("use green", "there is no blue");
    }
  }

  private static String next(BlockingQueue<String> lines) throws InterruptedException {
    return String.valueOf(lines.poll(20, TimeUnit.SECONDS));
  }

  /** docs/client.md begins with this program. */
  @Test
  void thePageShowsThisProgram() throws IOException {
    Path root = Path.of(System.getProperty("binnacle.root"));
    String page = Files.readString(root.resolve("docs/client.md"));
    String program =
        Files.readString(
            root.resolve(
                "examples/client/src/main/java/io/binnacle/examples/client/FollowClusters.java"));

    assertThat(page).contains(program.substring(program.indexOf("import ")));
  }
}
