package io.binnacle.store.git;

import io.binnacle.sources.revision.Revision;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.jgit.internal.storage.file.FileRepository;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.lib.Ref;
import org.eclipse.jgit.lib.RefUpdate;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.RevWalk;
import org.jspecify.annotations.Nullable;

/**
 * The newest revision as a store finds it when it is opened. A disk may have lost or damaged
 * objects of it: then the newest one that can be read takes its place.
 *
 * @param revision null: there is none
 * @param folder its files
 * @param number the highest number that a revision had, readable or not
 * @param problem what is wrong with newer ones, for people; null when nothing is
 */
record Head(@Nullable Revision revision, Folder folder, long number, @Nullable String problem) {

  /** A line of the branch's log: from, to, who, when, and what we wrote ourselves. */
  private static final Pattern LOGGED =
      Pattern.compile("[0-9a-f]{40} ([0-9a-f]{40}) .*\trevision ([0-9]{1,18})");

  private record Logged(ObjectId commit, long number) {}

  /** So far back it is looked for one. */
  private static final int MOST = 1000;

  /**
   * Finds it, and makes it what the branch stands at.
   *
   * @throws IOException when there are revisions, and none of the last ones can be read
   */
  static Head find(FileRepository repository) throws IOException {
    List<ObjectId> candidates = new ArrayList<>();
    long number = 0;
    String problem = null;
    try {
      Ref ref = repository.exactRef(Repositories.BRANCH);
      if (ref != null && ref.getObjectId() != null) {
        candidates.add(ref.getObjectId());
      }
    } catch (IOException e) {
      problem = "where the newest revision is cannot be read: " + e.getMessage();
    }
    Head first = candidates.isEmpty() ? null : read(repository, candidates.get(0), null);
    if (first != null && first.problem() == null) {
      return first;
    }
    if (first != null) {
      problem = first.problem();
    }
    for (Logged entry : log(repository)) {
      candidates.add(entry.commit());
      number = Math.max(number, entry.number());
    }
    if (candidates.isEmpty()) {
      return new Head(null, Folder.EMPTY, 0, null);
    }
    for (ObjectId candidate : candidates) {
      Head head = read(repository, candidate, problem);
      if (head.revision() != null) {
        stand(repository, candidate);
        return new Head(head.revision(), head.folder(), Math.max(number, head.number()), problem);
      }
    }
    throw new IOException("none of the last revisions can be read; " + problem);
  }

  private static Head read(FileRepository repository, ObjectId commit, @Nullable String problem)
      throws IOException {
    try (ObjectReader reader = repository.newObjectReader()) {
      RevCommit found = commit(reader, commit);
      Revision revision = RevisionText.read(found);
      if (revision == null) {
        return none("commit " + commit.name() + " was not made by this program");
      }
      Folder folder = Folder.read(reader, found.getTree());
      return new Head(revision, folder, revision.number(), problem);
    } catch (UnreadableException e) {
      // A damaged object is no obstacle to writing it anew.
      ObjectFiles.setAside(repository.getObjectDatabase(), e.object());
      return none("the revision of commit " + commit.name() + ": " + e.getMessage());
    }
  }

  private static RevCommit commit(ObjectReader reader, ObjectId commit) throws UnreadableException {
    try (RevWalk walk = new RevWalk(reader)) {
      return walk.parseCommit(commit);
    } catch (IOException e) {
      throw new UnreadableException(commit, e);
    }
  }

  private static Head none(String problem) {
    return new Head(null, Folder.EMPTY, 0, problem);
  }

  /** What the branch stood at, the newest first; JGit reads that only while the branch is whole. */
  private static List<Logged> log(FileRepository repository) throws IOException {
    Path file = repository.getDirectory().toPath().resolve("logs").resolve(Repositories.BRANCH);
    List<Logged> entries = new ArrayList<>();
    if (Files.exists(file)) {
      List<String> lines = Files.readAllLines(file, StandardCharsets.ISO_8859_1);
      for (String line : lines.subList(Math.max(0, lines.size() - MOST), lines.size())) {
        Matcher entry = LOGGED.matcher(line);
        if (entry.matches()) {
          long number = Long.parseLong(entry.group(2));
          entries.add(0, new Logged(ObjectId.fromString(entry.group(1)), number));
        }
      }
    }
    return entries;
  }

  private static void stand(FileRepository repository, ObjectId commit) throws IOException {
    File ref = new File(repository.getDirectory(), Repositories.BRANCH);
    if (ref.length() < Constants.OBJECT_ID_STRING_LENGTH) {
      Files.deleteIfExists(ref.toPath()); // cut off: no ref that could be changed
    }
    RefUpdate update = repository.updateRef(Repositories.BRANCH);
    update.setNewObjectId(commit);
    update.setRefLogMessage("later ones cannot be read", false);
    // Its present value may be damaged; what is there is not looked at.
    update.forceUpdate();
  }
}
