package io.binnacle.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.binnacle.app.harness.Lines;
import io.binnacle.app.harness.Run;
import io.binnacle.app.process.StopSignal;
import io.binnacle.core.view.Snapshot;
import io.binnacle.server.XdsServer;
import io.binnacle.server.catalog.Catalog;
import io.binnacle.server.catalog.NodeAssigner;
import io.binnacle.server.internal.threads.OwnThreads;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LoadCommandTest {

  private final Catalog catalog = new Catalog(NodeAssigner.everyNodeGets("edge"));
  private final XdsServer server =
      XdsServer.builder(catalog).listen("127.0.0.1", 0).build().start();

  @AfterEach
  void close() {
    server.close();
  }

  private String address() {
    return "127.0.0.1:" + server.port();
  }

  @Test
  void itShowsProgressAndEndsWithAReportWhenItIsTold() throws Exception {
    catalog.publish(
        "edge", Snapshot.builder().add(Cluster.newBuilder().setName("blue").build()).build());
    StopSignal stop = new StopSignal();
    StringWriter out = new StringWriter();
    Lines err = new Lines();
    Binnacle binnacle =
        new Binnacle(Map.of(), new PrintWriter(out), new PrintWriter(err, true), stop);
    CompletableFuture<Integer> run =
        CompletableFuture.supplyAsync(
            () ->
                binnacle.run("load", address(), "--streams", "7", "--duration", "0", "-o", "json"),
            OwnThreads.named("load"));

    err.await(line -> line.contains("7 of 7 streams open, 7 answered"));
    stop.request();

    assertThat(run.get(30, TimeUnit.SECONDS)).isZero();
    JsonNode report = new ObjectMapper().readTree(out.toString());
    assertThat(report.get("answered").asInt()).isEqualTo(7);
    assertThat(report.get("responses").get("count").asInt()).isEqualTo(7);
  }

  @Test
  void aServerThatIsNotThereIsUnreachableWithAdvice() {
    String address = address();
    server.close();

    Run run = Run.of("load", address, "--streams", "2", "--duration", "600ms");

    assertThat(run.code()).isEqualTo(69);
    assertThat(run.err()).contains("no stream to " + address + " came up");
    assertThat(run.out()).contains("error  UNAVAILABLE x ", "is a server listening there");
  }

  @Test
  void whatCannotBeMeantIsWrongUse() {
    assertThat(Run.of("load", address(), "xyz").code()).isEqualTo(64);
    assertThat(Run.of("load", address(), "--variant", "rest").code()).isEqualTo(64);
    assertThat(Run.of("load", address(), "--streams", "0").code()).isEqualTo(64);
    assertThat(Run.of("load", address(), "--streams", "1", "--slow", "2").code()).isEqualTo(64);
    assertThat(Run.of("load", address(), "--token", "a").code()).isEqualTo(64);
    Run untyped = Run.of("load", address(), "--variant", "sotw", "vhds");
    assertThat(untyped.code()).isEqualTo(64);
    assertThat(untyped.err()).contains("VHDS has no stream of its own in this variant");
  }
}
