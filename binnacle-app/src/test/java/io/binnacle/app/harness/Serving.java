package io.binnacle.app.harness;

import io.binnacle.app.cli.Binnacle;
import io.binnacle.app.process.StopSignal;
import io.binnacle.server.internal.threads.OwnThreads;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A {@code binnacle serve} on ports of its own, in this JVM. */
public final class Serving implements AutoCloseable {

  private static final Pattern READY = Pattern.compile("ready xds=127.0.0.1:(\\d+) admin=(\\S+)");
  private static final long PATIENCE_SECONDS = 30;

  private final StopSignal stop = new StopSignal();
  private final HttpClient http = HttpClient.newHttpClient();
  private final CompletableFuture<Integer> code;
  private final int xdsPort;
  private final String admin;

  private Serving(Map<String, String> environment, List<String> arguments) {
    Lines out = new Lines();
    Binnacle binnacle =
        new Binnacle(environment, new PrintWriter(out), new PrintWriter(new Lines()), stop);
    code =
        CompletableFuture.supplyAsync(
            () -> binnacle.run(arguments.toArray(new String[0])), OwnThreads.named("serve"));
    Matcher ready = READY.matcher(out.await(line -> line.startsWith("ready")));
    if (!ready.matches()) {
      throw new AssertionError("not as CL-1 says: " + ready);
    }
    xdsPort = Integer.parseInt(ready.group(1));
    admin = "http://" + ready.group(2);
  }

  public static Serving of(ConfigDirectory conf, String... flags) {
    List<String> arguments = new ArrayList<>(List.of("serve", conf.toString()));
    arguments.addAll(List.of("--listen", "127.0.0.1:0", "--admin", "127.0.0.1:0"));
    // No client of a test needs time to go elsewhere.
    arguments.addAll(List.of("--drain", "0"));
    arguments.addAll(List.of(flags));
    return new Serving(Map.of(), arguments);
  }

  public int xdsPort() {
    return xdsPort;
  }

  public int adminPort() {
    return URI.create(admin).getPort();
  }

  public HttpResponse<String> get(String path) {
    try {
      return http.send(
          HttpRequest.newBuilder(URI.create(admin + path)).build(),
          HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new AssertionError(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  /** Ends it as SIGTERM does; its exit code. */
  public int stop() {
    stop.request();
    try {
      return code.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new AssertionError("it does not end", e);
    }
  }

  @Override
  public void close() {
    stop();
  }
}
