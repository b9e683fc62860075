package io.binnacle.sources.revision;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where revisions are kept (G-6). Revisions follow upon each other in one line; what was accepted
 * is never changed.
 *
 * <p>Paths have parts of letters, digits and {@code ._-+@=,% } that begin with no dot, with {@code
 * /} between them. {@link #append} is called by one thread at a time, everything else from any.
 * Each may take as long as a disk takes.
 */
public interface RevisionStore extends AutoCloseable {

  /**
   * Makes a draft the newest revision.
   *
   * @return it, when it will outlive the process and a loss of power; null when the draft changes
   *     nothing
   * @throws IOException when it cannot be written; the newest revision is the same as before then
   * @throws IllegalArgumentException when a path is none
   */
  @Nullable Revision append(RevisionDraft draft) throws IOException;

  /** The newest revision; null when there is none. */
  @Nullable Revision newest();

  /**
   * A revision by its number; null when there is none.
   *
   * @throws IOException when it cannot be read
   */
  @Nullable Revision find(long number) throws IOException;

  /**
   * Revisions, the newest first.
   *
   * @param below only those with smaller numbers
   * @param most how many
   * @throws IOException when one of them cannot be read
   */
  List<Revision> list(long below, int most) throws IOException;

  /**
   * Files of a revision.
   *
   * @param folder those below it; empty for all
   * @throws IOException when not even a list of them can be read, or there is no such revision
   */
  RevisionFiles files(long number, String folder) throws IOException;

  /**
   * What differs between the states of two revisions, in the order of the paths.
   *
   * @param from 0 for the state before the first revision
   * @param folder only files below it; empty for all
   * @throws IOException when one of them cannot be read, or is not there
   */
  List<FileChange> changes(long from, long to, String folder) throws IOException;

  /**
   * The same as text, as {@code git diff} prints it.
   *
   * @param mostBytes about as much of it is given, and then a line that says so
   */
  String diff(long from, long to, String folder, int mostBytes) throws IOException;

  @Override
  void close();
}
