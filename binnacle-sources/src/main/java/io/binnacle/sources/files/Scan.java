package io.binnacle.sources.files;

import java.util.List;

/** What a look at a directory gave. */
public sealed interface Scan {

  /** All files, in the order of their paths. */
  record Content(List<RawFile> files) implements Scan {
    public Content {
      files = List.copyOf(files);
    }
  }

  /** It changed while it was read: look again in a moment. */
  record Changing() implements Scan {}

  /**
   * The directory itself cannot be read, or is gone: a failure of the source, not a deletion of
   * everything (G-5).
   *
   * @param reason what is wrong with it
   */
  record Failed(String reason) implements Scan {}
}
