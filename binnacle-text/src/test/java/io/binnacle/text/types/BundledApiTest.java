package io.binnacle.text.types;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.DynamicMessage;
import com.google.protobuf.Message;
import io.binnacle.rules.Rule;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Envoy API that the build takes out of an Envoy. */
@Rule("G-7")
class BundledApiTest {

  @TempDir private Path temp;

  private BundledApi bundled() throws Exception {
    String envoy = System.getenv().getOrDefault("BINNACLE_ENVOY", "");
    if (!"1".equals(System.getenv("BINNACLE_REQUIRE_PEERS"))) {
      Assumptions.assumeFalse(envoy.isEmpty(), "no Envoy: set BINNACLE_ENVOY (tools/envoy)");
    }
    ApiBundler.bundle(Path.of(envoy), temp);
    try (InputStream in = new GZIPInputStream(Files.newInputStream(descriptors()))) {
      return new BundledApi("1.40.0", in.readAllBytes());
    }
  }

  private Path descriptors() {
    return temp.resolve(BundledApi.DESCRIPTORS);
  }

  @Test
  void eachOfItsTypesIsLinkedWhenItIsAskedFor() throws Exception {
    BundledApi api = bundled();

    assertThat(api.names()).hasSizeGreaterThan(1_500);
    for (String name : api.names()) {
      Message found = api.find(name);
      assertThat(found).as(name).isInstanceOf(DynamicMessage.class);
      assertThat(found.getDescriptorForType().getFullName()).isEqualTo(name);
    }
    assertThat(api.find("envoy.config.cluster.v3.Cluster"))
        .isSameAs(api.find("envoy.config.cluster.v3.Cluster"));
    assertThat(api.find("envoy.config.cluster.v3.Clustr")).isNull();
  }

  @Test
  void itsOptionsAreThoseThatChecksRead() throws Exception {
    Message cluster = bundled().find("envoy.config.cluster.v3.Cluster");

    assertThat(cluster.getDescriptorForType().findFieldByName("connect_timeout").getOptions())
        .asString()
        .contains("[validate.rules]");
  }

  @Test
  void whatIsThereForThisEnvoyIsNotMadeAnew() throws Exception {
    bundled();
    Files.writeString(descriptors(), "as it was");

    ApiBundler.bundle(Path.of(System.getenv("BINNACLE_ENVOY")), temp);
    assertThat(Files.readString(descriptors())).isEqualTo("as it was");
    Files.writeString(temp.resolve(BundledApi.FACTS), "version=1.39.0\n");
    ApiBundler.bundle(Path.of(System.getenv("BINNACLE_ENVOY")), temp);
    assertThat(Files.size(descriptors())).isGreaterThan(10_000);
  }

  @Test
  void theJarHasOneAndItIsNewerThanTheClasses() throws IOException {
    boolean required = "1".equals(System.getenv("BINNACLE_REQUIRE_PEERS"));
    Assumptions.assumeTrue(
        required || BundledApi.instance() != null, "the build could not bundle the Envoy API");

    TypeCatalog newest = TypeCatalog.newest();
    assertThat(newest.apiName()).matches("Envoy API 1\\.\\d+\\.\\d+");
    String tracing = "envoy.config.route.v3.Tracing";
    assertThat(newest.find(tracing).getDescriptorForType().findFieldByName("operation"))
        .isNotNull();
    assertThat(
            TypeCatalog.generated()
                .find(tracing)
                .getDescriptorForType()
                .findFieldByName("operation"))
        .isNull();
  }
}
