package io.binnacle.text.watch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Where a change may be one of ours: whole directories, and single names in others, among them
 * every symbolic link on the way to a file. All are real paths. One thread.
 */
public final class Watched {

  private static final int MOST_LINKS = 40;

  private final Set<Path> whole = new HashSet<>();
  private final Map<Path, Set<Path>> names = new HashMap<>();

  /** Everything in a directory. */
  public void directory(Path real) {
    whole.add(real);
  }

  /**
   * A path and each symbolic link on the way to it, since a swap of any of them is a change. When a
   * part of the way is missing, its coming is waited for.
   */
  public void way(Path path) throws IOException {
    Path absolute = path.toAbsolutePath();
    Deque<Path> rest = new ArrayDeque<>();
    absolute.forEach(rest::add);
    Path at = absolute.getRoot();
    int links = 0;
    while (!rest.isEmpty()) {
      Path name = rest.remove();
      if (name.toString().equals("..")) {
        at = at.getParent() == null ? at : at.getParent();
        continue;
      }
      Path next = at.resolve(name);
      boolean isLink = Files.isSymbolicLink(next);
      if (isLink || rest.isEmpty() || !Files.exists(next)) {
        names.computeIfAbsent(at, key -> new HashSet<>()).add(next);
      }
      if (!isLink) {
        at = name.toString().equals(".") ? at : next;
      } else if (++links > MOST_LINKS) {
        return;
      } else {
        Path target = Files.readSymbolicLink(next);
        at = target.isAbsolute() ? target.getRoot() : at;
        Deque<Path> further = new ArrayDeque<>();
        target.forEach(further::add);
        further.addAll(rest);
        rest = further;
      }
    }
  }

  /** The directories in which something may happen that concerns us. */
  public Set<Path> directories() {
    Set<Path> all = new HashSet<>(whole);
    all.addAll(names.keySet());
    return all;
  }

  /** Whether it matters what happens to this entry. */
  public boolean concerns(Path directory, Path entry) {
    return whole.contains(directory) || names.getOrDefault(directory, Set.of()).contains(entry);
  }
}
