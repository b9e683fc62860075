package io.binnacle.store.git;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.binnacle.core.view.Snapshot;
import io.binnacle.rules.Rule;
import io.binnacle.server.catalog.NodeAssigner;
import io.binnacle.server.catalog.NodeAssignment;
import io.binnacle.server.catalog.SnapshotTemplate;
import io.binnacle.sources.DirectorySource;
import io.binnacle.sources.GroupSink;
import io.binnacle.sources.SourceOptions;
import io.binnacle.sources.load.LoadedConfiguration;
import io.binnacle.sources.revision.Revision;
import io.binnacle.sources.revision.RevisionWriter;
import io.envoyproxy.envoy.config.core.v3.Node;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A directory that is served with revisions, from one start of the program to the next. */
class SourceRevisionsTest {

  private static final String KEY = "-----BEGIN PRIVATE KEY-----";
  private static final String EDGE = "nodes: [{id: edge}]\nclusters: [{name: a}, {name: b}]\n";
  private static final String ALL = "clusters: [{name: z}]\n";

  @TempDir private Path temp;
  private Path conf;

  @BeforeEach
  void twoGroups() throws IOException {
    conf = Files.createDirectory(temp.resolve("conf"));
    write("edge.yaml", EDGE);
    write("all.yaml", ALL);
  }

  /** What a start of the program did. */
  private record Start(
      LoadedConfiguration configuration, List<String> published, List<Revision> revisions) {

    NodeAssignment assign(String node) {
      return configuration.assigner().assign(Node.newBuilder().setId(node).build());
    }
  }

  // Break: Reloader.accept reports nothing; or RevisionContent.draft is always whole and empty.
  @Test
  @Rule("G-6b")
  void everyAcceptedLoadIsARevisionOfFilesAndResources() throws IOException {
    assertThat(start().revisions()).extracting(Revision::number).containsExactly(1L);
    assertThat(start().revisions()).hasSize(1);
    write("edge.yaml", EDGE.replace("{name: b}", "{name: b, alt_stat_name: c}"));
    Revision second = start().revisions().get(0);
    assertThat(second.number()).isEqualTo(2);
    assertThat(second.message()).isEqualTo("edge: 1 changed");
    assertThat(second.source()).isEqualTo(conf.toString());
    assertThat(second.changes())
        .extracting(Object::toString)
        .hasSize(2)
        .anyMatch(change -> change.contains("groups/edge/clusters/b.yaml"))
        .anyMatch(change -> change.contains("source/edge.yaml"));
    write("edge.yaml", Files.readString(conf.resolve("edge.yaml")) + "# why\n");
    assertThat(start().revisions().get(0).message())
        .isEqualTo("what is served stays the same; 1 file changed");
    Files.delete(conf.resolve("edge.yaml"));
    assertThat(start().revisions().get(0).message()).isEqualTo("edge: 2 removed");
    assertThat(files("source")).containsOnlyKeys("source/all.yaml");
  }

  // Break: Reloader.restore publishes nothing.
  @Test
  @Rule("G-6b")
  void startWithoutReadableSourceServesTheNewestRevision() throws IOException {
    start();
    Files.delete(conf.resolve("edge.yaml"));
    Files.delete(conf.resolve("all.yaml"));
    Files.delete(conf);
    Start again = start();
    assertThat(again.published()).containsExactly("all", "edge");
    assertThat(again.configuration().hasErrors()).isTrue();
    assertThat(again.assign("edge")).isInstanceOf(NodeAssignment.Group.class);
    assertThat(again.revisions()).hasSize(1);
  }

  // Break: DirectorySource.open restores after the first look.
  @Test
  @Rule("G-6b")
  void groupThatIsBadAtAStartKeepsTheStateOfTheNewestRevision() throws IOException {
    start();
    write("edge.yaml", EDGE.replace("name: a", "nam: a"));
    write("all.yaml", ALL.replace("name: z", "name: y"));
    Start again = start();
    assertThat(again.configuration().groups().get("edge").size()).isEqualTo(2);
    assertThat(again.revisions().get(0).message()).isEqualTo("all: 1 added, 1 removed");
    assertThat(files("source")).containsEntry("source/edge.yaml", ByteString.copyFromUtf8(EDGE));
  }

