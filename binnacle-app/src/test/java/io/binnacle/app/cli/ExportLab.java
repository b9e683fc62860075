package io.binnacle.app.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.binnacle.app.harness.Await;
import io.binnacle.app.harness.ConfigDirectory;
import io.binnacle.app.harness.Lines;
import io.binnacle.app.harness.RealEnvoy;
import io.binnacle.app.process.StopSignal;
import io.binnacle.rules.Delivery;
import io.binnacle.rules.Evidence;
import io.binnacle.server.internal.threads.OwnThreads;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * {@code binnacle export --watch} of a directory of groups, and an Envoy that follows its files;
 * for one test and its thread.
 */
final class ExportLab implements AutoCloseable {

  private final Path temp;
  private final StopSignal stop = new StopSignal();

  /** What it says of each state. */
  final Lines out = new Lines();

  private final Evidence evidence = Evidence.ofThisTest();
  private @Nullable CompletableFuture<Integer> export;
  private @Nullable Process envoy;

  /** The directory of groups. */
  final ConfigDirectory conf;

  /** What the export writes. */
  final Path files;

  /** What the export says on standard error. */
  final Lines err = new Lines();

  ExportLab(Path temp) {
    this.temp = temp;
    conf = ConfigDirectory.in(temp);
    files = temp.resolve("out");
  }

  /** Starts the export, with further flags, and waits until the files are there. */
  void export(String format, String... flags) {
    Binnacle binnacle = new Binnacle(Map.of(), new PrintWriter(out), new PrintWriter(err), stop);
    List<String> words =
        new ArrayList<>(
            List.of(
                "export",
                conf.toString(),
                "--node",
                "edge-1",
                "--out",
                files.toString(),
                "--format",
                format,
                "--envoy-admin",
                "127.0.0.1:0",
                "--watch"));
    words.addAll(List.of(flags));
    export =
        CompletableFuture.supplyAsync(
            () -> binnacle.run(words.toArray(new String[0])), OwnThreads.named("export"));
    out.await(line -> line.contains("files of group edge"));
  }

  /** With the bootstrap that the export wrote, and nothing else. */
  void startEnvoy() throws IOException {
    String binary = RealEnvoy.path();
    envoy =
        new ProcessBuilder(
                List.of(
                    binary,
                    "-c",
                    files.resolve(ExportCommand.BOOTSTRAP).toString(),
                    "--admin-address-path",
                    temp.resolve("admin").toString(),
                    "--disable-hot-restart",
                    "--concurrency",
                    "1",
                    "--drain-time-s",
                    "1",
                    "--log-level",
                    "warning"))
            .redirectErrorStream(true)
            .redirectOutput(temp.resolve("envoy.log").toFile())
            .start();
    Await.until("Envoy is live", () -> admin("/ready"), "LIVE\n"::equals);
    seen();
  }

  /** An Envoy that is live has read all files that its bootstrap leads to. */
  private void seen() {
    for (String type : List.of("cds", "eds", "lds", "rds", "srds", "sds", "ecds", "rtds")) {
      boolean asOne =
          Files.exists(files.resolve(type + ".yaml"))
              || Files.exists(files.resolve(type + ".json"));
      if (asOne || Files.isDirectory(files.resolve(type))) {
        evidence.delivered(Delivery.FILES, type.toUpperCase(java.util.Locale.ROOT));
      }
    }
  }

  /** What the admin port says; empty when it does not. */
  String admin(String path) {
    try {
      String address = Files.readString(temp.resolve("admin"));
      return get(URI.create("http://" + address + path)).body();
    } catch (IOException | UncheckedIOException | IllegalArgumentException e) {
      return "";
    }
  }

  JsonNode adminJson(String path) {
    try {
      return new ObjectMapper().readTree(admin(path));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** The port of Envoy's first listener; 1, where nobody answers, while there is none. */
  int port() {
    JsonNode listeners = adminJson("/listeners?format=json").path("listener_statuses");
    return listeners.path(0).at("/local_address/socket_address/port_value").asInt(1);
  }

  /** Through Envoy's first listener. */
  HttpResponse<String> ask(String... headers) {
    return get(URI.create("http://127.0.0.1:" + port() + "/"), headers);
  }

  private static HttpResponse<String> get(URI uri, String... headers) {
    HttpRequest.Builder request = HttpRequest.newBuilder(uri);
    if (headers.length > 0) {
      request.headers(headers);
    }
    try {
      return HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  @Override
  public void close() throws Exception {
    if (envoy != null) {
      envoy.descendants().forEach(ProcessHandle::destroyForcibly);
      envoy.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
    }
    stop.request();
    if (export != null) {
      export.get(30, TimeUnit.SECONDS);
    }
  }
}
