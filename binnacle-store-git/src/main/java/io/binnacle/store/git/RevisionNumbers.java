package io.binnacle.store.git;

import io.binnacle.sources.revision.Revision;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.RevWalk;
import org.jspecify.annotations.Nullable;

/**
 * Finds revisions by their numbers. It knows the commit of every 64th revision, from the first time
 * that a number is asked for, and goes from there; what was appended since, it goes through when it
 * is asked again. Safe for all threads.
 */
final class RevisionNumbers {

  private static final int STEP = 64;

  private final Repository repository;

  /** Some commits by their numbers, up to {@link #known}. */
  private final TreeMap<Long, ObjectId> marks = new TreeMap<>();

  private @Nullable ObjectId known;

  RevisionNumbers(Repository repository) {
    this.repository = repository;
  }

  /**
   * Revisions below a number, the newest first.
   *
   * @param head the newest
   */
  List<Revision> below(ObjectId head, long number, int most) throws IOException {
    List<Revision> found = new ArrayList<>();
    try (RevWalk walk = new RevWalk(repository)) {
      RevCommit commit = walk.parseCommit(from(head, number));
      while (commit != null && found.size() < most) {
        Revision revision = RevisionText.read(commit);
        if (revision != null && revision.number() < number) {
          found.add(revision);
        }
        commit = parent(walk, commit);
      }
    }
    return found;
  }

  /** A commit from which on all have smaller numbers, and not much before the first that has. */
  private ObjectId from(ObjectId head, long number) throws IOException {
    try (RevWalk walk = new RevWalk(repository)) {
      Revision newest = RevisionText.read(walk.parseCommit(head));
      if (newest == null || number > newest.number() - STEP) {
        return head; // what is asked for most costs nothing
      }
    }
    synchronized (marks) {
      if (!head.equals(known)) {
        learn(head);
      }
      Map.Entry<Long, ObjectId> mark = marks.ceilingEntry(number - 1);
      return mark == null ? head : mark.getValue();
    }
  }

  private void learn(ObjectId head) throws IOException {
    try (RevWalk walk = new RevWalk(repository)) {
      // The walk forgets what it went through, as far as it can.
      walk.setRetainBody(false);
      RevCommit commit = walk.parseCommit(head);
      Map<Long, ObjectId> learned = new TreeMap<>();
      while (commit != null && !commit.equals(known)) {
        walk.parseBody(commit);
        Revision revision = RevisionText.read(commit);
        if (revision != null && revision.number() % STEP == 0) {
          learned.put(revision.number(), commit.copy());
        }
        RevCommit parent = parent(walk, commit);
        commit.disposeBody();
        commit = parent;
      }
      marks.putAll(learned);
      known = head;
    }
  }

  private static @Nullable RevCommit parent(RevWalk walk, RevCommit commit) throws IOException {
    if (commit.getParentCount() == 0) {
      return null;
    }
    RevCommit parent = commit.getParent(0);
    walk.parseBody(parent);
    return parent;
  }
}
