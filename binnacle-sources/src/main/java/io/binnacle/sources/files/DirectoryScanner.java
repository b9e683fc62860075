package io.binnacle.sources.files;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads every configuration file of a directory and of those below it, following symbolic links.
 *
 * <p>Names that begin with a dot are left out (among them {@code ..data} of Kubernetes, whose files
 * are reached by their links, and what editors write beside a file), and so is every file that does
 * not end in {@code .yaml}, {@code .yml} or {@code .json}. What has such a name and is no file, or
 * is too large, is not read but told. One thread at a time.
 */
public final class DirectoryScanner {

  private static final List<String> ENDINGS = List.of(".yaml", ".yml", ".json");
  private static final int DEEPEST = 16;

  /** Far above what people or their generators write; it bounds what one reload takes. */
  private static final int MOST_BYTES = 64 << 20;

  private final Path root;
  private Set<Path> directories = Set.of();

  /**
   * @param root a directory; or a single file, which then is all there is
   */
  public DirectoryScanner(Path root) {
    this.root = root;
  }

  /** What the files are called that are read. */
  public static String endings() {
    return String.join(", ", ENDINGS);
  }

  /** Whether a file of this name is read. */
  static boolean isConfiguration(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return !name.startsWith(".") && ENDINGS.stream().anyMatch(lower::endsWith);
  }

  /**
   * Looks at the directory, again and again while it changes.
   *
   * @param most how often; then the answer is {@link Scan.Changing}
   */
  public Scan settled(int most) {
    Scan scan = scan();
    for (int tries = 1; tries < most && scan instanceof Scan.Changing; tries++) {
      scan = scan();
    }
    return scan;
  }

  /** Looks at the directory as it is now. */
  public Scan scan() {
    List<RawFile> files = new ArrayList<>();
    Set<Path> seen = new HashSet<>();
    boolean stable;
    try {
      if (Files.isRegularFile(root)) {
        Path name = root.getFileName();
        stable = file(root, name == null ? "" : name.toString(), files, seen);
      } else if (!Files.isDirectory(root)) {
        return new Scan.Failed(
            Files.exists(root, LinkOption.NOFOLLOW_LINKS)
                ? "is neither a directory nor a file"
                : "there is no such directory");
      } else {
        stable = directory(root, "", 0, files, seen);
      }
    } catch (AccessDeniedException e) {
      return new Scan.Failed("permission denied: " + e.getFile());
    } catch (IOException e) {
      return new Scan.Failed(String.valueOf(e.getMessage()));
    }
    directories = Set.copyOf(seen);
    files.sort((a, b) -> a.path().compareTo(b.path()));
    return stable ? new Scan.Content(files) : new Scan.Changing();
  }

  /**
   * Real paths of the directories that the last scan read from, those behind symbolic links
   * included: a change in any of them may be a change of ours.
   */
  public Set<Path> directories() {
    return directories;
  }

  /**
   * @return false when something vanished or changed meanwhile
   */
  private boolean directory(
      Path directory, String prefix, int depth, List<RawFile> files, Set<Path> seen)
      throws IOException {
    if (!seen.add(directory.toRealPath()) || depth > DEEPEST) {
      return true;
    }
    List<Path> entries = new ArrayList<>();
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory)) {
      stream.forEach(entries::add);
    } catch (NoSuchFileException | NotDirectoryException e) {
      return false;
    }
    Collections.sort(entries);
    boolean stable = true;
    for (Path entry : entries) {
      String name = String.valueOf(entry.getFileName());
      if (name.startsWith(".")) {
        continue;
      }
      if (Files.isDirectory(entry)) {
        stable &= directory(entry, prefix + name + "/", depth + 1, files, seen);
      } else if (isConfiguration(name)) {
        stable &= file(entry, prefix + name, files, seen);
      }
    }
    return stable;
  }

  private static boolean file(Path file, String path, List<RawFile> files, Set<Path> seen) {
    String name = file.toString();
    try {
      BasicFileAttributes before = Files.readAttributes(file, BasicFileAttributes.class);
      if (!before.isRegularFile()) {
        // Reading a pipe or a device would not end.
        files.add(RawFile.unreadable(path, name, "is no regular file"));
        return true;
      }
      byte[] bytes = before.size() > MOST_BYTES ? null : read(file);
      if (bytes == null) {
        files.add(RawFile.unreadable(path, name, "is larger than 64 MiB; split it"));
        return true;
      }
      BasicFileAttributes after = Files.readAttributes(file, BasicFileAttributes.class);
      if (Files.isSymbolicLink(file)) {
        Path parent = file.toRealPath().getParent();
        if (parent != null) {
          seen.add(parent);
        }
      }
      files.add(RawFile.of(path, name, bytes));
      return after.size() == bytes.length
          && before.lastModifiedTime().equals(after.lastModifiedTime());
    } catch (NoSuchFileException e) {
      if (!Files.isSymbolicLink(file)) {
        return false;
      }
      files.add(RawFile.unreadable(path, name, "is a symbolic link that leads nowhere"));
    } catch (AccessDeniedException e) {
      files.add(RawFile.unreadable(path, name, "cannot be read: permission denied"));
    } catch (IOException e) {
      files.add(RawFile.unreadable(path, name, "cannot be read: " + e.getMessage()));
    }
    return true;
  }

  /** All of it, or null when it grew meanwhile and is too large. */
  private static byte @Nullable [] read(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(MOST_BYTES + 1);
      return bytes.length > MOST_BYTES ? null : bytes;
    }
  }
}