  // Break: RevisionContent.files withholds nothing.
  @Test
  @Rule("G-6b")
  void secretsStandInNoRevisionAndTheirNodesWait() throws IOException {
    write(
        "edge.yaml",
        "nodes: [{id: edge}]\npriority: 3\nvars: {key: '"
            + KEY
            + "'}\nsecrets:\n- name: s\n"
            + "  tls_certificate: {private_key: {inline_string: '${vars.key}'}}\n");
    Start first = start();
    assertThat(first.assign("edge")).isInstanceOf(NodeAssignment.Group.class);
    Map<String, ByteString> all = files("");
    assertThat(all).containsKey("groups/edge/secrets/s.yaml");
    assertThat(all.get("groups/edge/secrets/s.yaml").toStringUtf8()).contains("holds a secret");
    assertThat(all.values()).noneMatch(bytes -> bytes.toStringUtf8().contains("PRIVATE KEY"));
    Files.move(conf, temp.resolve("away"));
    Start again = start();
    assertThat(again.assign("edge")).isInstanceOf(NodeAssignment.Held.class);
    assertThat(again.assign("other")).isInstanceOf(NodeAssignment.Group.class);
    Files.move(temp.resolve("away"), conf);
    assertThat(start().assign("edge")).isInstanceOf(NodeAssignment.Group.class);
  }

  // Break: RevisionWriter.newestFiles leaves damaged files out.
  @Test
  @Rule("G-6b")
  void groupOfADamagedFileWaitsAndTheOthersAreServed() throws IOException {
    start();
    String blob = new PlainGit(temp).run("rev-parse", "main:source/edge.yaml").strip();
    Path objects = temp.resolve("revisions.git/objects");
    Files.writeString(objects.resolve(blob.substring(0, 2)).resolve(blob.substring(2)), "garbage");
    Files.move(conf, temp.resolve("away"));
    Start again = start();
    assertThat(again.published()).containsExactly("all");
    assertThat(again.assign("edge")).isInstanceOf(NodeAssignment.Held.class);
    Files.move(temp.resolve("away"), conf);
    assertThat(start().published()).containsExactly("all", "edge");
    assertThat(files("source")).containsEntry("source/edge.yaml", ByteString.copyFromUtf8(EDGE));
  }

  private Start start() throws IOException {
    List<String> published = new ArrayList<>();
    SourceOptions options = SourceOptions.defaults();
    LoadedConfiguration configuration;
    try (GitRevisionStore store = GitRevisionStore.open(temp)) {
      RevisionWriter writer = new RevisionWriter(store, options.types(), Clock.systemUTC());
      try (DirectorySource source =
          DirectorySource.open(
              conf,
              options,
              new Published(published),
              writer,
              RevisionWriter.newestFiles(store, conf))) {
        configuration = source.configuration();
      }
      writer.close();
      return new Start(configuration, published, store.list(Long.MAX_VALUE, 100));
    }
  }

  private Map<String, ByteString> files(String folder) throws IOException {
    try (GitRevisionStore store = GitRevisionStore.open(temp)) {
      return store.files(store.newest().number(), folder).readable();
    }
  }

  private void write(String file, String text) throws IOException {
    // Moved into place, so that a start does not wait for more of it.
    Path next = Files.writeString(temp.resolve("next.yaml"), text);
    Files.move(next, conf.resolve(file), StandardCopyOption.REPLACE_EXISTING);
  }

  private record Published(List<String> names) implements GroupSink {
    @Override
    public void publish(String group, Snapshot snapshot) {
      names.add(group);
    }

    @Override
    public void publish(String group, SnapshotTemplate template) {
      names.add(group);
    }

    @Override
    public void remove(String group) {}

    @Override
    public void assigner(NodeAssigner assigner) {}
  }
}
