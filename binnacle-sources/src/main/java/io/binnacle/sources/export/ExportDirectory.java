package io.binnacle.sources.export;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Puts files into place below one directory: each is written whole under a temporary name beside it
 * and renamed, so that nobody reads half of one, and Envoy sees the move (ED-105).
 *
 * <p>What it wrote is in a list of its own in the directory; nothing else is ever removed. Used by
 * one thread and one process at a time.
 */
final class ExportDirectory {

  /** One path in each line. */
  private static final String LIST = ".binnacle-export";

  private final Path directory;

  ExportDirectory(Path directory) {
    this.directory = directory;
  }

  /**
   * Makes the directory hold these, and removes what it held before and does not any more: last,
   * when nothing refers to it.
   *
   * @param files content by path below the directory, in the order of writing
   * @return the paths of those that were written or removed
   */
  Set<String> replaceWith(Map<String, String> files) throws IOException {
    Files.createDirectories(directory);
    Set<String> before = list();
    Set<String> touched = new LinkedHashSet<>();
    Set<String> either = new TreeSet<>(before);
    either.addAll(files.keySet());
    if (!either.equals(before)) {
      // before the files: what is left of a run that broke off is known to the next
      write(LIST, String.join("\n", either) + "\n");
    }
    for (Map.Entry<String, String> file : files.entrySet()) {
      byte[] content = file.getValue().getBytes(StandardCharsets.UTF_8);
      if (!Arrays.equals(content, present(file.getKey()))) {
        write(file.getKey(), file.getValue());
        touched.add(file.getKey());
      }
    }
    for (String stale : before) {
      if (!files.containsKey(stale) && Files.deleteIfExists(below(stale))) {
        touched.add(stale);
      }
    }
    if (!either.equals(files.keySet())) {
      write(LIST, String.join("\n", new TreeSet<>(files.keySet())) + "\n");
    }
    return touched;
  }

  private Set<String> list() throws IOException {
    try {
      Set<String> listed = new TreeSet<>(Files.readAllLines(directory.resolve(LIST)));
      // it may have been edited: nothing outside of the directory is ours
      listed.removeIf(path -> path.isEmpty() || !below(path).startsWith(directory.normalize()));
      return listed;
    } catch (NoSuchFileException e) {
      return Set.of();
    }
  }

  private Path below(String path) {
    return directory.resolve(path).normalize();
  }

  private byte[] present(String path) throws IOException {
    try {
      return Files.readAllBytes(below(path));
    } catch (NoSuchFileException e) {
      return new byte[0];
    }
  }

  private void write(String path, String content) throws IOException {
    Path file = below(path);
    Path folder = file.getParent();
    if (folder == null) {
      throw new IOException("no place for " + path);
    }
    Files.createDirectories(folder);
    Path temporary = Files.createTempFile(folder, ".", ".tmp");
    try {
      try (FileChannel channel = FileChannel.open(temporary, StandardOpenOption.WRITE)) {
        ByteBuffer bytes = ByteBuffer.wrap(content.getBytes(StandardCharsets.UTF_8));
        while (bytes.hasRemaining()) {
          channel.write(bytes);
        }
        // else the rename may outlive a crash, and the content not (F-3)
        channel.force(true);
      }
      FileModes.forReaders(temporary, path);
      Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(temporary);
    }
  }

  /** Everything that it wrote and did not remove. */
  List<String> written() throws IOException {
    return List.copyOf(list());
  }
}
