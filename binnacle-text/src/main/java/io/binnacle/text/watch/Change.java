package io.binnacle.text.watch;

import java.nio.file.Path;

/**
 * What the system reported about an entry of a directory.
 *
 * @param entry the real path of the directory, with the name of the entry; for {@link Kind#UNKNOWN}
 *     the directory alone
 */
public record Change(Path entry, Kind kind) {

  /** What happened to the entry. */
  public enum Kind {
    /** It is new under this name: made, moved there or linked. */
    ARRIVED,
    /** Something was written into it, or its attributes changed. */
    WRITTEN,
    /** It is gone from under this name: deleted or moved away. */
    GONE,
    /** Something in the directory, perhaps much: reports were lost. */
    UNKNOWN
  }
}
