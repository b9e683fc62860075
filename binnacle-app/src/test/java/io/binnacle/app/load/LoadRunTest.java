package io.binnacle.app.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.app.harness.Await;
import io.binnacle.app.load.LoadPlan.Slowness;
import io.binnacle.client.config.GrpcSource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.view.Snapshot;
import io.binnacle.server.XdsServer;
import io.binnacle.server.catalog.Catalog;
import io.binnacle.server.catalog.NodeAssigner;
import io.binnacle.server.limit.ClientLimits;
import io.binnacle.server.stream.StreamLimits;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import io.envoyproxy.envoy.config.core.v3.Node;
import io.envoyproxy.envoy.config.endpoint.v3.ClusterLoadAssignment;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LoadRunTest {

  private static final Map<ResourceType, List<String>> CLUSTERS_AND_ONE_ASSIGNMENT =
      Map.of(
          ResourceType.CLUSTER,
          List.of("*"),
          ResourceType.CLUSTER_LOAD_ASSIGNMENT,
          List.of("c{n}"));

  private final Catalog catalog = new Catalog(NodeAssigner.everyNodeGets("edge"));
  private XdsServer server = XdsServer.builder(catalog).listen("127.0.0.1", 0).build().start();

  @AfterEach
  void close() {
    server.close();
  }

  private GrpcSource source() {
    return GrpcSource.plaintext("127.0.0.1:" + server.port());
  }

  private void publish(int revision) {
    Snapshot.Builder snapshot = Snapshot.builder();
    for (int i = 0; i < 10; i++) {
      snapshot.add(ClusterLoadAssignment.newBuilder().setClusterName("c" + i).build());
    }
    snapshot.add(Cluster.newBuilder().setName("blue").setAltStatName("v" + revision).build());
    catalog.publish("edge", snapshot.build());
  }

  private static LoadPlan plan(GrpcSource source, Duration storm, Slowness slow) {
    return plan(source, CLUSTERS_AND_ONE_ASSIGNMENT, storm, slow);
  }

  private static LoadPlan plan(
      GrpcSource source, Map<ResourceType, List<String>> names, Duration storm, Slowness slow) {
    Node node = Node.newBuilder().setId("node-{n}").build();
    return new LoadPlan(source, 10, 3, 1_000, node, names, Duration.ZERO, storm, slow);
  }

  private static LoadReport await(LoadRun run, String what, Predicate<LoadReport> holds) {
    return Await.until(
        what,
        () -> {
          run.advance();
          return run.report();
        },
        holds);
  }

  // Break: leave write() out of SimulatedStream.answer, so that no client ACKs.
  @ParameterizedTest
  @CsvSource({"true,true", "false,true", "true,false", "false,false"})
  void everyClientIsAnsweredAndSeesAChange(boolean delta, boolean aggregated) {
    publish(1);
    GrpcSource source = delta ? source().incremental() : source();
    source = aggregated ? source : source.streamPerType();
    int streams = aggregated ? 10 : 20;
    int firstRequests = 20; // of two types for each client
    try (LoadRun run = new LoadRun(plan(source, Duration.ZERO, Slowness.NONE))) {
      await(run, "first answers", report -> report.answered() == streams);
      publish(2);
      await(run, "the change", report -> report.convergence().count() >= 9);
      publish(3);
      await(run, "another", later -> later.convergence().count() >= 2 * 9);
      LoadReport report =
          await(
              run,
              "an ACK of each response",
              later -> later.requests() == firstRequests + later.responses().count());

      assertThat(report.changes()).isEqualTo(2);
      assertThat(report.firstAnswer().count()).isEqualTo(streams);
      assertThat(report.lost()).isZero();
      assertThat(report.errors()).isEmpty();
    }
  }

  // Break: let breakDown() keep the former transport.
  @Test
  void inAStormAllComeBack() {
    publish(1);
    // SotW assignments are answered again in any case (S-15)
    var names = Map.of(ResourceType.CLUSTER_LOAD_ASSIGNMENT, List.of("c{n}"));
    LoadPlan plan = plan(source(), names, Duration.ofMillis(500), Slowness.NONE);
    try (LoadRun run = new LoadRun(plan)) {
      LoadReport report = await(run, "all are back", later -> later.answerAgain().count() >= 10);

      assertThat(report.storms()).isPositive();
      assertThat(report.lost()).isZero();
    }
  }

  // Break: let a stuck client read, or a slow one answer at once.
  @Test
  void slowClientsAreAnsweredOnceAndStuckOnesNever() {
    publish(1);
    Slowness slow = new Slowness(2, 3, Duration.ofHours(1));
    try (LoadRun run = new LoadRun(plan(source().incremental(), Duration.ZERO, slow))) {
      // of a slow client the second type is never read
      await(run, "the quick ones", report -> report.answered() == 5 && report.live() == 10);
      publish(2);
      LoadReport report = await(run, "the change", later -> later.convergence().count() == 4);

      assertThat(report.responses().count()).isEqualTo(5 * 3 + 3);
    }
  }

  // Break: count what the server refused as a connection that broke.
  @Test
  void refusedStreamsAreCountedByKindWithAdvice() {
    server.close();
    server =
        XdsServer.builder(catalog)
            .listen("127.0.0.1", 0)
            .clientLimits(ClientLimits.DEFAULTS.withPeerShare(1))
            .limits(StreamLimits.DEFAULTS.withStreams(4))
            .build()
            .start();
    publish(1);
    LoadPlan plan = plan(source().incremental(), Duration.ZERO, Slowness.NONE);
    try (LoadRun run = new LoadRun(plan)) {
      LoadReport report =
          await(run, "refusals", later -> later.answered() == 4 && later.lost() >= 6);

      assertThat(report.errors()).hasSize(1);
      assertThat(report.errors().get(0).kind()).isEqualTo("RESOURCE_EXHAUSTED");
      assertThat(report.errors().get(0).advice()).contains("--max-streams");
      assertThat(report.table()).contains("error  RESOURCE_EXHAUSTED x ");
    }
  }
}
