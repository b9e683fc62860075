package io.binnacle.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.app.harness.Await;
import io.binnacle.app.harness.ConfigDirectory;
import io.binnacle.app.harness.Lines;
import io.binnacle.app.harness.Run;
import io.binnacle.app.process.StopSignal;
import io.binnacle.server.internal.threads.OwnThreads;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoCommandTest {

  private static final Path EXAMPLE =
      Path.of(System.getProperty("binnacle.root"), "examples", "quickstart", "edge.yaml");

  @TempDir private Path temp;
  private ConfigDirectory example;
  private final StopSignal stop = new StopSignal();
  private final Lines out = new Lines();

  @BeforeEach
  void copyExample() throws Exception {
    example = ConfigDirectory.in(temp).with("edge.yaml", Files.readString(EXAMPLE));
  }

  @Test
  void withoutAnEnvoyItShowsWhatOneWouldGetAndWatchesTheFiles() throws Exception {
    CompletableFuture<Integer> code = demo(Map.of(), "--no-envoy");

    out.await(line -> line.contains("route_config_name: main"));
    out.await(line -> line.contains("tools/envoy"));
    out.await(line -> line.contains("edge.yaml:"));
    example.with(
        "edge.yaml", Files.readString(EXAMPLE).replace("connect_timeout", "conect_timeout"));
    assertThat(out.await(line -> line.contains("REFUSED")))
        .containsPattern("edge.yaml:\\d+:\\d+: clusters/blue: ")
        .contains("did you mean 'connect_timeout'");
    out.await(line -> line.contains("the last good state stays in service"));

    stop.request();
    assertThat(code.get(30, TimeUnit.SECONDS)).isZero();
  }

  @Test
  void withAnEnvoyAnEditChangesWhoAnswers() throws Exception {
    String envoy = System.getenv().getOrDefault("BINNACLE_ENVOY", "");
    if (!"1".equals(System.getenv("BINNACLE_REQUIRE_PEERS"))) {
      Assumptions.assumeFalse(envoy.isEmpty(), "no Envoy: set BINNACLE_ENVOY (tools/envoy)");
    }
    CompletableFuture<Integer> code = demo(Map.of("BINNACLE_ENVOY", envoy));
    String try1 = out.await(line -> line.contains("curl http"));
    URI proxy = URI.create(try1.substring(try1.indexOf("http")));
    out.await(line -> line.contains("ACK") && line.contains("RDS"));
    Await.until("blue answers", () -> get(proxy), "blue\n"::equals);

    example.with("edge.yaml", Files.readString(EXAMPLE).replace("blue} # edit", "green} # edit"));

    Await.until("green answers", () -> get(proxy), "green\n"::equals);
    stop.request();
    assertThat(code.get(30, TimeUnit.SECONDS)).isZero();
    assertThat(get(proxy)).as("Envoy is gone").startsWith("no answer");
  }

  @Test
  void aDirectoryThatIsNotThereIsWrongUse() {
    Run run = Run.of("demo", "--no-envoy", temp.resolve("nowhere").toString());

    assertThat(run.code()).isEqualTo(64);
    assertThat(run.err()).contains("nowhere");
  }

  private CompletableFuture<Integer> demo(Map<String, String> environment, String... flags) {
    String[] arguments = new String[flags.length + 2];
    arguments[0] = "demo";
    arguments[1] = example.toString();
    System.arraycopy(flags, 0, arguments, 2, flags.length);
    PrintWriter err = new PrintWriter(new StringWriter());
    Binnacle binnacle = new Binnacle(environment, new PrintWriter(out), err, stop);
    return CompletableFuture.supplyAsync(() -> binnacle.run(arguments), OwnThreads.named("demo"));
  }

  private static String get(URI uri) {
    try {
      return HttpClient.newHttpClient()
          .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString())
          .body();
    } catch (Exception e) {
      return "no answer: " + e;
    }
  }
}
