package io.binnacle.client;

import static io.binnacle.client.ServerLab.cluster;
import static io.binnacle.client.ServerLab.millis;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.binnacle.client.event.ClientEvent;
import io.binnacle.rules.Rule;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import io.envoyproxy.envoy.extensions.transport_sockets.tls.v3.Secret;
import io.envoyproxy.envoy.extensions.transport_sockets.tls.v3.TlsCertificate;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a client holds outlives it, on disk. */
class DiskCacheTest {

  @TempDir private Path directory;

  private final ServerLab lab = new ServerLab();

  @AfterEach
  void close() {
    lab.close();
  }

  private XdsClient client(Way way) {
    return lab.keep(
        lab.builder()
            .server(way.to(lab.port()))
            .cacheDirectory(directory.resolve("cache"))
            .build());
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(directory.resolve("cache"))) {
      return files.toList();
    }
  }

  /** A client that held clusters a and b, and ended. */
  private void runOnce(Way way) {
    lab.publish(cluster("a", 1), cluster("b", 1));
    try (XdsClient client = client(way)) {
      Seen<Cluster> seen = new Seen<>();
      client.watchAll(ResourceKind.CLUSTER, seen);
      seen.value();
      seen.value();
    }
  }

  private static ResourceEvent.Updated<Cluster> updated(Seen<Cluster> seen) {
    ResourceEvent<Cluster> next = seen.next();
    while (!(next instanceof ResourceEvent.Updated)) {
      next = seen.next();
    }
    return (ResourceEvent.Updated<Cluster>) next;
  }

  @ParameterizedTest
  @EnumSource
  @Rule("C-15")
  void aRestartedClientHasItsLastConfigurationUntilAServerAnswers(Way way) {
    runOnce(way);
    lab.stop();

    Seen<Cluster> seen = new Seen<>();
    client(way).watch(ResourceKind.CLUSTER, "a", seen);
    ResourceEvent.Updated<Cluster> restored = seen.updated();
    assertThat(millis(restored.value())).isEqualTo(1);
    assertThat(restored.restored()).isTrue();

    lab.publish(cluster("a", 2), cluster("b", 1));
    lab.start();
    ResourceEvent.Updated<Cluster> fresh = updated(seen);
    assertThat(millis(fresh.value())).isEqualTo(2);
    assertThat(fresh.restored()).isFalse();
  }

  @Test
  @Rule({"C-8", "C-15"})
  void aRestartedClientTellsTheServerWhatItHas() {
    runOnce(Way.ADS_DELTA);
    lab.events.clear();

    client(Way.ADS_DELTA).watchAll(ResourceKind.CLUSTER, new Seen<>());
    ServerLab.awaitTrue(() -> !lab.events(ClientEvent.Requested.class).isEmpty());

    DeltaDiscoveryRequest first =
        (DeltaDiscoveryRequest) lab.events(ClientEvent.Requested.class).get(0).request();
    assertThat(first.getInitialResourceVersionsMap()).containsOnlyKeys("a", "b");
  }

  // Break: read what a checksum does not hold for.
  @Test
  @Rule("C-15")
  void damageCostsWhatItIsInAndNothingElse() throws Exception {
    runOnce(Way.ADS_DELTA);
    lab.stop();
    Path file = files().get(0);
    byte[] whole = Files.readAllBytes(file);
    int ofB = new String(whole, StandardCharsets.ISO_8859_1).lastIndexOf("Cluster");
    whole[ofB] ^= 1;
    Files.write(file, whole);

    Seen<Cluster> seen = new Seen<>();
    client(Way.ADS_DELTA).watchAll(ResourceKind.CLUSTER, seen);

    assertThat(seen.updated().restored()).isTrue();
    assertThat(seen.next()).isNotInstanceOf(ResourceEvent.Updated.class);
  }

  @Test
  @Rule("C-15")
  void aFileThatIsNoCacheIsLeftAside() throws Exception {
    runOnce(Way.ADS_SOTW);
    Files.write(files().get(0), new byte[] {1, 2, 3});

    Seen<Cluster> seen = new Seen<>();
    client(Way.ADS_SOTW).watch(ResourceKind.CLUSTER, "a", seen);

    assertThat(seen.updated().restored()).isFalse();
  }

  @Test
  @Rule("C-15")
  void onlyTheOwnerMayReadItAndSecretsAreNotWritten() throws Exception {
    Secret secret =
        Secret.newBuilder()
            .setName("s")
            .setTlsCertificate(
                TlsCertificate.newBuilder()
                    .setPrivateKey(
                        io.envoyproxy.envoy.config.core.v3.DataSource.newBuilder()
                            .setInlineString("do-not-write-me")))
            .build();
    runOnce(Way.ADS_DELTA);
    lab.publish(secret);
    try (XdsClient client = client(Way.ADS_DELTA)) {
      Seen<Secret> seen = new Seen<>();
      client.watch(ResourceKind.SECRET, "s", seen);
      seen.value();
    }

    for (Path file : files()) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
          .isEqualTo("rw-------");
      assertThat(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1))
          .doesNotContain("do-not-write-me");
    }
  }

  @Test
  void aDirectoryThatCannotBeUsedIsRefusedAtOnce() throws IOException {
    Path file = Files.writeString(directory.resolve("file"), "");
    assertThatThrownBy(() -> XdsClient.builder().cacheDirectory(file.resolve("below")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("as a cache");
  }
}
