package io.binnacle.store.git;

import io.binnacle.sources.revision.ChangeSummary;
import io.binnacle.sources.revision.FileChange;
import io.binnacle.sources.revision.FileChange.Kind;
import io.binnacle.sources.revision.Revision;
import io.binnacle.sources.revision.RevisionDraft;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.jgit.lib.PersonIdent;
import org.eclipse.jgit.revwalk.RevCommit;
import org.jspecify.annotations.Nullable;

/**
 * A revision as the message of its commit: what it is about, the files that it changed, and last of
 * all its number and source.
 *
 * <pre>
 * edge: 1 changed
 *
 * M groups/edge/clusters/backend.yaml
 * M source/edge.yaml
 *
 * Revision: 12
 * Source: conf
 * Changed-Files: 2
 * </pre>
 *
 * <p>The author is who made the change. Stateless.
 */
final class RevisionText {

  private static final Pattern NUMBERS =
      Pattern.compile("Revision: ([0-9]{1,18})\nSource: (.*)\nChanged-Files: ([0-9]{1,9})\n?");
  private static final String NO_CHANGES = "(no file changed)";
  private static final String EMAIL = "binnacle";

  private RevisionText() {}

  /** The message of a commit. */
  static String of(RevisionDraft draft, long number, List<FileChange> changes) {
    String message = draft.message().isEmpty() ? ChangeSummary.of(changes) : draft.message();
    StringBuilder text = new StringBuilder(paragraphs(message)).append("\n\n");
    changes.stream()
        .limit(Revision.MOST_CHANGES)
        .forEach(
            change ->
                text.append(change.kind().letter()).append(' ').append(change.path()).append('\n'));
    if (changes.isEmpty()) {
      text.append(NO_CHANGES).append('\n');
    } else if (changes.size() > Revision.MOST_CHANGES) {
      text.append("... and ")
          .append(changes.size() - Revision.MOST_CHANGES)
          .append(" more files\n");
    }
    return text.append("\nRevision: ")
        .append(number)
        .append("\nSource: ")
        .append(line(draft.source()))
        .append("\nChanged-Files: ")
        .append(changes.size())
        .append('\n')
        .toString();
  }

  /** The author of a commit. */
  static PersonIdent author(RevisionDraft draft) {
    String name = line(draft.who()).replaceAll("[<>]", "");
    PersonIdent ours = committer(draft);
    return new PersonIdent(
        name.isEmpty() ? "unknown" : name, EMAIL, ours.getWhenAsInstant(), ours.getZoneId());
  }

  static PersonIdent committer(RevisionDraft draft) {
    return new PersonIdent("binnacle", EMAIL, draft.at(), ZoneOffset.UTC);
  }

  /** The revision of a commit; null when it is none, but somebody else's. */
  static @Nullable Revision read(RevCommit commit) {
    String text = commit.getFullMessage();
    int last = text.lastIndexOf("\n\n");
    int before = last < 0 ? -1 : text.lastIndexOf("\n\n", last - 1);
    Matcher numbers = before < 0 ? null : NUMBERS.matcher(text.substring(last + 2));
    if (numbers == null || !numbers.matches()) {
      return null;
    }
    return new Revision(
        Long.parseLong(numbers.group(1)),
        commit.name(),
        commit.getCommitterIdent().getWhenAsInstant(),
        commit.getAuthorIdent().getName(),
        numbers.group(2),
        text.substring(0, before),
        changes(text.substring(before + 2, last + 1)),
        Integer.parseInt(numbers.group(3)));
  }

  private static List<FileChange> changes(String lines) {
    List<FileChange> changes = new ArrayList<>();
    lines
        .lines()
        .forEach(
            line -> {
              for (Kind kind : Kind.values()) {
                if (line.startsWith(kind.letter() + " ")) {
                  changes.add(new FileChange(kind, line.substring(2)));
                }
              }
            });
    return changes;
  }

  private static String paragraphs(String message) {
    String clean = message.replaceAll("[\\p{Cntrl}&&[^\n]]", " ").strip();
    return clean.isEmpty() ? "(no message)" : clean;
  }

  private static String line(String text) {
    return text.replaceAll("\\p{Cntrl}", " ").strip();
  }
}
