package io.binnacle.sources.group.text;

import io.binnacle.text.tree.YamlNode;
import java.util.List;

/**
 * A file that was read and parsed.
 *
 * @param path within the directory, with {@code /}; what a unit is recognized by
 * @param name as the user knows it, for findings
 * @param documents those that could be parsed
 * @param complete whether that was all of the file
 */
public record SourceFile(String path, String name, List<YamlNode> documents, boolean complete) {

  public SourceFile {
    documents = List.copyOf(documents);
  }

  /** Whether it is a group by itself, be it only by what it was meant to be (G-2). */
  public boolean isGroup() {
    return documents.isEmpty()
        || documents.stream().anyMatch(d -> DocumentKind.of(d) == DocumentKind.GROUP)
        || documents.stream().anyMatch(d -> DocumentKind.of(d) == DocumentKind.UNKNOWN);
  }
}
