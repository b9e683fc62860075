package io.binnacle.sources.export;

import io.binnacle.core.resource.ResourceType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;

/** Who may read an exported file: everybody, but secrets only their owner. Stateless. */
final class FileModes {

  private FileModes() {}

  /** Sets it where the file system knows of such things; temporary files are the owner's only. */
  static void forReaders(Path file, String path) throws IOException {
    boolean secret = path.startsWith(FileNames.folder(ResourceType.SECRET) + "/");
    if (!secret && Files.getFileAttributeView(file, PosixFileAttributeView.class) != null) {
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    }
  }
}
