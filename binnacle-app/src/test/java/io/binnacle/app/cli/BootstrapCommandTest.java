package io.binnacle.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.Message;
import io.binnacle.app.harness.Run;
import io.binnacle.text.Findings;
import io.binnacle.text.decode.MessageDecoder;
import io.binnacle.text.tree.SourceText;
import io.binnacle.text.types.TypeCatalog;
import io.envoyproxy.envoy.config.bootstrap.v3.Bootstrap;
import io.envoyproxy.envoy.config.core.v3.ApiConfigSource.ApiType;
import io.envoyproxy.envoy.config.core.v3.ConfigSource;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BootstrapCommandTest {

  @ParameterizedTest
  @CsvSource({
    "ads-sotw,  GRPC,       true",
    "ads-delta, DELTA_GRPC, true",
    "sotw,      GRPC,       false",
    "delta,     DELTA_GRPC, false",
    "rest,      REST,       false"
  })
  void everyVariantIsABootstrapOfItsKind(String variant, ApiType type, boolean ads) {
    Bootstrap bootstrap = envoy("--variant", variant);

    ConfigSource clusters = bootstrap.getDynamicResources().getCdsConfig();
    assertThat(clusters.hasAds()).isEqualTo(ads);
    assertThat(
            (ads ? bootstrap.getDynamicResources().getAdsConfig() : clusters.getApiConfigSource())
                .getApiType())
        .isEqualTo(type);
    assertThat(bootstrap.getStaticResources().getClusters(0).getName()).isEqualTo("xds");
  }

  @Test
  void theNodeIsWhatTheFlagsSay() {
    Bootstrap bootstrap =
        envoy(
            "--node",
            "edge: 1",
            "--cluster",
            "edge",
            "--metadata",
            "app.team=a",
            "--metadata",
            "app.tier=b",
            "--locality",
            "eu/eu-1");

    assertThat(bootstrap.getNode().getId()).isEqualTo("edge: 1");
    assertThat(
            bootstrap
                .getNode()
                .getMetadata()
                .getFieldsOrThrow("app")
                .getStructValue()
                .getFieldsOrThrow("tier")
                .getStringValue())
        .isEqualTo("b");
    assertThat(bootstrap.getNode().getLocality().getZone()).isEqualTo("eu-1");
  }

  @Test
  void aServerByNameIsLookedUpAndOneByAddressIsNot() {
    assertThat(envoy("--server", "xds.example:443").getStaticResources().getClusters(0).getType())
        .hasToString("STRICT_DNS");
    assertThat(envoy("--server", "[::1]:443").getStaticResources().getClusters(0).getType())
        .hasToString("STATIC");
  }

  @Test
  void aCertificateWithoutItsKeyOrWithoutTlsIsRefused() {
    assertThat(Run.of("bootstrap", "envoy", "--cert", "a.pem").err()).contains("--cert and --key");
    assertThat(Run.of("bootstrap", "envoy", "--cert", "a", "--key", "b").code()).isEqualTo(64);
    assertThat(
            envoy("--ca", "ca.pem", "--cert", "a.pem", "--key", "b.pem")
                .getStaticResources()
                .getClusters(0)
                .hasTransportSocket())
        .isTrue();
  }

  @Test
  void filesNeedTheirDirectory() {
    assertThat(Run.of("bootstrap", "envoy", "--variant", "files").code()).isEqualTo(64);
    assertThat(
            envoy("--variant", "files", "--files", "/etc/envoy")
                .getDynamicResources()
                .getLdsConfig()
                .getPathConfigSource()
                .getPath())
        .isEqualTo("/etc/envoy/lds.yaml");
  }

  @Test
  void grpcGetsJsonAndOnlyOneVariant() throws Exception {
    Run run = Run.of("bootstrap", "grpc", "--node", "a", "--server", "[::1]:1");

    assertThat(new ObjectMapper().readTree(run.out()).at("/xds_servers/0/server_uri").asText())
        .isEqualTo("[::1]:1");
    assertThat(Run.of("bootstrap", "grpc", "--variant", "delta").code()).isEqualTo(64);
  }

  /** Read with every finding told, so a field that Envoy does not have fails the test. */
  private static Bootstrap envoy(String... flags) {
    String[] arguments = new String[flags.length + 2];
    arguments[0] = "bootstrap";
    arguments[1] = "envoy";
    System.arraycopy(flags, 0, arguments, 2, flags.length);
    Run run = Run.of(arguments);
    assertThat(run.err()).isEmpty();
    Findings findings = new Findings();
    Message bootstrap =
        new MessageDecoder(TypeCatalog.generated())
            .decode(
                SourceText.parse("bootstrap.yaml", run.out(), findings).get(0),
                Bootstrap.getDefaultInstance(),
                "bootstrap",
                findings);
    assertThat(findings.sorted()).isEmpty();
    return (Bootstrap) Objects.requireNonNull(bootstrap);
  }
}
