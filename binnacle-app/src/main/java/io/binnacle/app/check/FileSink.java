package io.binnacle.app.check;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * A file in the directory of a {@code binnacle serve}: a group for the node of the checks alone,
 * which is deleted at the end.
 */
public final class FileSink implements ContentSink {

  private static final String NAME = "binnacle-check.json";

  private final Path directory;
  private final String node;

  public FileSink(Path directory, String node) {
    this.directory = directory;
    this.node = node;
  }

  @Override
  public void publish(Content content) throws IOException {
    Path fresh = directory.resolve("." + NAME + ".new");
    Files.writeString(fresh, content.asGroup(node));
    Files.move(fresh, directory.resolve(NAME), StandardCopyOption.ATOMIC_MOVE);
  }

  @Override
  public void close() {
    try {
      Files.deleteIfExists(directory.resolve(NAME));
    } catch (IOException e) {
      System.getLogger(FileSink.class.getName())
          .log(System.Logger.Level.ERROR, "cannot delete " + NAME + " in " + directory, e);
    }
  }
}
