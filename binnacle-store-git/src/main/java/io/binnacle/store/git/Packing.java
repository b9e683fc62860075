package io.binnacle.store.git;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.eclipse.jgit.internal.storage.file.FileRepository;
import org.eclipse.jgit.internal.storage.file.ObjectDirectory;
import org.eclipse.jgit.internal.storage.file.Pack;
import org.eclipse.jgit.internal.storage.file.PackIndex;
import org.eclipse.jgit.internal.storage.pack.PackWriter;
import org.eclipse.jgit.lib.NullProgressMonitor;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.lib.Ref;
import org.eclipse.jgit.lib.RefUpdate;
import org.eclipse.jgit.revwalk.RevObject;
import org.eclipse.jgit.revwalk.RevWalk;
import org.eclipse.jgit.storage.pack.PackConfig;
import org.jspecify.annotations.Nullable;

/**
 * Puts the objects of many revisions into one file, where they are stored as differences, and many
 * such files into one. An object is removed from one place when it is on the disk in the other, so
 * revisions can be read and appended meanwhile, and the process may be killed.
 *
 * <p>Used by one thread at a time.
 */
final class Packing {

  /** The commit up to which everything is in packs. */
  private static final String PACKED = "refs/binnacle/packed";

  /** So many packs of about one size become one. */
  private static final int MERGED = 8;

  /** A larger pack is not made out of others: it would take too much memory. */
  private static final long LARGEST = 300_000;

  private final FileRepository repository;
  private final ObjectDirectory objects;

  Packing(FileRepository repository) {
    this.repository = repository;
    this.objects = repository.getObjectDatabase();
  }

  /** The commit up to which everything is in packs; null when nothing is known of that. */
  @Nullable ObjectId packed() throws IOException {
    Ref ref = repository.exactRef(PACKED);
    ObjectId id = ref == null ? null : ref.getObjectId();
    return id != null && objects.has(id) ? id : null;
  }

  /** Packs what leads to a commit and is not packed yet; then merges packs, where it is time. */
  void pack(ObjectId head) throws IOException {
    ObjectId before = packed();
    try (PackWriter writer = writer()) {
      Set<ObjectId> have = before == null ? Set.of() : Set.of(before);
      writer.preparePack(NullProgressMonitor.INSTANCE, Set.of(head), have);
      if (writer.getObjectCount() > 0) {
        removeLoose(store(writer));
      }
    }
    RefUpdate update = repository.updateRef(PACKED);
    update.setNewObjectId(head);
    update.setRefLogMessage("packed", false);
    update.forceUpdate();
    merge();
  }

  private PackWriter writer() {
    PackConfig config = new PackConfig(repository);
    config.setThreads(1); // the others serve
    PackWriter writer = new PackWriter(config, repository.newObjectReader());
    writer.setUseBitmaps(false);
    writer.setUseCachedPacks(false);
    writer.setDeltaBaseAsOffset(true);
    writer.setReuseDeltaCommits(true);
    return writer;
  }

  private Pack store(PackWriter writer) throws IOException {
    Path directory = objects.getPackDirectory().toPath();
    Files.createDirectories(directory);
    Path pack = Files.createTempFile(directory, "new", ".tmp");
    Path index = Files.createTempFile(directory, "new", ".tmp");
    try {
      try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(pack))) {
        writer.writePack(NullProgressMonitor.INSTANCE, NullProgressMonitor.INSTANCE, out);
      }
      try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(index))) {
        writer.writeIndex(out);
      }
      ObjectFiles.force(pack);
      ObjectFiles.force(index);
      String name = "pack-" + writer.computeName().name();
      Path target = directory.resolve(name + ".pack");
      Files.move(pack, target, StandardCopyOption.ATOMIC_MOVE);
      Files.move(index, directory.resolve(name + ".idx"), StandardCopyOption.ATOMIC_MOVE);
      ObjectFiles.force(directory);
      return objects.openPack(target.toFile());
    } finally {
      Files.deleteIfExists(pack);
      Files.deleteIfExists(index);
    }
  }

  private void removeLoose(Pack pack) throws IOException {
    for (PackIndex.MutableEntry entry : pack) {
      Files.deleteIfExists(objects.fileFor(entry.toObjectId()).toPath());
    }
  }

  private void merge() throws IOException {
    Map<Integer, List<Pack>> bySize = new TreeMap<>();
    for (Pack pack : objects.getPacks()) {
      bySize.computeIfAbsent(size(pack), key -> new ArrayList<>()).add(pack);
    }
    for (List<Pack> packs : bySize.values()) {
      long all = 0;
      for (Pack pack : packs) {
        all += pack.getIndex().getObjectCount();
      }
      if (packs.size() >= MERGED && all <= LARGEST) {
        merge(packs);
        return; // what comes of it is looked at the next time
      }
    }
  }

  /** How many octal digits the number of its objects has. */
  private static int size(Pack pack) throws IOException {
    return Long.toOctalString(pack.getIndex().getObjectCount()).length();
  }

  private void merge(List<Pack> packs) throws IOException {
    Set<ObjectId> seen = new HashSet<>();
    Pack merged;
    try (PackWriter writer = writer();
        RevWalk walk = new RevWalk(repository);
        ObjectReader reader = repository.newObjectReader()) {
      List<RevObject> all = new ArrayList<>();
      for (Pack pack : packs) {
        for (PackIndex.MutableEntry entry : pack) {
          ObjectId id = entry.toObjectId();
          if (seen.add(id)) {
            all.add(walk.lookupAny(id, reader.open(id).getType()));
          }
        }
      }
      writer.preparePack(all.iterator());
      merged = store(writer);
    }
    for (Pack pack : packs) {
      if (!pack.getPackName().equals(merged.getPackName())) {
        Path file = pack.getPackFile().toPath();
        // The index first: a pack without index is nobody's.
        String name = file.getFileName().toString();
        Files.deleteIfExists(file.resolveSibling(name.replaceFirst("pack$", "idx")));
        Files.deleteIfExists(file);
      }
    }
    objects.close(); // JGit looks anew which packs there are
  }
}
