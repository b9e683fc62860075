package io.binnacle.sources.files;

import io.binnacle.text.watch.Change;
import io.binnacle.text.watch.Watched;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads every configuration file of a directory and of those below it, following symbolic links.
 *
 * <p>Names that begin with a dot are left out (among them {@code ..data} of Kubernetes, whose files
 * are reached by their links, and what editors write beside a file), and so is every file that does
 * not end in {@code .yaml}, {@code .yml} or {@code .json}. What has such a name and is no file, or
 * is too large or too deep, is not read but reported. One thread at a time.
 */
public final class DirectoryScanner {

  private static final List<String> ENDINGS = List.of(".yaml", ".yml", ".json");
  private static final int DEEPEST = 16;

  /** Far above what people or their generators write; it bounds what one reload takes. */
  private static final int MOST_BYTES = 64 << 20;

  private final Path root;
  private Watched watched = new Watched();

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

  /** Whether it is about a file that is read, by its name. */
  public static boolean isConfiguration(Change change) {
    return change.kind() != Change.Kind.UNKNOWN
        && isConfiguration(String.valueOf(change.entry().getFileName()));
  }

  /** Whether a file of this name is read. */
  static boolean isConfiguration(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return !name.startsWith(".") && ENDINGS.stream().anyMatch(lower::endsWith);
  }

  /**
   * Looks at the directory, again and again while it changes.
   *
   * @param most how often
   */
  public Scan settled(int most) {
    Scan scan = scan();
    for (int tries = 1;
        tries < most && scan instanceof Scan.Content content && !content.stable();
        tries++) {
      scan = scan();
    }
    return scan;
  }

  /** Looks at the directory as it is now. */
  public Scan scan() {
    Look look = new Look();
    watched = look.watched;
    try {
      look.watched.way(root);
      if (Files.isRegularFile(root)) {
        Path name = root.getFileName();
        look.file(realParent(root), root, name == null ? "" : name.toString());
      } else if (Files.isDirectory(root)) {
        look.directory(root, "", 0);
      } else {
        return new Scan.Failed(
            Files.exists(root, LinkOption.NOFOLLOW_LINKS)
                ? "is neither a directory nor a file"
                : "there is no such directory");
      }
    } catch (AccessDeniedException e) {
      return new Scan.Failed("permission denied: " + e.getFile());
    } catch (IOException e) {
      return new Scan.Failed(String.valueOf(e.getMessage()));
    }
    return look.content();
  }

  /** Where a change may be one of ours, by the last look. */
  public Watched watched() {
    return watched;
  }

  private static Path realParent(Path file) throws IOException {
    Path parent = file.toAbsolutePath().getParent();
    return parent == null ? file.toAbsolutePath() : parent.toRealPath();
  }

  /** What one look has found so far. */
  private static final class Look {

    private final List<RawFile> files = new ArrayList<>();
    private final Map<String, FileStamp> stamps = new HashMap<>();
    private final Map<String, Path> directories = new HashMap<>();
    private final Set<Path> seen = new HashSet<>();
    private final Watched watched = new Watched();
    private boolean stable = true;

    Scan.Content content() {
      files.sort(Comparator.comparing(RawFile::path));
      return new Scan.Content(files, stamps, directories, stable, Instant.now());
    }

    void directory(Path directory, String prefix, int depth) throws IOException {
      Path real = directory.toRealPath();
      if (!seen.add(real)) {
        return;
      }
      if (depth > DEEPEST) {
        String problem = "lies more than " + DEEPEST + " directories deep; move it up";
        files.add(RawFile.unreadable(prefix, directory.toString(), problem));
        return;
      }
      directories.put(prefix, real);
      watched.directory(real);
      List<Path> entries = new ArrayList<>();
      try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory)) {
        stream.forEach(entries::add);
      } catch (NoSuchFileException | NotDirectoryException | DirectoryIteratorException e) {
        stable = false;
        return;
      }
      Collections.sort(entries);
      for (Path entry : entries) {
        String name = String.valueOf(entry.getFileName());
        if (name.startsWith(".")) {
          continue;
        }
        boolean isDirectory = Files.isDirectory(entry);
        if ((isDirectory || isConfiguration(name)) && Files.isSymbolicLink(entry)) {
          watched.way(real.resolve(name));
        }
        if (isDirectory) {
          inner(entry, prefix + name + "/", depth + 1);
        } else if (isConfiguration(name)) {
          file(real, entry, prefix + name);
        }
      }
    }

    private void inner(Path directory, String prefix, int depth) throws IOException {
      try {
        directory(directory, prefix, depth);
      } catch (NoSuchFileException e) {
        stable = false;
      }
    }

    void file(Path directory, Path file, String path) {
      String name = file.toString();
      try {
        BasicFileAttributes before = Files.readAttributes(file, BasicFileAttributes.class);
        if (!before.isRegularFile()) {
          // Reading a pipe or a device would not end.
          files.add(RawFile.unreadable(path, name, "is no regular file"));
          return;
        }
        byte[] bytes = before.size() > MOST_BYTES ? null : read(file);
        if (bytes == null) {
          files.add(RawFile.unreadable(path, name, "is larger than 64 MiB; split it"));
          return;
        }
        BasicFileAttributes after = Files.readAttributes(file, BasicFileAttributes.class);
        boolean same =
            after.size() == bytes.length
                && before.lastModifiedTime().equals(after.lastModifiedTime());
        Path entry = directory.resolve(String.valueOf(file.getFileName()));
        Path real = Files.isSymbolicLink(file) ? file.toRealPath() : entry;
        files.add(RawFile.of(path, name, bytes));
        stamps.put(path, new FileStamp(entry, real, after.lastModifiedTime(), same));
        stable &= same;
      } catch (NoSuchFileException e) {
        if (Files.isSymbolicLink(file)) {
          files.add(RawFile.unreadable(path, name, "is a symbolic link that leads nowhere"));
        } else {
          stable = false;
        }
      } catch (AccessDeniedException e) {
        files.add(RawFile.unreadable(path, name, "cannot be read: permission denied"));
      } catch (IOException e) {
        files.add(RawFile.unreadable(path, name, "cannot be read: " + e.getMessage()));
      }
    }

    /** All of it, or null when it grew meanwhile and is too large. */
    private static byte @Nullable [] read(Path file) throws IOException {
      try (InputStream in = Files.newInputStream(file)) {
        byte[] bytes = in.readNBytes(MOST_BYTES + 1);
        return bytes.length > MOST_BYTES ? null : bytes;
      }
    }
  }
}
