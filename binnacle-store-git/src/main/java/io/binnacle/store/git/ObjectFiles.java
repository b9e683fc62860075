package io.binnacle.store.git;

import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.eclipse.jgit.errors.MissingObjectException;
import org.eclipse.jgit.internal.storage.file.ObjectDirectory;
import org.eclipse.jgit.lib.AnyObjectId;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;

/**
 * The files of a repository's objects, which JGit leaves to the system: here they are brought to
 * the disk. Stateless.
 */
final class ObjectFiles {

  private ObjectFiles() {}

  /** Waits until objects that were written each as a file are on the disk with their names. */
  static void forceLoose(ObjectDirectory objects, Set<ObjectId> ids) throws IOException {
    Set<Path> folders = new TreeSet<>();
    folders.add(objects.getDirectory().toPath());
    for (ObjectId id : ids) {
      Path file = objects.fileFor(id).toPath();
      if (Files.exists(file)) { // else it is in a pack
        force(file);
        folders.add(file.getParent());
      }
    }
    // Names go to the disk with the last of the files, so this mostly has nothing to wait for.
    for (Path folder : folders) {
      force(folder);
    }
  }

  /** Waits until all packs but these are on the disk with their names. */
  static void forcePacks(ObjectDirectory objects, Set<Path> but) throws IOException {
    for (Path file : packFiles(objects)) {
      if (!but.contains(file)) {
        force(file);
      }
    }
    force(objects.getPackDirectory().toPath());
  }

  /** What is in the directory of packs. */
  static List<Path> packFiles(ObjectDirectory objects) throws IOException {
    List<Path> files = new ArrayList<>();
    Path directory = objects.getPackDirectory().toPath();
    if (Files.isDirectory(directory)) {
      try (Stream<Path> entries = Files.list(directory)) {
        entries.filter(Files::isRegularFile).forEach(files::add);
      }
    }
    return files;
  }

  /** Waits until a file, or the names in a directory, are on the disk. */
  static void force(Path path) throws IOException {
    boolean isDirectory = Files.isDirectory(path);
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      channel.force(true);
    } catch (IOException e) {
      if (!isDirectory) {
        throw e;
      }
      // Windows opens no directory; it brings names to the disk by itself
    }
  }

  /**
   * Takes a damaged object out of the way, into the repository's folder {@code damaged}, so that it
   * can be written anew. Nothing happens when it is in a pack.
   */
  static void setAside(ObjectDirectory objects, AnyObjectId id) throws IOException {
    File file = objects.fileFor(id);
    if (file.isFile()) {
      Path folder = objects.getDirectory().toPath().resolveSibling("damaged");
      Files.createDirectories(folder);
      Files.move(file.toPath(), folder.resolve(id.name()), StandardCopyOption.REPLACE_EXISTING);
      try (ObjectReader reader = objects.newReader()) {
        reader.open(id); // from now on JGit does not think that it is there
      } catch (MissingObjectException e) {
        return;
      }
    }
  }
}
