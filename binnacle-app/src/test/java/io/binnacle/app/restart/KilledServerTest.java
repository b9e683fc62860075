package io.binnacle.app.restart;

import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.app.harness.Await;
import io.binnacle.app.harness.RealEnvoy;
import io.binnacle.rules.Rule;
import io.binnacle.server.internal.threads.OwnThreads;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A real Envoy under load, whose traffic moves to a new cluster again and again while the old one
 * vanishes, and whose server is killed ({@code kill -9}) at random moments and started again. The
 * changes go on while no server is there. Not one request may fail.
 *
 * <p>With {@code -Dbinnacle.long=true} the server is killed 100 times in each case.
 */
class KilledServerTest {

  private static final int KILLS = Boolean.getBoolean("binnacle.long") ? 100 : 5;
  private static final long SEED = 20261122;
  private static final String GROUP =
      """
      group: edge
      listeners:
      - name: http
        address: {socket_address: {address: 127.0.0.1, port_value: 0}}
        filter_chains:
        - filters:
          - name: hcm
            typed_config:
              "@type": type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager
              stat_prefix: http
              rds: {route_config_name: main, config_source: {resource_api_version: V3, ads: {}}}
              http_filters: [{name: router, typed_config: {"@type": type.googleapis.com/envoy.extensions.filters.http.router.v3.Router}}]
      routes:
      - name: main
        virtual_hosts: [{name: all, domains: ['*'], routes: [{match: {prefix: /}, route: {cluster: pool-%1$d}}]}]
      clusters:
      - name: pool-%1$d
        connect_timeout: 1s
        type: EDS
        eds_cluster_config: {eds_config: {resource_api_version: V3, ads: {}}}
      endpoints:
      - cluster_name: pool-%1$d
        endpoints: [{lb_endpoints: [{endpoint: {address: {socket_address: {address: 127.0.0.1, port_value: %2$d}}}}]}]
      """;

  @TempDir private Path temp;
  private final Random random = new Random(SEED);
  private int backendPort;
  private volatile int generation;
  private volatile boolean swapping = true;

  @ParameterizedTest
  @ValueSource(strings = {"GRPC", "DELTA_GRPC"})
  @Rule("O-10")
  void serverThatIsKilledUnderConstantSwapsFailsNoRequest(String apiType) throws IOException {
    RealEnvoy.path();
    backendPort = freePort();
    int xdsPort = freePort();
    Path conf = Files.createDirectory(temp.resolve("conf"));
    write(conf);
    List<String> flags = List.of("--data", temp.resolve("data").toString());
    try (ServerProcess server =
        new ServerProcess(conf, xdsPort, temp.resolve("server.log"), flags)) {
      server.start();
      try (EnvoyUnderLoad envoy = new EnvoyUnderLoad(temp, apiType, xdsPort, backendPort)) {
        CompletableFuture<Void> swaps =
            CompletableFuture.runAsync(() -> swap(conf), OwnThreads.named("swaps"));
        for (int i = 0; i < KILLS; i++) {
          pause(random.nextInt(i % 2 == 0 ? 3_000 : 300)); // often before the Envoy is back
          server.kill();
          server.start();
        }
        swapping = false;
        swaps.join();
        Await.until(
            "only the last cluster is left",
            envoy::activeClusters,
            Set.of("pool-" + generation)::equals);
        Map<String, Integer> outcomes = envoy.stopLoad();
        assertThat(outcomes).containsOnlyKeys("200");
      }
    }
  }

  private void swap(Path conf) {
    Random pauses = new Random(SEED);
    while (swapping) {
      pause(pauses.nextInt(200));
      generation++;
      write(conf);
    }
  }

  private void write(Path conf) {
    try {
      Path next = temp.resolve("next.yaml");
      Files.writeString(next, GROUP.formatted(generation, backendPort));
      Files.move(next, conf.resolve("edge.yaml"), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The moment of a kill is to be any. */
  private static void pause(int millis) {
    long until = System.nanoTime() + millis * 1_000_000L;
    while (System.nanoTime() < until) {
      LockSupport.parkNanos(until - System.nanoTime());
    }
  }

  /** Below those that the system gives to clients, so that none of them takes it meanwhile. */
  private int freePort() throws IOException {
    for (int port = 20_000 + new Random().nextInt(8_000); ; port++) {
      try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        return socket.getLocalPort();
      } catch (IOException e) {
        if (port > 32_000) {
          throw e;
        }
      }
    }
  }
}
