package io.binnacle.app.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.app.check.CheckReport.Verdict;
import io.binnacle.app.net.StreamVariant;
import io.binnacle.client.config.GrpcSource;
import io.binnacle.core.view.Snapshot;
import io.binnacle.server.XdsServer;
import io.binnacle.server.catalog.Catalog;
import io.binnacle.server.catalog.NodeAssigner;
import io.envoyproxy.envoy.config.core.v3.Node;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Our own server keeps every rule of the profile, in each variant. */
class OwnServerTest {

  // Break: answer ACKs in SotwTypeSession, or leave the assignment out that S-17 wants.
  @ParameterizedTest
  @EnumSource(StreamVariant.class)
  void itKeepsEveryRule(StreamVariant variant) throws IOException {
    Catalog catalog = new Catalog(NodeAssigner.everyNodeGets("edge"));
    ContentSink sink =
        content -> {
          Snapshot.Builder snapshot = Snapshot.builder();
          content.clusterMessages().forEach(snapshot::add);
          content.assignmentMessages().forEach(snapshot::add);
          catalog.publish("edge", snapshot.build());
        };
    Node node = Node.newBuilder().setId("binnacle-check").build();
    Timing timing = new Timing(Duration.ofSeconds(20), Duration.ofMillis(60));
    try (XdsServer server = XdsServer.builder(catalog).listen("127.0.0.1", 0).build().start();
        CheckRun run =
            new CheckRun(
                GrpcSource.plaintext("127.0.0.1:" + server.port()),
                node,
                timing,
                sink,
                progress -> {})) {
      CheckReport report = run.run(List.of(variant), rule -> true, true);

      assertThat(report.results())
          .filteredOn(result -> result.verdict() != Verdict.HOLDS)
          .isEmpty();
    }
  }
}
