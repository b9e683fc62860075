package io.binnacle.client.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GrpcBootstrapTest {

  private static final String WHOLE =
      """
      {
        "xds_servers": [
          {"server_uri": "dns:///first:443",
           "channel_creds": [
             {"type": "google_default"},
             {"type": "tls", "config": {"ca_certificate_file": "/ca.pem", "certificate_file": "/me.pem",
                                        "private_key_file": "/me.key", "refresh_interval": "1.5s"}}],
           "call_creds": [{"type": "other"}, {"type": "jwt_token_file", "config": {"jwt_token_file": "/token"}}],
           "server_features": ["xds_v3", "ignore_resource_deletion"]},
          {"server_uri": "second:80", "channel_creds": [{"type": "insecure"}]}
        ],
        "authorities": {
          "lab": {"xds_servers": [{"server_uri": "lab:80", "channel_creds": [{"type": "insecure"}]}]},
          "": {}
        },
        "node": {"id": "n1", "cluster": "c", "locality": {"region": "r"}, "metadata": {"a": {"b": 1}}},
        "certificate_providers": {"ignored": {}}
      }
      """;

  private static String wrong(String text) {
    try {
      GrpcBootstrap.parse("b.json", text);
      return "nothing";
    } catch (BadBootstrapException e) {
      assertThat(e.findings()).isNotEmpty();
      return e.getMessage();
    }
  }

  @Test
  void everythingAClientCanUseIsRead() {
    ClientBootstrap settings = GrpcBootstrap.parse("b.json", WHOLE);

    assertThat(settings.node().getId()).isEqualTo("n1");
    assertThat(settings.node().getLocality().getRegion()).isEqualTo("r");
    assertThat(settings.node().getMetadata().getFieldsOrThrow("a").hasStructValue()).isTrue();
    assertThat(settings.servers())
        .extracting(XdsSource::name)
        .containsExactly("dns:///first:443", "second:80");
    GrpcSource first = (GrpcSource) settings.servers().get(0);
    assertThat(first.security())
        .isEqualTo(
            new TlsFiles(
                Path.of("/ca.pem"),
                Path.of("/me.pem"),
                Path.of("/me.key"),
                Duration.ofMillis(1500)));
    assertThat(first.callCredentials()).hasToString("token in " + Path.of("/token"));
    assertThat(first.features()).contains(GrpcSource.IGNORE_RESOURCE_DELETION);
    assertThat(first.delta()).as("gRPC's clients speak state of the world").isFalse();
    assertThat(first.aggregated()).isTrue();
    assertThat(((GrpcSource) settings.servers().get(1)).security())
        .isEqualTo(ChannelSecurity.PLAINTEXT);
    assertThat(settings.authorities())
        .isEqualTo(Map.of("lab", List.of(GrpcSource.plaintext("lab:80")), "", List.of()));
  }

  @Test
  void whatCannotBeUsedIsToldWithItsPlace() {
    assertThat(wrong("[]")).isEqualTo("b.json:1:1: this is a list, expected a map");
    assertThat(wrong("")).startsWith("b.json:1:1:");
    assertThat(wrong("{}")).isEqualTo("b.json:1:1: xds_servers: names no server");
    assertThat(wrong("{\"xds_servers\":[{\n\"server_uri\":\"a\"}]}"))
        .startsWith("b.json:1:17: channel_creds: names none; use insecure or tls");
    assertThat(
            wrong(
                "{\"xds_servers\":[{\"server_uri\":\"a\",\"channel_creds\":[{\"type\":\"magic\"}]}]}"))
        .contains("none of [magic] is known here");
    assertThat(wrong("{\"xds_servers\":[{\"channel_creds\":[{\"type\":\"insecure\"}]}]}"))
        .contains("server_uri: is missing");
    assertThat(wrong(WHOLE.replace("1.5s", "soon"))).contains("'soon' is no time such as 600s");
    assertThat(wrong(WHOLE.replace("\"cluster\": \"c\"", "\"clutser\": \"c\"")))
        .contains("b.json:16:")
        .contains("did you mean 'cluster'?");
    assertThat(wrong(WHOLE.replace("\"private_key_file\": \"/me.key\",", "")))
        .contains("come together");
  }

  @Test
  void theEnvironmentNamesAFileOrHoldsTheText(@TempDir Path directory) throws IOException {
    Path file = directory.resolve("bootstrap.json");
    Files.writeString(file, WHOLE);

    assertThat(
            GrpcBootstrap.ofEnvironment(
                Map.of("GRPC_XDS_BOOTSTRAP", file.toString(), "GRPC_XDS_BOOTSTRAP_CONFIG", "{}")))
        .extracting(settings -> settings.node().getId())
        .isEqualTo("n1");
    assertThat(GrpcBootstrap.ofEnvironment(Map.of("GRPC_XDS_BOOTSTRAP_CONFIG", WHOLE)).servers())
        .hasSize(2);
    assertThatThrownBy(() -> GrpcBootstrap.ofEnvironment(Map.of()))
        .hasMessage("neither GRPC_XDS_BOOTSTRAP nor GRPC_XDS_BOOTSTRAP_CONFIG is set");
  }
}
