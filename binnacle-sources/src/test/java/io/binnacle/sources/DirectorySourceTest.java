package io.binnacle.sources;

import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.view.Snapshot;
import io.binnacle.core.view.View;
import io.binnacle.rules.Rule;
import io.binnacle.server.catalog.Catalog;
import io.binnacle.server.catalog.NodeAssigner;
import io.binnacle.server.catalog.SnapshotTemplate;
import io.binnacle.sources.load.GroupAssigner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real directory, watched: the events are waited for, with a bound. */
@Rule("G-5")
class DirectorySourceTest {

  private static final int BOUND_SECONDS = 20;

  @TempDir private Path temporary;

  private final BlockingQueue<SourceEvent> events = new LinkedBlockingQueue<>();
  private final Catalog catalog = new Catalog(GroupAssigner.NONE);
  private GroupSink sink = GroupSink.of(catalog);

  private DirectorySource open(Path directory) throws IOException {
    // No rescan: what is seen is seen by the watch.
    SourceOptions options =
        SourceOptions.defaults()
            .withQuietTime(Duration.ofMillis(20))
            .withRescan(Duration.ofHours(1));
    return DirectorySource.open(directory, options, sink, events::add);
  }

  private <E extends SourceEvent> E next(Class<E> type) throws InterruptedException {
    for (; ; ) {
      SourceEvent event = events.poll(BOUND_SECONDS, TimeUnit.SECONDS);
      assertThat(event).as("an event within " + BOUND_SECONDS + " s").isNotNull();
      if (type.isInstance(event)) {
        return type.cast(event);
      }
    }
  }

  private View served(String group) {
    Map<Map<String, String>, View> views = catalog.views(group);
    assertThat(views).hasSize(1);
    return views.values().iterator().next();
  }

  private boolean hasCluster(String group, String name) {
    return served(group).type(ResourceType.CLUSTER).get(name) != null;
  }

  private static String clusters(String name) {
    return "clusters: [{name: " + name + "}]\n";
  }

  @Test
  void editsMovesAndDeletionsArriveInTheCatalog() throws Exception {
    Path directory = Files.createDirectory(temporary.resolve("dir"));
    Path file = directory.resolve("edge.yaml");
    Files.writeString(file, clusters("one"));
    try (DirectorySource source = open(directory)) {
      assertThat(next(SourceEvent.Loaded.class).published()).containsExactly("edge");
      assertThat(hasCluster("edge", "one")).isTrue();

      Files.writeString(file, clusters("two"));
      next(SourceEvent.Loaded.class);
      assertThat(hasCluster("edge", "two")).isTrue();

      Path staged = Files.writeString(temporary.resolve("staged"), clusters("three"));
      Files.move(staged, file, StandardCopyOption.ATOMIC_MOVE);
      next(SourceEvent.Loaded.class);
      assertThat(hasCluster("edge", "three")).isTrue();

      Files.writeString(file, "clusters: [{nam: four}]\n");
      next(SourceEvent.Failed.class);
      assertThat(hasCluster("edge", "three")).isTrue();
      assertThat(source.configuration().hasErrors()).isTrue();

      Files.createDirectory(directory.resolve("core"));
      Files.writeString(
          directory.resolve("core/all.yaml"), "nodes: [{cluster: core}]\n" + clusters("five"));
      Files.delete(file);
      assertThat(next(SourceEvent.GroupRemoved.class).group()).isEqualTo("edge");
      next(SourceEvent.Loaded.class);
      assertThat(catalog.groups()).containsExactly("core");
    }
  }

  /** Break: catch exceptions only in {@code DirectorySource.look}. */
  @Test
  @Rule("B-6")
  void whatIsTooMuchForOneReloadDoesNotEndTheWatching() throws Exception {
    CountDownLatch failed = new CountDownLatch(1);
    GroupSink real = sink;
    sink =
        new GroupSink() {
          @Override
          public void publish(String group, Snapshot snapshot) {
            if (TestDirectory.names(snapshot).contains("CDS/two")) {
              failed.countDown();
              throw new StackOverflowError("on purpose");
            }
            real.publish(group, snapshot);
          }

          @Override
          public void publish(String group, SnapshotTemplate template) {
            real.publish(group, template);
          }

          @Override
          public void remove(String group) {
            real.remove(group);
          }

          @Override
          public void assigner(NodeAssigner assigner) {
            real.assigner(assigner);
          }
        };
    Path file = Files.writeString(temporary.resolve("edge.yaml"), clusters("one"));
    try (DirectorySource source = open(temporary)) {
      next(SourceEvent.Loaded.class);
      Files.writeString(file, clusters("two"));
      assertThat(failed.await(BOUND_SECONDS, TimeUnit.SECONDS)).isTrue();
      assertThat(hasCluster("edge", "one")).isTrue();

      Files.writeString(file, clusters("three"));
      next(SourceEvent.Loaded.class);
      assertThat(hasCluster("edge", "three")).isTrue();
      assertThat(source.configuration().hasErrors()).isFalse();
    }
  }

