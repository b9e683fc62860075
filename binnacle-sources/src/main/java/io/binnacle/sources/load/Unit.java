package io.binnacle.sources.load;

import io.binnacle.sources.files.RawFile;
import io.binnacle.sources.group.text.SourceFile;
import io.binnacle.text.Finding;
import java.util.List;

/**
 * The files that are one group (G-2): a file, a sub-directory, or what lies loose in the directory.
 *
 * @param key identifies it from load to load: a path, with a slash behind a directory
 * @param defaultName the group's name if its header gives none
 * @param files never empty
 * @param raw the same, as they were read
 * @param findings what was wrong with reading and parsing them
 */
record Unit(
    String key,
    String defaultName,
    List<SourceFile> files,
    List<RawFile> raw,
    List<Finding> findings) {
  Unit {
    files = List.copyOf(files);
    raw = List.copyOf(raw);
    findings = List.copyOf(findings);
  }
}
