package io.binnacle.store.git;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eclipse.jgit.internal.storage.file.FileRepository;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.StoredConfig;
import org.eclipse.jgit.storage.file.FileRepositoryBuilder;

/**
 * Makes and opens a repository that nobody else writes to. Whenever a process is killed, the next
 * one opens what it left. Stateless.
 */
final class Repositories {

  static final String BRANCH = Constants.R_HEADS + "main";

  private Repositories() {}

  /**
   * Opens a repository, which is made when it is not there.
   *
   * @param directory is the repository itself
   */
  static FileRepository open(Path directory) throws IOException {
    IsolatedSystem.install();
    Path fresh = directory.resolveSibling(directory.getFileName() + ".new");
    delete(fresh);
    if (!Files.exists(directory)) {
      create(fresh);
      Files.move(fresh, directory, StandardCopyOption.ATOMIC_MOVE);
      Path parent = directory.toAbsolutePath().getParent();
      ObjectFiles.force(parent == null ? directory : parent);
    }
    tidy(directory);
    return (FileRepository) builder(directory).setMustExist(true).build();
  }

  private static FileRepositoryBuilder builder(Path directory) {
    return new FileRepositoryBuilder().setGitDir(directory.toFile()).setBare();
  }

  /** Under another name, so that half a repository never has the right one. */
  private static void create(Path directory) throws IOException {
    Files.createDirectories(directory);
    if (directory.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
    }
    try (FileRepository repository = (FileRepository) builder(directory).build()) {
      repository.create(true);
      repository.updateRef(Constants.HEAD).link(BRANCH);
      StoredConfig config = repository.getConfig();
      // Where the newest revision was before, should it be damaged
      config.setBoolean("core", null, "logAllRefUpdates", true);
      // The store packs by itself
      config.setInt("gc", null, "auto", 0);
      config.save();
    }
    try (Stream<Path> all = Files.walk(directory)) {
      for (Path path : all.toList()) {
        ObjectFiles.force(path);
      }
    }
  }

  /** Removes what a killed process left half done: locks, temporary files, packs without index. */
  private static void tidy(Path directory) throws IOException {
    Files.walkFileTree(
        directory,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            if (isLeftOver(file)) {
              Files.deleteIfExists(file);
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            // Objects: two digits of a number; nothing of ours has such a name.
            String name = String.valueOf(folder.getFileName());
            return name.length() == 2 ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
          }
        });
    Path packs = directory.resolve("objects").resolve("pack");
    if (Files.isDirectory(packs)) {
      try (Stream<Path> entries = Files.list(packs)) {
        List<Path> files = entries.toList();
        Set<Path> known = files.stream().collect(Collectors.toSet());
        for (Path file : files) {
          String name = file.getFileName().toString();
          String other =
              name.endsWith(".pack")
                  ? name.replaceFirst("pack$", "idx")
                  : name.replaceFirst("[^.]*$", "pack");
          if (name.startsWith("pack-") && !known.contains(file.resolveSibling(other))) {
            Files.deleteIfExists(file);
          }
        }
      }
    }
  }

  private static boolean isLeftOver(Path file) {
    String name = file.getFileName().toString();
    return name.endsWith(".lock") || name.endsWith(".tmp") || name.startsWith("insert_");
  }

  private static void delete(Path directory) throws IOException {
    if (Files.exists(directory)) {
      try (Stream<Path> all = Files.walk(directory)) {
        for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.deleteIfExists(path);
        }
      }
    }
  }
}
