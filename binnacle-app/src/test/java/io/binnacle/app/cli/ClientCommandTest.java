package io.binnacle.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.app.harness.Run;
import io.binnacle.core.view.Snapshot;
import io.binnacle.server.XdsServer;
import io.binnacle.server.catalog.Catalog;
import io.binnacle.server.catalog.NodeAssigner;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClientCommandTest {

  private final Catalog catalog = new Catalog(NodeAssigner.everyNodeGets("edge"));
  private final XdsServer server =
      XdsServer.builder(catalog).listen("127.0.0.1", 0).build().start();

  @AfterEach
  void stop() {
    server.close();
  }

  private String address() {
    return "127.0.0.1:" + server.port();
  }

  private void publish(String... clusters) {
    Snapshot.Builder snapshot = Snapshot.builder();
    for (String cluster : clusters) {
      snapshot.add(Cluster.newBuilder().setName(cluster).build());
    }
    catalog.publish("edge", snapshot.build());
  }

  @ParameterizedTest
  @ValueSource(strings = {"ads-delta", "ads-sotw", "delta", "sotw", "rest"})
  void itPrintsWhatAServerHasInEveryVariant(String variant) {
    publish("blue", "green");

    Run run = Run.of("client", address(), "--node", "n", "--variant", variant, "--once", "cds");

    assertThat(run.err()).isEmpty();
    assertThat(run.code()).isZero();
    assertThat(run.out().lines())
        .hasSize(2)
        .anyMatch(line -> line.startsWith("+ CDS blue  version "))
        .anyMatch(line -> line.startsWith("+ CDS green  version "));
  }

  @Test
  void contentIsPrintedAsYamlAndWhatIsMissingIsNamed() {
    publish("blue");

    Run run =
        Run.of("client", address(), "--node", "n", "--once", "-o", "yaml", "cds/blue", "cds/no");

    assertThat(run.code()).isZero();
    assertThat(run.out()).contains("name: blue", "# - CDS no  REMOVED");
  }

  @Test
  void aRefusalIsShownOnBothSides() {
    publish("blue", "green");

    Run run =
        Run.of(
            "client",
            address(),
            "--node",
            "n",
            "--once",
            "-v",
            "--nack",
            "bl.*",
            "cds/blue",
            "cds/green");

    assertThat(run.out())
        .contains("! CDS blue  INVALID: ", "refused by --nack bl.*", "+ CDS green  version ");
    assertThat(run.err())
        .contains("= stream to " + address(), "> ", ", NACK", "<   refused blue: ");
  }

  @Test
  void aServerThatIsNotThereIsUnreachable() {
    String address = address();
    server.close();

    Run run = Run.of("client", address, "--node", "n", "--once", "--within", "300ms", "cds");

    assertThat(run.code()).isEqualTo(69);
    assertThat(run.err()).contains("no answer for CDS *");
  }

  @Test
  void whatCannotBeMeantIsWrongUse() {
    assertThat(Run.of("client", address(), "xyz").code()).isEqualTo(64);
    assertThat(Run.of("client", address(), "--variant", "magic").code()).isEqualTo(64);
    assertThat(Run.of("client", address(), "--cert", "a").code()).isEqualTo(64);
    assertThat(Run.of("client", address(), "-o", "xml").code()).isEqualTo(64);
    assertThat(Run.of("client", address(), "--ca", "no-such.pem").code()).isEqualTo(64);
  }
}