  @Test
  void aSwapOfTheDataLinkOfKubernetesIsSeen() throws Exception {
    Path directory = Files.createDirectory(temporary.resolve("dir"));
    Files.createDirectory(directory.resolve("..1"));
    Files.writeString(directory.resolve("..1/edge.yaml"), clusters("one"));
    Files.createSymbolicLink(directory.resolve("..data"), Path.of("..1"));
    Files.createSymbolicLink(directory.resolve("edge.yaml"), Path.of("..data/edge.yaml"));
    try (DirectorySource source = open(directory)) {
      assertThat(source.configuration().groups()).containsKey("edge");
      next(SourceEvent.Loaded.class);

      Files.createDirectory(directory.resolve("..2"));
      Files.writeString(directory.resolve("..2/edge.yaml"), clusters("two"));
      Files.createSymbolicLink(directory.resolve("..tmp"), Path.of("..2"));
      Files.move(
          directory.resolve("..tmp"), directory.resolve("..data"), StandardCopyOption.ATOMIC_MOVE);

      next(SourceEvent.Loaded.class);
      assertThat(hasCluster("edge", "two")).isTrue();
    }
  }

  @Test
  void aSwapOfTheDirectoryItselfIsSeenAndItsLossIsNoDeletion() throws Exception {
    Path one = Files.createDirectory(temporary.resolve("release-1"));
    Path two = Files.createDirectory(temporary.resolve("release-2"));
    Files.writeString(one.resolve("edge.yaml"), clusters("one"));
    Files.writeString(two.resolve("edge.yaml"), clusters("two"));
    Path link = Files.createSymbolicLink(temporary.resolve("current"), one);
    try (DirectorySource source = open(link)) {
      next(SourceEvent.Loaded.class);
      Files.createSymbolicLink(temporary.resolve("next"), two);
      Files.move(temporary.resolve("next"), link, StandardCopyOption.ATOMIC_MOVE);
      next(SourceEvent.Loaded.class);
      assertThat(hasCluster("edge", "two")).isTrue();

      Files.delete(link);
      assertThat(next(SourceEvent.Failed.class).findings())
          .singleElement()
          .hasToString(link + ": there is no such directory");
      assertThat(hasCluster("edge", "two")).isTrue();
      assertThat(source.configuration().groups()).containsKey("edge");
    }
  }

  /** Break: keep a watch as long as the path of its directory is the same. */
  @Test
  void aDirectoryThatWasMovedAwayAndMadeAnewIsWatchedLikeBefore() throws Exception {
    Path directory = Files.createDirectory(temporary.resolve("dir"));
    Files.writeString(directory.resolve("edge.yaml"), clusters("one"));
    try (DirectorySource source = open(directory)) {
      next(SourceEvent.Loaded.class);
      Files.move(directory, temporary.resolve("old"));
      Files.createDirectory(directory);
      Files.writeString(directory.resolve("edge.yaml"), clusters("two"));
      next(SourceEvent.Loaded.class);
      assertThat(hasCluster("edge", "two")).isTrue();

      Files.writeString(directory.resolve("edge.yaml"), clusters("three"));
      next(SourceEvent.Loaded.class);
      assertThat(hasCluster("edge", "three")).isTrue();
      assertThat(source.configuration().hasErrors()).isFalse();
    }
  }

  /** Break: the same. */
  @Test
  void aSubDirectoryThatWasMovedAwayAndReplacedIsWatchedLikeBefore() throws Exception {
    replaced(temporary.resolve("old"));
  }

  /** Break: take reports about a directory that was moved for those of its former place. */
  @Test
  void aSubDirectoryThatWasMovedAsideAndReplacedIsWatchedLikeBefore() throws Exception {
    replaced(temporary.resolve("dir/former"));
  }

