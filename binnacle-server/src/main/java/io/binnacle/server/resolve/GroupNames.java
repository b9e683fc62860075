package io.binnacle.server.resolve;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The names of one group that are remembered; a collection counts for its members. Owned by the
 * thread of {@link Resolvers}.
 */
final class GroupNames {

  /** So many are looked at to find one that can go. */
  private static final int MOST_LOOKED_AT = 100;

  private final int most;
  private final Map<Lookup, Entry> entries = new LinkedHashMap<>();
  private int taken;

  GroupNames(int most) {
    this.most = most;
  }

  @Nullable Entry get(Lookup lookup) {
    return entries.get(lookup);
  }

  boolean isFull() {
    return taken >= most;
  }

  /** Whether an entry may have this weight beside the others. */
  boolean hasRoom(Entry entry, int weight) {
    return taken - entry.weight + weight <= most;
  }

  /** Whether an entry might have this weight, were it alone. */
  boolean couldHold(int weight) {
    return weight <= most;
  }

  void weigh(Entry entry, int weight) {
    taken += weight - entry.weight;
    entry.weight = weight;
  }

  /**
   * One other than this that can go: nobody names it, or it was not found; the oldest first. Null
   * for none.
   */
  @Nullable Entry dispensable(@Nullable Entry but) {
    int left = MOST_LOOKED_AT;
    for (Entry entry : entries.values()) {
      if (left-- == 0) {
        break;
      }
      if (entry != but
          && !entry.looking
          && (entry.users == 0 || entry.state != Entry.State.FOUND)) {
        return entry;
      }
    }
    return null;
  }

  void add(Entry entry) {
    entries.put(entry.lookup, entry);
    taken += entry.weight;
  }

  void remove(Entry entry) {
    if (entries.remove(entry.lookup) != null) {
      taken -= entry.weight;
    }
  }

  Collection<Entry> all() {
    return entries.values();
  }
}
