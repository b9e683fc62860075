package io.binnacle.client;

import static io.binnacle.client.ServerLab.millis;
import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.client.config.FileSource;
import io.binnacle.client.event.ClientEvent;
import io.binnacle.core.client.WatchError;
import io.binnacle.core.client.WatchEvent.Reason;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.rules.Delivery;
import io.binnacle.rules.Evidence;
import io.binnacle.rules.Rule;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A client that gets its clusters from a file. */
class FileSourceTest {

  @TempDir private Path directory;

  private final List<ClientEvent> events = new CopyOnWriteArrayList<>();
  private Duration patience = Duration.ofSeconds(20);
  private XdsClient client;

  @AfterEach
  void close() {
    client.close();
  }

  private Path file() {
    return directory.resolve("cds.yaml");
  }

  private void move(String content) throws IOException {
    Path made = Files.writeString(directory.resolve("made"), content);
    Files.move(made, file(), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  private static String cluster(String name, int millis) {
    return """
        - "@type": type.googleapis.com/envoy.config.cluster.v3.Cluster
          name: %s
          connect_timeout: %.3fs
        """
        .formatted(name, millis / 1000.0);
  }

  private Seen<Cluster> watch(String name) {
    Seen<Cluster> seen = new Seen<>();
    if (client == null) {
      Evidence.ofThisTest().served(Delivery.FILES);
      client =
          XdsClient.builder()
              .source(ResourceType.CLUSTER, FileSource.of(file()))
              .doesNotExistAfter(patience)
              .listener(events::add)
              .build();
    }
    client.watch(ResourceKind.CLUSTER, name, seen);
    return seen;
  }

  @Test
  @Rule({"C-1", "F-1"})
  void whatIsMovedThereIsFollowed() throws IOException {
    move("resources:\n" + cluster("a", 1) + cluster("b", 1));
    Seen<Cluster> a = watch("a");
    assertThat(millis(a.value())).isEqualTo(1);
    assertThat(millis(watch("b").value())).as("watched later").isEqualTo(1);

    move("resources:\n" + cluster("a", 2));
    assertThat(millis(a.value())).isEqualTo(2);

    move("resources: []\n");
    assertThat(a.next()).isEqualTo(new ResourceEvent.Absent<>("a", Reason.REMOVED));
  }

  @Test
  @Rule({"F-1", "F-3"})
  void aBadFileChangesNothingAndIsTold() throws IOException {
    move("resources:\n" + cluster("a", 1));
    Seen<Cluster> a = watch("a");
    a.value();

    move("resources:\n- {\"@type\": oops\n");
    ResourceEvent.AmbientError<Cluster> error = (ResourceEvent.AmbientError<Cluster>) a.next();
    assertThat(error.error().message()).contains(file().toString());
    assertThat(events).anyMatch(event -> event instanceof ClientEvent.Unreadable);

    move("resources:\n" + cluster("a", 2));
    assertThat(a.next()).isInstanceOf(ResourceEvent.Recovered.class);
    assertThat(millis(a.value())).isEqualTo(2);
  }

  @Test
  @Rule({"C-7", "F-1"})
  void aFileThatIsNotThereIsToldAndFollowedWhenItComes() throws IOException {
    patience = Duration.ofMillis(100);
    Seen<Cluster> a = watch("a");
    ResourceEvent.Failed<Cluster> failed = (ResourceEvent.Failed<Cluster>) a.next();
    assertThat(failed.error().kind()).isEqualTo(WatchError.Kind.UNAVAILABLE);
    assertThat(failed.error().message()).isEqualTo("there is no file " + file());

    move("resources:\n" + cluster("b", 1));
    assertThat(a.next()).isInstanceOf(ResourceEvent.Absent.class);
    move("resources:\n" + cluster("a", 1));
    assertThat(millis(a.value())).isEqualTo(1);
  }
}
