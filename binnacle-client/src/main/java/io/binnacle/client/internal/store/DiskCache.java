package io.binnacle.client.internal.store;

import io.binnacle.core.client.CacheContents;
import io.binnacle.core.message.InlineSecrets;
import io.binnacle.core.resource.ContentHash;
import io.binnacle.core.resource.ResourceType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Keeps what a client holds in a directory, a file for each type (C-15). A file is replaced as a
 * whole, so that a crash leaves the old one or the new one. Only its owner may read it, and what
 * holds a secret is not written at all.
 *
 * <p>{@link #read} and {@link #write} of one file are for one thread at a time; a directory is for
 * one client at a time, of two the last one wins.
 */
public final class DiskCache {

  private static final System.Logger LOG = System.getLogger(DiskCache.class.getName());

  /** The part of the heap that a file can take while it is read. */
  private static final int READABLE_PART = 8;

  private final Path directory;
  private final InlineSecrets secrets;
  private boolean failureIsTold;

  /**
   * Uses a directory, which is made when it is not there.
   *
   * @throws IllegalArgumentException when it cannot be made or written to
   */
  public DiskCache(Path directory, InlineSecrets secrets) {
    this.directory = directory;
    this.secrets = secrets;
    try {
      if (!Files.isDirectory(directory)) {
        Files.createDirectories(directory);
        if (isPosix()) {
          Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
        }
      }
    } catch (IOException e) {
      throw new IllegalArgumentException("cannot use " + directory + " as a cache: " + e, e);
    }
    if (!Files.isWritable(directory)) {
      throw new IllegalArgumentException("cannot write to " + directory + ", the cache");
    }
  }

  private boolean isPosix() {
    return directory.getFileSystem().supportedFileAttributeViews().contains("posix");
  }

  /**
   * What was held of a type; null when nothing is known. Damage costs what it is in, and is logged.
   *
   * @param space whose resources: names of different spaces have nothing to do with each other
   */
  public @Nullable CacheContents read(String space, ResourceType type) {
    Path file = file(space, type);
    try {
      if (Files.size(file) > Runtime.getRuntime().maxMemory() / READABLE_PART) {
        throw new IOException("its " + Files.size(file) + " bytes are too many for this heap");
      }
      CacheContents contents = StoredContents.read(Files.readAllBytes(file));
      if (contents != null && contents.type().equals(type)) {
        return contents;
      }
      LOG.log(System.Logger.Level.WARNING, "{0} holds nothing that can be used", file);
    } catch (NoSuchFileException e) {
      // the first run
    } catch (IOException e) {
      LOG.log(System.Logger.Level.WARNING, "cannot read " + file, e);
    }
    return null;
  }

  /** Writes what is held of a type, in place of what was written before. */
  public void write(String space, CacheContents contents) {
    Path file = file(space, contents.type());
    Path made = file.resolveSibling(file.getFileName() + ".new");
    try {
      byte[] bytes = StoredContents.bytes(contents, entry -> secrets.isIn(entry.packed()));
      Files.deleteIfExists(made);
      Files.createFile(made, isPosix() ? ownerOnly() : new FileAttribute<?>[0]);
      Files.write(made, bytes);
      Files.move(made, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      failureIsTold = false;
    } catch (IOException e) {
      if (!failureIsTold) {
        failureIsTold = true;
        LOG.log(System.Logger.Level.WARNING, "cannot write " + file, e);
      }
    }
  }

  private static FileAttribute<?>[] ownerOnly() {
    return new FileAttribute<?>[] {
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
    };
  }

  /** The short name is for people; what tells files apart is the hash. */
  private Path file(String space, ResourceType type) {
    String key = ContentHash.of(List.of(space, type.typeUrl())).toVersion();
    String word = type.shortName().replaceAll("[^A-Za-z0-9]", "");
    return directory.resolve(word + "-" + key + ".cache");
  }
}
