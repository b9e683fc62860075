package io.binnacle.sources.files;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** What a look at a directory gave. */
public sealed interface Scan {

  /**
   * All files, in the order of their paths.
   *
   * @param stamps where each file was found, by its path
   * @param directories the real path of each directory that holds files, by its path within the
   *     source: empty for the source itself, else ending in {@code /}
   * @param stable whether nothing vanished or changed meanwhile
   * @param at when the look was taken, by the system's clock
   */
  record Content(
      List<RawFile> files,
      Map<String, FileStamp> stamps,
      Map<String, Path> directories,
      boolean stable,
      Instant at)
      implements Scan {
    public Content {
      files = List.copyOf(files);
      stamps = Map.copyOf(stamps);
      directories = Map.copyOf(directories);
    }

    /** Files that are finished, from wherever they come. */
    public Content(List<RawFile> files) {
      this(files, Map.of(), Map.of(), true, Instant.EPOCH);
    }
  }

  /**
   * The directory itself cannot be read, or is gone: a failure of the source, not a deletion of
   * everything (G-5).
   *
   * @param reason what is wrong with it
   */
  record Failed(String reason) implements Scan {}
}
