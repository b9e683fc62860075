package io.binnacle.client.config;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A file that holds a DiscoveryResponse of one type (F-1), by its ending binary protobuf ({@code
 * .pb}), proto text ({@code .pb_text}), JSON ({@code .json}) or YAML ({@code .yaml}, {@code .yml}).
 *
 * @param path the file; it is read when another one is moved there
 * @param watchedDirectory a directory whose changes mean that the file may be another one, as in a
 *     volume that Kubernetes mounts; null: what the path leads through is watched
 */
public record FileSource(Path path, @Nullable Path watchedDirectory) implements XdsSource {

  public FileSource {
    requireNonNull(path, "path");
  }

  /** A file whose own directory is watched. */
  public static FileSource of(Path path) {
    return new FileSource(path, null);
  }

  @Override
  public String name() {
    return path.toString();
  }
}
