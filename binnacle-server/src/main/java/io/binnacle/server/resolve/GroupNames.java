package io.binnacle.server.resolve;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The names of one group that are remembered. Owned by the thread of {@link Resolvers}. */
final class GroupNames {

  /** So many are looked at to find one that can go. */
  private static final int MOST_LOOKED_AT = 100;

  private final int most;
  private final Map<Lookup, Entry> entries = new LinkedHashMap<>();

  GroupNames(int most) {
    this.most = most;
  }

  @Nullable Entry get(Lookup lookup) {
    return entries.get(lookup);
  }

  boolean isFull() {
    return entries.size() >= most;
  }

  /** One that can go: nobody names it, or it was not found; the oldest first. Null for none. */
  @Nullable Entry dispensable() {
    int left = MOST_LOOKED_AT;
    for (Entry entry : entries.values()) {
      if (left-- == 0) {
        break;
      }
      if (!entry.looking && (entry.users == 0 || entry.state != Entry.State.FOUND)) {
        return entry;
      }
    }
    return null;
  }

  void add(Entry entry) {
    entries.put(entry.lookup, entry);
  }

  void remove(Entry entry) {
    entries.remove(entry.lookup);
  }

  Collection<Entry> all() {
    return entries.values();
  }
}