  private void replaced(Path former) throws Exception {
    Path directory = Files.createDirectory(temporary.resolve("dir"));
    Path group = Files.createDirectory(directory.resolve("edge"));
    Files.writeString(group.resolve("a.yaml"), clusters("one"));
    Path next = Files.createDirectory(temporary.resolve("next"));
    Files.writeString(next.resolve("a.yaml"), clusters("two"));
    try (DirectorySource source = open(directory)) {
      next(SourceEvent.Loaded.class);
      Files.writeString(group.resolve("a.yaml"), "nodes: [{id: old}]\n" + clusters("old"));
      next(SourceEvent.Loaded.class);
      Files.move(group, former);
      Files.move(next, group);
      next(SourceEvent.Loaded.class);
      assertThat(hasCluster("edge", "two")).isTrue();

      for (String name : new String[] {"three", "four"}) {
        Files.writeString(group.resolve("a.yaml"), clusters(name));
        assertThat(next(SourceEvent.Loaded.class).published()).containsExactly("edge");
        assertThat(hasCluster("edge", name)).isTrue();
      }
      if (former.startsWith(directory)) {
        Files.writeString(former.resolve("a.yaml"), "nodes: [{id: old}]\n" + clusters("older"));
        assertThat(next(SourceEvent.Loaded.class).published()).containsExactly("former");
      }
      assertThat(source.configuration().hasErrors()).isFalse();
    }
  }

  /** Break: watch the parent of the directory only. */
  @Test
  void aSwapOfALinkAboveTheDirectoryIsSeen() throws Exception {
    for (String release : new String[] {"one", "two"}) {
      Path conf = Files.createDirectories(temporary.resolve(release + "/etc/conf"));
      Files.writeString(conf.resolve("edge.yaml"), clusters(release));
    }
    Path link = Files.createSymbolicLink(temporary.resolve("current"), Path.of("one"));
    try (DirectorySource source = open(link.resolve("etc/conf"))) {
      next(SourceEvent.Loaded.class);
      Files.createSymbolicLink(temporary.resolve("next"), Path.of("two"));
      Files.move(temporary.resolve("next"), link, StandardCopyOption.ATOMIC_MOVE);
      next(SourceEvent.Loaded.class);
      assertThat(hasCluster("edge", "two")).isTrue();
      assertThat(source.configuration().hasErrors()).isFalse();
    }
  }

  /** Break: remember that the link arrived after it was loaded. */
  @Test
  void aFileBehindALinkIsReadWhenItIsWrittenAndWhenItIsReplaced() throws Exception {
    Path directory = Files.createDirectory(temporary.resolve("dir"));
    Files.writeString(directory.resolve("edge.yaml"), clusters("one"));
    Path target = Files.writeString(temporary.resolve("target"), linked("one"));
    try (DirectorySource source = open(directory)) {
      next(SourceEvent.Loaded.class);
      Files.createSymbolicLink(directory.resolve("link.yaml"), target);
      assertThat(next(SourceEvent.Loaded.class).published()).containsExactly("link");
      Files.writeString(target, linked("two"));
      next(SourceEvent.Loaded.class);
      assertThat(hasCluster("link", "two")).isTrue();

      Path staged = Files.writeString(temporary.resolve("staged"), linked("three"));
      Files.move(staged, target, StandardCopyOption.ATOMIC_MOVE);
      next(SourceEvent.Loaded.class);
      assertThat(hasCluster("link", "three")).isTrue();
      assertThat(source.configuration().hasErrors()).isFalse();
    }
  }

  private static String linked(String cluster) {
    return "nodes: [{id: linked}]\n" + clusters(cluster);
  }

  @Test
  void withMovesOnlyARenameCountsAndAWriteDoesNot() throws Exception {
    Path file = Files.writeString(temporary.resolve("edge.yaml"), clusters("one"));
    SourceOptions options =
        SourceOptions.defaults()
            .withQuietTime(Duration.ofMillis(20))
            .withRescan(Duration.ofHours(1))
            .withMovesOnly(true);
    try (DirectorySource source = DirectorySource.open(temporary, options, sink, events::add)) {
      next(SourceEvent.Loaded.class);
      Files.writeString(file, clusters("two"));
      assertThat(next(SourceEvent.Waiting.class).files()).hasSize(1);
      assertThat(hasCluster("edge", "one")).isTrue();

      Path staged = Files.writeString(temporary.resolve("edge.yaml.new"), clusters("two"));
      Files.move(staged, file, StandardCopyOption.ATOMIC_MOVE);
      next(SourceEvent.Loaded.class);
      assertThat(hasCluster("edge", "two")).isTrue();
      assertThat(next(SourceEvent.Waiting.class).files()).isEmpty();
      assertThat(source.configuration().hasErrors()).isFalse();
    }
  }
}
