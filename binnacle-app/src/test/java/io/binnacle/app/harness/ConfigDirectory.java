package io.binnacle.app.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** A directory of groups that a test writes to. */
public record ConfigDirectory(Path path) {

  public static final String CLUSTER =
      """
      clusters:
        - name: backend
          connect_timeout: 1s
      """;

  /** The same, with a field that is spelled wrong in line 3. */
  public static final String BROKEN =
      """
      clusters:
        - name: backend
          conect_timeout: 1s
      """;

  public static ConfigDirectory in(Path parent) {
    try {
      return new ConfigDirectory(Files.createDirectory(parent.resolve("conf")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Writes a file as careful programs do: beside its place, then moved. */
  public ConfigDirectory with(String name, String text) {
    try {
      Path fresh = Files.writeString(path.resolve("." + name + ".new"), text);
      Files.move(fresh, path.resolve(name), StandardCopyOption.ATOMIC_MOVE);
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public String toString() {
    return path.toString();
  }
}
