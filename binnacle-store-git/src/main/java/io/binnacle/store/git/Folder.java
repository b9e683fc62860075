package io.binnacle.store.git;

import io.binnacle.sources.revision.FileChange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectInserter;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.lib.TreeFormatter;
import org.eclipse.jgit.treewalk.CanonicalTreeParser;
import org.jspecify.annotations.Nullable;

/**
 * A folder of a state in memory: the objects of its files, and its folders. An edit makes a new one
 * that shares all folders in which nothing changed; only the others are written. Immutable, but for
 * the object that it is written as.
 */
final class Folder {

  static final Folder EMPTY = new Folder(new TreeMap<>(), null);

  private static final Pattern PART = Pattern.compile("[A-Za-z0-9_+@=,%-][A-Za-z0-9._+@=,% -]*");

  /** A file by its name, a folder by its name and a slash: so Git sorts them. */
  private final SortedMap<String, Object> entries;

  private @Nullable ObjectId written;

  private Folder(SortedMap<String, Object> entries, @Nullable ObjectId written) {
    this.entries = entries;
    this.written = written;
  }

  /** Reads one, and all that are in it. */
  static Folder read(ObjectReader reader, ObjectId tree) throws UnreadableException {
    SortedMap<String, Object> entries = new TreeMap<>();
    CanonicalTreeParser parser;
    try {
      parser = new CanonicalTreeParser(null, reader, tree);
    } catch (IOException e) {
      throw new UnreadableException(tree, e);
    }
    for (; !parser.eof(); parser.next(1)) {
      String name = parser.getEntryPathString();
      ObjectId object = parser.getEntryObjectId();
      if (parser.getEntryFileMode().equals(FileMode.TREE)) {
        entries.put(name + "/", read(reader, object));
      } else {
        entries.put(name, object);
      }
    }
    return new Folder(entries, tree);
  }

  /**
   * Checks a path.
   *
   * @throws IllegalArgumentException when no file may have it
   */
  static void check(String path) {
    for (String part : path.split("/", -1)) {
      if (!PART.matcher(part).matches() || part.equalsIgnoreCase("git~1")) {
        throw new IllegalArgumentException("no path of a revision: '" + path + "'");
      }
    }
  }

  /** The files in it and below, by path. */
  SortedMap<String, ObjectId> files() {
    SortedMap<String, ObjectId> files = new TreeMap<>();
    collect("", files);
    return files;
  }

  private void collect(String prefix, SortedMap<String, ObjectId> files) {
    entries.forEach(
        (key, value) -> {
          if (value instanceof Folder folder) {
            folder.collect(prefix + key, files);
          } else {
            files.put(prefix + key, (ObjectId) value);
          }
        });
  }

  /** What stands under a path: a file's object; null when there is no such file. */
  @Nullable ObjectId file(String path) {
    int slash = path.indexOf('/');
    Object entry = entries.get(slash < 0 ? path : path.substring(0, slash + 1));
    if (slash < 0) {
      return entry instanceof ObjectId object ? object : null;
    }
    return entry instanceof Folder folder ? folder.file(path.substring(slash + 1)) : null;
  }

  /**
   * With other files.
   *
   * @param edits objects by path; null for a file that is gone
   * @return this one, when nothing is different
   * @throws IllegalArgumentException when a file would have the name of a folder
   */
  Folder with(Map<String, @Nullable ObjectId> edits) {
    Map<String, Map<String, @Nullable ObjectId>> inner = new TreeMap<>();
    SortedMap<String, Object> next = new TreeMap<>(entries);
    edits.forEach(
        (path, object) -> {
          int slash = path.indexOf('/');
          if (slash >= 0) {
            inner
                .computeIfAbsent(path.substring(0, slash + 1), key -> new TreeMap<>())
                .put(path.substring(slash + 1), object);
          } else if (object == null) {
            next.remove(path);
          } else {
            next.put(path, object);
          }
        });
    inner.forEach(
        (key, below) -> {
          Folder before = entries.get(key) instanceof Folder folder ? folder : EMPTY;
          Folder after = before.with(below);
          if (after.entries.isEmpty()) {
            next.remove(key);
          } else {
            next.put(key, after);
          }
        });
    for (String key : next.keySet()) {
      if (next.containsKey(key + "/")) {
        throw new IllegalArgumentException("both a file and a folder: " + key);
      }
    }
    return isSame(next) ? this : new Folder(next, null);
  }

  private boolean isSame(SortedMap<String, Object> next) {
    if (next.size() != entries.size()) {
      return false;
    }
    for (Map.Entry<String, Object> entry : next.entrySet()) {
      Object mine = entries.get(entry.getKey());
      // Folders in which nothing changed are the same ones.
      boolean same = entry.getValue() instanceof ObjectId id ? id.equals(mine) : isIt(entry, mine);
      if (!same) {
        return false;
      }
    }
    return true;
  }

  @SuppressWarnings("ReferenceEquality")
  private static boolean isIt(Map.Entry<String, Object> entry, @Nullable Object mine) {
    return entry.getValue() == mine;
  }

  /** What leads from another state to this one, in the order of the paths. */
  static List<FileChange> changes(
      SortedMap<String, ObjectId> from, SortedMap<String, ObjectId> to) {
    SortedMap<String, FileChange.Kind> kinds = new TreeMap<>();
    from.keySet().forEach(path -> kinds.put(path, FileChange.Kind.REMOVED));
    to.forEach(
        (path, object) -> {
          ObjectId before = from.get(path);
          if (before == null) {
            kinds.put(path, FileChange.Kind.ADDED);
          } else if (before.equals(object)) {
            kinds.remove(path);
          } else {
            kinds.put(path, FileChange.Kind.CHANGED);
          }
        });
    List<FileChange> changes = new ArrayList<>();
    kinds.forEach((path, kind) -> changes.add(new FileChange(kind, path)));
    return changes;
  }

  /**
   * Writes what is not written yet.
   *
   * @param everything writes all folders, also those that were written once
   * @return the object that it is
   */
  ObjectId write(ObjectInserter inserter, boolean everything) throws IOException {
    ObjectId known = written;
    if (known != null && !everything) {
      return known;
    }
    TreeFormatter tree = new TreeFormatter();
    for (Map.Entry<String, Object> entry : entries.entrySet()) {
      String key = entry.getKey();
      if (entry.getValue() instanceof Folder folder) {
        String name = key.substring(0, key.length() - 1);
        ObjectId object = folder.write(inserter, everything);
        tree.append(name.getBytes(StandardCharsets.US_ASCII), FileMode.TREE, object);
      } else {
        ObjectId object = (ObjectId) entry.getValue();
        tree.append(key.getBytes(StandardCharsets.US_ASCII), FileMode.REGULAR_FILE, object);
      }
    }
    ObjectId object = inserter.insert(tree);
    written = object;
    return object;
  }
}
