package io.binnacle.store.git;

import com.google.protobuf.ByteString;
import io.binnacle.server.history.DirectoryLock;
import io.binnacle.sources.revision.FileChange;
import io.binnacle.sources.revision.Revision;
import io.binnacle.sources.revision.RevisionDraft;
import io.binnacle.sources.revision.RevisionFiles;
import io.binnacle.sources.revision.RevisionStore;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.eclipse.jgit.diff.DiffFormatter;
import org.eclipse.jgit.errors.LargeObjectException;
import org.eclipse.jgit.internal.storage.file.FileRepository;
import org.eclipse.jgit.internal.storage.file.ObjectDirectory;
import org.eclipse.jgit.lib.CommitBuilder;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectInserter;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.lib.Ref;
import org.eclipse.jgit.lib.RefUpdate;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.RevWalk;
import org.eclipse.jgit.treewalk.CanonicalTreeParser;
import org.eclipse.jgit.treewalk.EmptyTreeIterator;
import org.eclipse.jgit.treewalk.filter.PathFilter;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Revisions as commits of a bare Git repository (G-6): {@code git log -p} in it shows them.
 *
 * <p>A revision is on the disk, names of files included, before {@link #append} returns: it
 * outlives the process and a loss of power. A process that is killed leaves a repository that opens
 * with the newest revision that was accepted, or with the one that was about to be. An object that
 * the disk damaged costs the file that it is of, or its revision, and no more.
 *
 * <p>Safe from any thread. One process at a time may have a directory; nobody else may write to the
 * repository, while anybody may read it.
 */
public final class GitRevisionStore implements RevisionStore {

  private static final Logger log = LoggerFactory.getLogger(GitRevisionStore.class);

  /** Below this number of files each object is a file of its own, else all are one pack. */
  private static final int MANY = 100;

  private static final String REPOSITORY = "revisions.git";

  private final DirectoryLock lock;
  private final FileRepository repository;
  private final ObjectDirectory objects;
  private final RevisionNumbers numbers;
  private final BackgroundPacking packing;

  /** Objects that could not be read: they are written again when they are needed. */
  private final Set<ObjectId> damaged = new HashSet<>();

  private Folder folder;
  private long number;
  private @Nullable ObjectId head;
  private volatile @Nullable Revision newest;

  private GitRevisionStore(
      DirectoryLock lock, FileRepository repository, Head found, int packedTogether)
      throws IOException {
    this.lock = lock;
    this.repository = repository;
    this.objects = repository.getObjectDatabase();
    this.numbers = new RevisionNumbers(repository);
    this.folder = found.folder();
    this.number = found.number();
    Revision revision = found.revision();
    this.newest = revision;
    this.head = revision == null ? null : ObjectId.fromString(revision.id());
    this.packing = new BackgroundPacking(repository, packedTogether, number);
  }

  /**
   * Opens the store of a directory, which is made when it is not there.
   *
   * @throws IllegalStateException when another process has it
   * @throws IOException when it cannot be read or written
   */
  public static GitRevisionStore open(Path directory) throws IOException {
    return open(directory, BackgroundPacking.USUAL);
  }

  /**
   * @param packedTogether after how many revisions they are packed
   */
  static GitRevisionStore open(Path directory, int packedTogether) throws IOException {
    DirectoryLock lock = DirectoryLock.take(directory, "revisions.lock");
    FileRepository repository = null;
    try {
      repository = Repositories.open(directory.resolve(REPOSITORY));
      Head head = Head.find(repository);
      Revision revision = head.revision();
      if (head.problem() != null && revision != null) {
        log.error(
            "{}: {}; revision {} is the newest that can be read",
            directory.resolve(REPOSITORY),
            head.problem(),
            revision.number());
      }
      return new GitRevisionStore(lock, repository, head, packedTogether);
    } catch (IOException | RuntimeException e) {
      if (repository != null) {
        repository.close();
      }
      lock.close();
      throw e;
    }
  }

  @Override
  public synchronized @Nullable Revision append(RevisionDraft draft) throws IOException {
    draft.written().keySet().forEach(Folder::check);
    boolean asPack = draft.written().size() >= MANY;
    Set<Path> packs = asPack ? new HashSet<>(ObjectFiles.packFiles(objects)) : Set.of();
    try (RecordingInserter inserter = inserter(asPack)) {
      Map<String, @Nullable ObjectId> edits = edits(draft, inserter);
      Folder next = folder.with(edits);
      boolean healing = !damaged.isEmpty();
      if (next.equals(folder) && !healing) {
        return null;
      }
      ObjectId tree = next.write(inserter, healing);
      List<FileChange> changes = changes(edits, next);
      Revision revision = null;
      if (!next.equals(folder)) {
        revision = commit(draft, inserter, tree, changes);
      }
      inserter.flush();
      if (asPack) {
        ObjectFiles.forcePacks(objects, packs);
      } else {
        ObjectFiles.forceLoose(objects, inserter.inserted());
      }
      damaged.clear();
      if (revision != null) {
        accept(ObjectId.fromString(revision.id()), revision);
        folder = next;
      }
      return revision;
    }
  }

  private RecordingInserter inserter(boolean asPack) {
    ObjectInserter inserter = asPack ? objects.newPackInserter() : objects.newInserter();
    return new RecordingInserter(inserter);
  }

  private Map<String, @Nullable ObjectId> edits(RevisionDraft draft, ObjectInserter inserter)
      throws IOException {
    Map<String, @Nullable ObjectId> edits = new HashMap<>();
    if (draft.whole()) {
      folder.files().keySet().forEach(path -> edits.put(path, null));
    }
    draft.removed().forEach(path -> edits.put(path, null));
    for (Map.Entry<String, ByteString> file : draft.written().entrySet()) {
      byte[] bytes = file.getValue().toByteArray();
      ObjectId id = inserter.idFor(Constants.OBJ_BLOB, bytes);
      if (!id.equals(folder.file(file.getKey())) || damaged.contains(id)) {
        inserter.insert(Constants.OBJ_BLOB, bytes);
      }
      edits.put(file.getKey(), id);
    }
    return edits;
  }

  private List<FileChange> changes(Map<String, @Nullable ObjectId> edits, Folder next) {
    SortedMap<String, ObjectId> from = new TreeMap<>();
    SortedMap<String, ObjectId> to = new TreeMap<>();
    for (String path : edits.keySet()) {
      ObjectId before = folder.file(path);
      ObjectId after = next.file(path);
      if (before != null) {
        from.put(path, before);
      }
      if (after != null) {
        to.put(path, after);
      }
    }
    return Folder.changes(from, to);
  }

  private Revision commit(
      RevisionDraft draft, ObjectInserter inserter, ObjectId tree, List<FileChange> changes)
      throws IOException {
    CommitBuilder commit = new CommitBuilder();
    commit.setTreeId(tree);
    if (head != null) {
      commit.setParentId(head);
    }
    commit.setAuthor(RevisionText.author(draft));
    commit.setCommitter(RevisionText.committer(draft));
    commit.setMessage(RevisionText.of(draft, number + 1, changes));
    byte[] bytes = commit.build();
    ObjectId id = inserter.insert(Constants.OBJ_COMMIT, bytes);
    Revision revision = RevisionText.read(RevCommit.parse(bytes));
    if (revision == null) {
      throw new IllegalStateException("a revision of our own is unreadable");
    }
    return new Revision(
        revision.number(),
        id.name(),
        revision.at(),
        revision.who(),
        revision.source(),
        revision.message(),
        revision.changes(),
        revision.changed());
  }

  private void accept(ObjectId commit, Revision revision) throws IOException {
    RefUpdate update = repository.updateRef(Repositories.BRANCH);
    update.setNewObjectId(commit);
    update.setExpectedOldObjectId(head == null ? ObjectId.zeroId() : head);
    update.setRefLogMessage("revision " + revision.number(), false);
    String problem;
    try {
      RefUpdate.Result result = update.update();
      boolean done = result == RefUpdate.Result.NEW || result == RefUpdate.Result.FAST_FORWARD;
      problem = done ? null : "the repository refused it: " + result;
    } catch (IOException e) {
      // What matters is whether it is the newest now.
      Ref ref = repository.exactRef(Repositories.BRANCH);
      if (ref == null || !commit.equals(ref.getObjectId())) {
        throw e;
      }
      problem = null;
    }
    if (problem != null) {
      throw new IOException(problem);
    }
    ObjectFiles.force(repository.getDirectory().toPath().resolve("refs").resolve("heads"));
    head = commit;
    number = revision.number();
    newest = revision;
    packing.appended(commit, number);
  }

  @Override
  public @Nullable Revision newest() {
    return newest;
  }

  @Override
  public @Nullable Revision find(long wanted) throws IOException {
    List<Revision> found = wanted == Long.MAX_VALUE ? List.of() : list(wanted + 1, 1);
    return found.isEmpty() || found.get(0).number() != wanted ? null : found.get(0);
  }

  @Override
  public List<Revision> list(long below, int most) throws IOException {
    Revision from = newest;
    return from == null || most <= 0
        ? List.of()
        : numbers.below(ObjectId.fromString(from.id()), below, most);
  }

  @Override
  public RevisionFiles files(long wanted, String below) throws IOException {
    Map<String, ByteString> readable = new HashMap<>();
    Map<String, String> problems = new HashMap<>();
    try (ObjectReader reader = repository.newObjectReader()) {
      for (Map.Entry<String, ObjectId> file : folder(reader, wanted).files().entrySet()) {
        if (!isBelow(file.getKey(), below)) {
          continue;
        }
        try {
          byte[] bytes = reader.open(file.getValue(), Constants.OBJ_BLOB).getBytes();
          readable.put(file.getKey(), ByteString.copyFrom(bytes));
        } catch (IOException | LargeObjectException e) {
          problems.put(file.getKey(), "object " + file.getValue().name() + ": " + e.getMessage());
          setAside(file.getValue());
        }
      }
    }
    return new RevisionFiles(readable, problems);
  }

  private synchronized void setAside(ObjectId id) throws IOException {
    ObjectFiles.setAside(objects, id);
    damaged.add(id);
  }

  private Folder folder(ObjectReader reader, long wanted) throws IOException {
    if (wanted == 0) {
      return Folder.EMPTY;
    }
    return Folder.read(reader, tree(reader, wanted));
  }

  private ObjectId tree(ObjectReader reader, long wanted) throws IOException {
    Revision revision = find(wanted);
    if (revision == null) {
      throw new IOException("there is no revision " + wanted);
    }
    try (RevWalk walk = new RevWalk(reader)) {
      return walk.parseCommit(ObjectId.fromString(revision.id())).getTree().copy();
    }
  }

  private static boolean isBelow(String path, String folder) {
    return folder.isEmpty() || path.startsWith(folder + "/");
  }

  @Override
  public List<FileChange> changes(long from, long to, String below) throws IOException {
    try (ObjectReader reader = repository.newObjectReader()) {
      return Folder.changes(
          filesBelow(folder(reader, from), below), filesBelow(folder(reader, to), below));
    }
  }

  private static SortedMap<String, ObjectId> filesBelow(Folder folder, String below) {
    SortedMap<String, ObjectId> files = folder.files();
    files.keySet().removeIf(path -> !isBelow(path, below));
    return files;
  }

  @Override
  public String diff(long from, long to, String below, int mostBytes) throws IOException {
    LimitedBytes out = new LimitedBytes(mostBytes);
    try (ObjectReader reader = repository.newObjectReader();
        DiffFormatter formatter = new DiffFormatter(out)) {
      formatter.setReader(reader, repository.getConfig());
      if (!below.isEmpty()) {
        formatter.setPathFilter(PathFilter.create(below));
      }
      formatter.format(
          from == 0
              ? new EmptyTreeIterator()
              : new CanonicalTreeParser(null, reader, tree(reader, from)),
          new CanonicalTreeParser(null, reader, tree(reader, to)));
      formatter.flush();
    } catch (LimitedBytes.FullException e) {
      return out.text() + "\n... and more than can be shown at once\n";
    }
    return out.text();
  }

  /** Text up to a size. */
  private static final class LimitedBytes extends ByteArrayOutputStream {
    private final int most;

    LimitedBytes(int most) {
      this.most = most;
    }

    private static final class FullException extends RuntimeException {
      private static final long serialVersionUID = 1;
    }

    @Override
    public synchronized void write(byte[] bytes, int offset, int length) {
      if (count + length > most) {
        throw new FullException();
      }
      super.write(bytes, offset, length);
    }

    String text() {
      return toString(StandardCharsets.UTF_8);
    }
  }

  /** Waits until packing that is under way is done. */
  void awaitPacking() throws InterruptedException {
    packing.await();
  }

  @Override
  public void close() {
    packing.close();
    synchronized (this) {
      repository.close();
      try {
        lock.close();
      } catch (IOException e) {
        log.warn("{}: {}", repository.getDirectory(), e.getMessage());
      }
    }
  }
}
