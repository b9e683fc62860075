package io.binnacle.sources.load;

import io.binnacle.core.validate.IssueKind;
import io.binnacle.sources.files.RawFile;
import io.binnacle.sources.group.text.SourceFile;
import io.binnacle.text.Finding;
import io.binnacle.text.Findings;
import io.binnacle.text.Position;
import io.binnacle.text.tree.SourceText;
import io.binnacle.text.tree.YamlNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Parses files, and gives the very same result for a file that did not change. One thread at a
 * time.
 */
final class FileParser {

  /** What became of a file. */
  record Parsed(RawFile raw, SourceFile file, List<Finding> findings) {
    Parsed {
      findings = List.copyOf(findings);
    }
  }

  private Map<String, Parsed> last = new HashMap<>();

  /** Parses all files of a directory; what is not among them is forgotten. */
  List<Parsed> parse(List<RawFile> files) {
    Map<String, Parsed> now = new HashMap<>();
    for (RawFile raw : files) {
      Parsed before = last.get(raw.path());
      now.put(raw.path(), before != null && before.raw().equals(raw) ? before : parse(raw));
    }
    last = now;
    return files.stream().map(raw -> parsed(now, raw)).toList();
  }

  private static Parsed parsed(Map<String, Parsed> now, RawFile raw) {
    Parsed parsed = now.get(raw.path());
    if (parsed == null) {
      throw new IllegalStateException("not parsed: " + raw.path());
    }
    return parsed;
  }

  private static Parsed parse(RawFile raw) {
    Findings findings = new Findings();
    String problem = raw.problem();
    List<YamlNode> documents = List.of();
    if (problem != null) {
      findings.error(IssueKind.SOURCE, Position.whole(raw.name()), problem);
    } else {
      documents = SourceText.parse(raw.name(), raw.bytes().toByteArray(), findings);
      if (documents.isEmpty() && !findings.hasErrors()) {
        // F-3: an empty file may be one that is about to be written
        findings.error(
            Position.startOf(raw.name()),
            "holds nothing; delete the file to remove the group, or write empty lists to empty it:"
                + " 'clusters: []'");
      }
    }
    boolean complete = !findings.hasErrors();
    SourceFile file = new SourceFile(raw.path(), raw.name(), documents, complete);
    return new Parsed(raw, file, findings.sorted());
  }
}
