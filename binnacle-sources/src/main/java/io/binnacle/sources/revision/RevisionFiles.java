package io.binnacle.sources.revision;

import com.google.protobuf.ByteString;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Files of a revision. Immutable.
 *
 * @param readable their bytes by path
 * @param damaged what is wrong with the others, by path
 */
public record RevisionFiles(Map<String, ByteString> readable, Map<String, String> damaged) {

  public RevisionFiles {
    readable = Map.copyOf(readable);
    damaged = Map.copyOf(damaged);
  }

  /** The readable ones in the order of their paths, a copy. */
  public SortedMap<String, ByteString> sorted() {
    return new TreeMap<>(readable);
  }
}
