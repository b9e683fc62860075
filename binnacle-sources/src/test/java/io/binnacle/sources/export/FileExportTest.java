package io.binnacle.sources.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.Any;
import io.binnacle.core.resource.Resource;
import io.binnacle.core.view.Snapshot;
import io.binnacle.core.view.View;
import io.binnacle.rules.Rule;
import io.binnacle.sources.export.FileExport.Format;
import io.binnacle.sources.export.FileExport.Result;
import io.binnacle.text.types.TypeCatalog;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import io.envoyproxy.envoy.config.core.v3.AggregatedConfigSource;
import io.envoyproxy.envoy.config.core.v3.ConfigSource;
import io.envoyproxy.envoy.config.core.v3.PathConfigSource;
import io.envoyproxy.envoy.config.core.v3.TypedExtensionConfig;
import io.envoyproxy.envoy.config.endpoint.v3.ClusterLoadAssignment;
import io.envoyproxy.envoy.config.endpoint.v3.LbEndpoint;
import io.envoyproxy.envoy.config.endpoint.v3.LedsClusterLocalityConfig;
import io.envoyproxy.envoy.config.endpoint.v3.LocalityLbEndpoints;
import io.envoyproxy.envoy.config.route.v3.RouteConfiguration;
import io.envoyproxy.envoy.config.route.v3.ScopedRouteConfiguration;
import io.envoyproxy.envoy.config.route.v3.Vhds;
import io.envoyproxy.envoy.config.route.v3.VirtualHost;
import io.envoyproxy.envoy.extensions.transport_sockets.tls.v3.Secret;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FileExportTest {

  private static final ConfigSource ADS =
      ConfigSource.newBuilder().setAds(AggregatedConfigSource.getDefaultInstance()).build();

  @TempDir private Path temp;

  private FileExport export(Format format) {
    return new FileExport(temp.resolve("out"), "/etc/envoy", TypeCatalog.generated(), format);
  }

  private String file(String path) throws IOException {
    return Files.readString(temp.resolve("out").resolve(path));
  }

  private List<String> files() throws IOException {
    try (Stream<Path> all = Files.walk(temp.resolve("out"))) {
      return all.filter(Files::isRegularFile)
          .map(path -> temp.resolve("out").relativize(path).toString())
          .filter(path -> !path.startsWith("."))
          .sorted()
          .toList();
    }
  }

  private static Cluster edsCluster(String name, String service) {
    return Cluster.newBuilder()
        .setName(name)
        .setType(Cluster.DiscoveryType.EDS)
        .setEdsClusterConfig(
            Cluster.EdsClusterConfig.newBuilder().setEdsConfig(ADS).setServiceName(service))
        .build();
  }

  private static ClusterLoadAssignment assignment(String name) {
    return ClusterLoadAssignment.newBuilder().setClusterName(name).build();
  }

  @ParameterizedTest
  @EnumSource
  @Rule("F-2")
  void eachAssignmentAndRouteHasItsFileAndSourcesPointAtThem(Format format) throws Exception {
    Result result =
        export(format)
            .replaceWith(
                View.of(
                    Snapshot.of(
                        edsCluster("a", ""),
                        edsCluster("b", "service/of b"),
                        assignment("a"),
                        assignment("service/of b"),
                        RouteConfiguration.newBuilder().setName("..").build())));

    String end = format.extension();
    assertThat(files())
        .containsExactly(
            "cds" + end,
            "eds/a" + end,
            "eds/service%2Fof%20b" + end,
            "lds" + end,
            "rds/%2E." + end,
            "srds" + end);
    assertThat(file("cds" + end))
        .contains("/etc/envoy/eds/a" + end, "/etc/envoy/eds/service%2Fof%20b" + end)
        .contains("path_config_source")
        .doesNotContain("ads:", "\"ads\"");
    assertThat(result.problems()).isEmpty();
    assertThat(result.touched()).hasSize(6);
    assertThat(List.copyOf(result.touched()).subList(4, 6))
        .as("what refers to others comes behind them")
        .containsExactly("cds" + end, "lds" + end);
  }

  @Test
  @Rule("F-2")
  void onlyWhatIsNotTheSameIsWrittenAndWhatNothingRefersToIsRemovedLast() throws Exception {
    FileExport export = export(Format.YAML);
    export.replaceWith(Snapshot.of(edsCluster("a", ""), assignment("a")));
    assertThat(export.replaceWith(Snapshot.of(edsCluster("a", ""), assignment("a"))).touched())
        .isEmpty();
    Path foreign = Files.writeString(temp.resolve("out/eds/foreign.yaml"), "not ours");

    Result result = export.replaceWith(Snapshot.of(edsCluster("b", ""), assignment("b")));

    assertThat(result.touched()).containsExactly("eds/b.yaml", "cds.yaml", "eds/a.yaml");
    assertThat(foreign).exists();
    assertThat(temp.resolve("out/eds/a.yaml")).doesNotExist();
  }

  @Test
  @Rule("F-2")
  void aFileThatIsReferredToIsThereThoughNothingIsKnownOfIt() throws Exception {
    Result result = export(Format.YAML).replaceWith(Snapshot.of(edsCluster("a", "missing")));

    assertThat(file("eds/missing.yaml")).contains("cluster_name: missing");
    assertThat(result.problems()).singleElement().asString().contains("EDS missing");
  }

  @Test
  @Rule("F-2")
  void whatOnlyDeltaStreamsCarryIsWrittenIntoWhatItBelongsTo() throws Exception {
    String glob = "xdstp://x/envoy.config.endpoint.v3.LbEndpoint/pool/*";
    LedsClusterLocalityConfig collection =
        LedsClusterLocalityConfig.newBuilder()
            .setLedsConfig(ADS)
            .setLedsCollectionName(glob)
            .build();
    ClusterLoadAssignment pool =
        assignment("pool").toBuilder()
            .addEndpoints(LocalityLbEndpoints.newBuilder().setLedsClusterLocalityConfig(collection))
            .build();
    LbEndpoint member = LbEndpoint.newBuilder().setEndpointName("member").build();
    VirtualHost host = VirtualHost.newBuilder().setName("host").build();
    Snapshot snapshot =
        Snapshot.builder()
            .add(pool)
            .add(Resource.builder(glob.replace("*", "one"), member).build())
            .add(
                RouteConfiguration.newBuilder()
                    .setName("r")
                    .setVhds(Vhds.newBuilder().setConfigSource(ADS))
                    .build())
            .add(Resource.builder("r/host", host).build())
            .add(
                ScopedRouteConfiguration.newBuilder()
                    .setName("s")
                    .setRouteConfigurationName("r")
                    .build())
            .build();

    assertThat(export(Format.YAML).replaceWith(snapshot).problems()).isEmpty();

    assertThat(file("eds/pool.yaml")).contains("endpoint_name: member").doesNotContain("leds");
    assertThat(file("rds/r.yaml")).contains("name: host").doesNotContain("vhds");
    assertThat(file("srds.yaml")).contains("route_configuration:", "name: host");
  }

  @Test
  @Rule("F-2")
  void aSourceThatIsAPathAlreadyStays() throws Exception {
    ConfigSource mine =
        ConfigSource.newBuilder()
            .setPathConfigSource(PathConfigSource.newBuilder().setPath("/mine.yaml"))
            .build();
    Cluster cluster =
        edsCluster("a", "").toBuilder()
            .setEdsClusterConfig(Cluster.EdsClusterConfig.newBuilder().setEdsConfig(mine))
            .build();

    export(Format.YAML).replaceWith(Snapshot.of(cluster));

    assertThat(file("cds.yaml")).contains("/mine.yaml");
  }

  @Test
  @Rule("F-3")
  void aStateThatCannotBeWrittenLeavesEveryFileAsItIs() throws Exception {
    FileExport export = export(Format.YAML);
    export.replaceWith(Snapshot.of(assignment("a")));
    String before = file("eds/a.yaml");
    Any unknown = Any.newBuilder().setTypeUrl("type.googleapis.com/acme.Thing").build();
    Snapshot bad =
        Snapshot.of(TypedExtensionConfig.newBuilder().setName("x").setTypedConfig(unknown).build());

    assertThatThrownBy(() -> export.replaceWith(bad))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("x", "acme.Thing");

    assertThat(file("eds/a.yaml")).isEqualTo(before);
    assertThat(files()).noneMatch(path -> path.contains("tmp"));
  }

  @Test
  @Rule({"F-2", "SDS-1"})
  void secretsAreForTheirOwnerOnly() throws Exception {
    export(Format.YAML)
        .replaceWith(Snapshot.of(Secret.newBuilder().setName("s").build(), assignment("a")));

    FileStore store = Files.getFileStore(temp);
    if (store.supportsFileAttributeView("posix")) {
      assertThat(modes("sds/s.yaml")).isEqualTo("rw-------");
      assertThat(modes("eds/a.yaml")).isEqualTo("rw-r--r--");
    }
  }

  private String modes(String path) throws IOException {
    return PosixFilePermissions.toString(
        Files.getPosixFilePermissions(temp.resolve("out").resolve(path)));
  }

  @Test
  @Rule("F-2")
  void namesThatAreNoFileNamesAreEscapedAndDifferentNamesStayDifferent() {
    assertThat(FileNames.escaped("outbound|80||a.b")).isEqualTo("outbound%7C80%7C%7Ca.b");
    assertThat(FileNames.escaped("../../x")).isEqualTo("%2E.%2F..%2Fx");
    assertThat(FileNames.escaped("é")).isEqualTo("%C3%A9");
    String one = FileNames.escaped("x".repeat(5_000) + "1");
    String two = FileNames.escaped("x".repeat(5_000) + "2");
    assertThat(one).isNotEqualTo(two).hasSizeLessThan(200);
  }
}
