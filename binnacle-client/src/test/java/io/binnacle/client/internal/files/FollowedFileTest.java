package io.binnacle.client.internal.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.client.config.FileSource;
import io.binnacle.rules.Rule;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FollowedFileTest {

  @TempDir private Path directory;

  private final BlockingQueue<String> seen = new LinkedBlockingQueue<>();

  private FollowedFile follow(Path path) {
    return new FollowedFile(
        FileSource.of(path),
        new FollowedFile.Reader() {
          @Override
          public void onContent(byte[] bytes) {
            seen.add(new String(bytes, StandardCharsets.UTF_8));
          }

          @Override
          public void onProblem(String message) {
            seen.add("! " + message);
          }
        });
  }

  private String next() throws InterruptedException {
    String next = seen.poll(20, TimeUnit.SECONDS);
    return next == null ? "nothing" : next;
  }

  private void move(String content, Path to) throws IOException {
    Path made = directory.resolve("made");
    Files.writeString(made, content);
    Files.move(made, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  @Test
  @Rule("F-1")
  void aFileIsReadAtFirstAndWhenAnotherOneIsMovedThere() throws Exception {
    Path file = directory.resolve("cds.yaml");
    Files.writeString(file, "one");
    try (FollowedFile followed = follow(file)) {
      assertThat(next()).isEqualTo("one");

      move("two", file);
      assertThat(next()).isEqualTo("two");
      move("three", file);
      assertThat(next()).isEqualTo("three");
    }
  }

  // Break: read whatever has another time or size.
  @Test
  @Rule({"F-1", "F-3"})
  void whatIsWrittenInPlaceIsNotReadAndThatIsTold() throws Exception {
    Path file = directory.resolve("cds.yaml");
    Files.writeString(file, "one");
    try (FollowedFile followed = follow(file)) {
      assertThat(next()).isEqualTo("one");

      Files.writeString(file, "half of ");
      assertThat(next()).startsWith("! " + file + " was written in place and is not read");

      move("two", file);
      String next = next();
      while (next.startsWith("! ")) {
        next = next(); // one write may be several reports
      }
      assertThat(next).isEqualTo("two");
    }
  }

  @Test
  @Rule({"F-1", "F-3"})
  void aFileThatVanishesIsToldAndReadWhenItComesBack() throws Exception {
    Path file = directory.resolve("cds.yaml");
    try (FollowedFile followed = follow(file)) {
      assertThat(next()).isEqualTo("! there is no file " + file);

      move("one", file);
      assertThat(next()).isEqualTo("one");
      Files.delete(file);
      assertThat(next()).isEqualTo("! there is no file " + file);
      move("two", file);
      assertThat(next()).isEqualTo("two");
    }
  }

  @Test
  @Rule("F-1")
  void aMountedVolumeIsFollowedThroughItsLinks() throws Exception {
    for (String version : new String[] {"v1", "v2"}) {
      Files.createDirectory(directory.resolve(version));
      Files.writeString(directory.resolve(version).resolve("cds.yaml"), version);
    }
    Path data = directory.resolve("..data");
    Files.createSymbolicLink(data, Path.of("v1"));
    Path file = directory.resolve("cds.yaml");
    Files.createSymbolicLink(file, Path.of("..data/cds.yaml"));
    try (FollowedFile followed = follow(file)) {
      assertThat(next()).isEqualTo("v1");

      Path swap = directory.resolve("..data_tmp");
      Files.createSymbolicLink(swap, Path.of("v2"));
      Files.move(swap, data, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      assertThat(next()).isEqualTo("v2");
    }
  }
}
