package io.binnacle.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.binnacle.app.harness.Await;
import io.binnacle.app.harness.ConfigDirectory;
import io.binnacle.app.harness.Lines;
import io.binnacle.app.harness.RealEnvoy;
import io.binnacle.app.process.StopSignal;
import io.binnacle.rules.Rule;
import io.binnacle.server.internal.threads.OwnThreads;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A listener without a name, as most of Envoy's examples have it, that a real Envoy takes over LDS.
 * Envoy would make up a name at random, and a random name would be another listener after each
 * edit.
 */
class UnnamedListenerEnvoyTest {

  /** A bootstrap, but for the port, which the demo chooses. */
  private static final String PASTED =
      """
      admin:
        address: {socket_address: {address: 127.0.0.1, port_value: 9901}}
      static_resources:
        listeners:
        - address: {socket_address: {address: 127.0.0.1, port_value: "${env.LISTENER_PORT:-10000}"}}
          per_connection_buffer_limit_bytes: 65536
          filter_chains:
          - filters:
            - name: envoy.filters.network.http_connection_manager
              typed_config:
                "@type": type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager
                stat_prefix: ingress
                route_config:
                  virtual_hosts:
                  - name: all
                    domains: ["*"]
                    routes:
                    - match: {prefix: /}
                      direct_response: {status: 200, body: {inline_string: first}}
                http_filters:
                - name: envoy.filters.http.router
                  typed_config:
                    "@type": type.googleapis.com/envoy.extensions.filters.http.router.v3.Router
      """;

  private static final Pattern ENVOY =
      Pattern.compile("proxy on (http://\\S+), its admin on (http://\\S+)/");

  @TempDir private Path temp;
  private final StopSignal stop = new StopSignal();
  private final Lines out = new Lines();

  /** Break: {@code ListenerNames} adds a random number to the name. */
  @Test
  @Rule("G-2")
  void envoyTakesItOverLdsAndUpdatesItInPlace() throws Exception {
    ConfigDirectory conf = ConfigDirectory.in(temp).with("pasted.yaml", PASTED);
    CompletableFuture<Integer> code = demo(conf, RealEnvoy.path());
    Matcher envoy = ENVOY.matcher(out.await(line -> ENVOY.matcher(line).find()));
    assertThat(envoy.find()).isTrue();
    URI proxy = URI.create(envoy.group(1));
    URI listeners = URI.create(envoy.group(2) + "/config_dump?resource=dynamic_listeners");
    URI added =
        URI.create(envoy.group(2) + "/stats?filter=listener_manager.listener_added&format=json");
    String name = "127.0.0.1_" + proxy.getPort();
    Await.until("it serves", () -> get(proxy), "first"::equals);
    assertThat(names(listeners)).containsExactly(name);

    conf.with("pasted.yaml", PASTED.replace("first", "second"));
    Await.until("routes in it change", () -> get(proxy), "second"::equals);
    assertThat(names(listeners)).containsExactly(name);

    conf.with("pasted.yaml", PASTED.replace("first", "third").replace("65536", "32768"));
    Await.until("it changes as a whole", () -> get(proxy), "third"::equals);
    assertThat(names(listeners)).containsExactly(name);
    assertThat(json(added).at("/stats/0/value").asInt()).isEqualTo(1);

    stop.request();
    assertThat(code.get(30, TimeUnit.SECONDS)).isZero();
  }

  private CompletableFuture<Integer> demo(ConfigDirectory conf, String envoy) {
    PrintWriter err = new PrintWriter(new StringWriter());
    Binnacle binnacle =
        new Binnacle(Map.of("BINNACLE_ENVOY", envoy), new PrintWriter(out), err, stop);
    return CompletableFuture.supplyAsync(
        () -> binnacle.run("demo", conf.toString()), OwnThreads.named("demo"));
  }

  private static List<String> names(URI listeners) throws IOException {
    List<String> names = new ArrayList<>();
    json(listeners).path("configs").forEach(each -> names.add(each.path("name").asText()));
    return names;
  }

  private static JsonNode json(URI uri) throws IOException {
    return new ObjectMapper().readTree(get(uri));
  }

  private static String get(URI uri) {
    try {
      return HttpClient.newHttpClient()
          .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString())
          .body();
    } catch (IOException e) {
      return "no answer: " + e;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }
}
