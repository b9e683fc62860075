package io.binnacle.sources.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.binnacle.rules.Rule;
import io.binnacle.text.watch.Watched;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Rule("G-5")
class DirectoryScannerTest {

  @TempDir private Path directory;

  private static void write(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private List<String> paths() {
    Scan scan = new DirectoryScanner(directory).scan();
    return ((Scan.Content) scan).files().stream().map(RawFile::path).toList();
  }

  @Test
  void onlyConfigurationIsReadAndNotWhatEditorsLeave() throws IOException {
    for (String name :
        List.of(
            "b.yaml",
            "a.yml",
            "c.json",
            "edge/x.yaml",
            "edge/deep/y.YAML",
            ".b.yaml.swp",
            ".hidden.yaml",
            "b.yaml~",
            "README.md",
            ".git/z.yaml",
            "4913")) {
      write(directory.resolve(name), "x");
    }

    assertThat(paths())
        .containsExactly("a.yml", "b.yaml", "c.json", "edge/deep/y.YAML", "edge/x.yaml");
  }

  @Test
  void linksAreFollowedAsKubernetesMakesThem() throws IOException {
    write(directory.resolve("..2026_1/edge.yaml"), "one");
    write(directory.resolve("..2026_2/edge.yaml"), "two");
    Files.createSymbolicLink(directory.resolve("..data"), Path.of("..2026_1"));
    Files.createSymbolicLink(directory.resolve("edge.yaml"), Path.of("..data/edge.yaml"));
    DirectoryScanner scanner = new DirectoryScanner(directory);

    assertThat(((Scan.Content) scanner.scan()).files().get(0).bytes().toStringUtf8())
        .isEqualTo("one");
    assertThat(scanner.watched().directories())
        .contains(directory.toRealPath().resolve("..2026_1"));

    Files.createSymbolicLink(directory.resolve("..tmp"), Path.of("..2026_2"));
    Files.move(
        directory.resolve("..tmp"),
        directory.resolve("..data"),
        java.nio.file.StandardCopyOption.ATOMIC_MOVE);
    assertThat(((Scan.Content) scanner.scan()).files().get(0).bytes().toStringUtf8())
        .isEqualTo("two");
  }

  @Test
  void aLinkThatLeadsNowhereIsAFileThatCannotBeRead() throws IOException {
    Files.createSymbolicLink(directory.resolve("edge.yaml"), Path.of("gone.yaml"));

    Scan scan = new DirectoryScanner(directory).scan();

    assertThat(((Scan.Content) scan).files().get(0).problem())
        .isEqualTo("is a symbolic link that leads nowhere");
  }

  @Test
  void linksInACircleEnd() throws IOException {
    write(directory.resolve("edge/a.yaml"), "x");
    Files.createSymbolicLink(directory.resolve("edge/again"), directory);

    assertThat(paths()).containsExactly("edge/a.yaml");
  }

  @Test
  void aDirectoryThatIsGoneIsAFailure() {
    assertThat(new DirectoryScanner(directory.resolve("none")).scan())
        .isEqualTo(new Scan.Failed("there is no such directory"));
  }

  @Test
  void aSingleFileIsAllThereIs() throws IOException {
    write(directory.resolve("a.yaml"), "x");
    write(directory.resolve("b.yaml"), "x");

    Scan scan = new DirectoryScanner(directory.resolve("a.yaml")).scan();

    assertThat(((Scan.Content) scan).files()).hasSize(1);
    assertThat(((Scan.Content) scan).files().get(0).path()).isEqualTo("a.yaml");
  }

  @Test
  void whatLiesTooDeepIsTold() throws IOException {
    String deep = "d/".repeat(16);
    write(directory.resolve(deep + "a.yaml"), "x");
    write(directory.resolve(deep + "d/b.yaml"), "x");

    Scan.Content scan = (Scan.Content) new DirectoryScanner(directory).scan();

    assertThat(scan.files())
        .extracting(RawFile::path, RawFile::problem)
        .containsExactly(
            tuple(deep + "a.yaml", null),
            tuple(deep + "d/", "lies more than 16 directories deep; move it up"));
  }

  @Test
  void eachLinkOnTheWayToAFileIsWatchedByItsName() throws IOException {
    Path outside = Files.createDirectory(directory.resolve(".outside")).toRealPath();
    write(outside.resolve("one/x"), "x");
    Files.createSymbolicLink(outside.resolve("current"), Path.of("one"));
    Files.createSymbolicLink(directory.resolve("a.yaml"), outside.resolve("current/x"));
    DirectoryScanner scanner = new DirectoryScanner(directory);
    scanner.scan();

    Watched watched = scanner.watched();
    assertThat(watched.concerns(outside, outside.resolve("current"))).isTrue();
    assertThat(watched.concerns(outside, outside.resolve("other"))).isFalse();
    assertThat(watched.concerns(outside.resolve("one"), outside.resolve("one/x"))).isTrue();
  }
}
