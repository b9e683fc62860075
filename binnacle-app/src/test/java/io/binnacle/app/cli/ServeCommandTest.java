package io.binnacle.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.InvalidProtocolBufferException;
import io.binnacle.app.harness.Await;
import io.binnacle.app.harness.ConfigDirectory;
import io.binnacle.app.harness.Run;
import io.binnacle.app.harness.Serving;
import io.binnacle.app.harness.XdsClient;
import io.binnacle.rules.Rule;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryResponse;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServeCommandTest {

  private static final String BACKEND_7S = ConfigDirectory.CLUSTER.replace("1s", "7s");

  @TempDir private Path temp;
  private ConfigDirectory conf;

  @BeforeEach
  void makeDirectory() {
    conf = ConfigDirectory.in(temp).with("edge.yaml", ConfigDirectory.CLUSTER);
  }

  @Test
  void anEditIsServedWithinASecond() {
    try (Serving serving = Serving.of(conf);
        XdsClient client = new XdsClient(serving.xdsPort(), "a")) {
      assertThat(cluster(client.next()).getConnectTimeout().getSeconds()).isEqualTo(1);
      client.ack();

      long edited = System.nanoTime();
      conf.with("edge.yaml", BACKEND_7S);

      assertThat(cluster(client.next()).getConnectTimeout().getSeconds()).isEqualTo(7);
      assertThat(Duration.ofNanos(System.nanoTime() - edited)).isLessThan(Duration.ofSeconds(1));
    }
  }

  @Test
  void aBadEditIsRefusedAndTheLastGoodStateStays() {
    try (Serving serving = Serving.of(conf);
        XdsClient client = new XdsClient(serving.xdsPort(), "a")) {
      client.next();
      client.ack();

      conf.with("edge.yaml", ConfigDirectory.BROKEN);
      Await.until(
          "the refusal is counted",
          () -> serving.get("/metrics").body(),
          text -> text.contains("xds_config_reloads_total{result=\"failure\""));

      assertThat(client.isQuiet()).isTrue();
      try (XdsClient late = new XdsClient(serving.xdsPort(), "b")) {
        assertThat(cluster(late.next()).getConnectTimeout().getSeconds()).isEqualTo(1);
      }
      assertThat(serving.get("/readyz").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void itSaysWhereItListensAndEndsInOrder() throws IOException {
    Path readyFile = temp.resolve("ready");
    Serving serving = Serving.of(conf, "--ready-file", readyFile.toString());

    assertThat(Files.readString(readyFile))
        .startsWith("ready xds=127.0.0.1:" + serving.xdsPort() + " admin=127.0.0.1:")
        .endsWith("\n");
    assertThat(serving.stop()).isZero();
  }

  @Test
  void aStartWithoutOneGoodGroupIsBadData() {
    conf.with("edge.yaml", ConfigDirectory.BROKEN);

    Run run = serve();

    assertThat(run.code()).isEqualTo(65);
    assertThat(run.err()).contains("no group could be loaded from " + conf);
  }

  @Test
  void aStartWithOneGoodGroupServesIt() {
    conf.with("other.yaml", "nodes: [{id: other}]\n" + ConfigDirectory.BROKEN);

    try (Serving serving = Serving.of(conf);
        XdsClient client = new XdsClient(serving.xdsPort(), "a")) {
      assertThat(cluster(client.next()).getName()).isEqualTo("backend");
    }
  }

  @Test
  void aPortThatIsTakenIsSaidWithTheFlagThatHelps() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Run run =
          Run.of(
              "serve",
              conf.toString(),
              "--listen",
              "127.0.0.1:" + taken.getLocalPort(),
              "--admin",
              "127.0.0.1:0");

      assertThat(run.code()).isEqualTo(69);
      assertThat(run.err()).contains(String.valueOf(taken.getLocalPort()), "--listen");
    }
  }

  @Test
  @Rule("Z-1")
  void plaintextForOtherMachinesIsRefusedUnlessItIsReallyMeant() {
    Run xds = serve("--listen", "0.0.0.0:0");
    assertThat(xds.code()).isEqualTo(64);
    assertThat(xds.err()).contains("--tls-cert", "--insecure", "127.0.0.1");
    Run admin = serve("--admin", "0.0.0.0:0");
    assertThat(admin.code()).isEqualTo(64);
    assertThat(admin.err()).contains("--admin-tls-cert", "--insecure");

    try (Serving serving = Serving.of(conf, "--quiet-time", "10ms", "--insecure")) {
      assertThat(serving.get("/livez").statusCode()).isEqualTo(200);
    }
  }

  @Test
  @Rule("O-4")
  void theBoundsOfMakeBeforeBreakCanBeSet() {
    assertThat(serve("--hold-changes", "soon").err()).contains("--hold-changes", "such as 10s");

    try (Serving serving = Serving.of(conf, "--hold-changes", "1s", "--hold-removals", "2m")) {
      assertThat(serving.get("/livez").statusCode()).isEqualTo(200);
    }
  }

  @Test
  @Rule("O-10")
  void aDataDirectoryIsForOneServer() {
    String data = temp.resolve("data").toString();
    try (Serving serving = Serving.of(conf, "--data", data)) {
      assertThat(serving.get("/livez").statusCode()).isEqualTo(200);

      Run second = serve("--data", data);
      assertThat(second.code()).isEqualTo(1);
      assertThat(second.err()).contains("--data", data, "in use by another server");
    }
    try (Serving again = Serving.of(conf, "--data", data)) {
      assertThat(again.get("/livez").statusCode()).isEqualTo(200);
    }
  }

  // Break: Revisions.newestFiles gives none.
  @Test
  @Rule("G-6b")
  void aStartWithoutItsDirectoryServesTheNewestRevision() throws IOException {
    String data = temp.resolve("data").toString();
    try (Serving serving = Serving.of(conf, "--data", data)) {
      assertThat(serving.get("/readyz").statusCode()).isEqualTo(200);
    }
    Path away = temp.resolve("away");
    Files.move(Path.of(conf.toString()), away);
    try (Serving again = Serving.of(conf, "--data", data)) {
      assertThat(again.get("/readyz").statusCode()).isEqualTo(200);
    }
    Run without = serve("--data", temp.resolve("other").toString());
    assertThat(without.code()).isEqualTo(65);
  }

  @Test
  void tlsFilesThatAreNotThereOrHalfOfAPairAreNamed() {
    assertThat(serve("--tls-cert", "x.pem").err()).contains("--tls-cert and --tls-key");
    assertThat(serve("--tls-client-ca", "x.pem").err()).contains("--tls-client-ca needs");
    Run missing = serve("--tls-cert", "nowhere.pem", "--tls-key", "nowhere.key");
    assertThat(missing.code()).isEqualTo(64);
    assertThat(missing.err()).contains("nowhere.pem", "no such file");
  }

  /** With any free ports, unless the flags say otherwise. */
  private Run serve(String... flags) {
    List<String> arguments = new ArrayList<>(List.of("serve", conf.toString()));
    arguments.addAll(List.of(flags));
    for (String port : List.of("--listen", "--admin")) {
      if (!arguments.contains(port)) {
        arguments.addAll(List.of(port, "127.0.0.1:0"));
      }
    }
    return Run.of(arguments.toArray(new String[0]));
  }

  private static Cluster cluster(DiscoveryResponse response) {
    try {
      return response.getResources(0).unpack(Cluster.class);
    } catch (InvalidProtocolBufferException e) {
      throw new AssertionError(e);
    }
  }
}
