package io.binnacle.core.view;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.pcollections.TreePMap;

/**
 * Which names changed at which position of a log: the newest positions, bounded by the number of
 * names, so that memory does not grow with the age of a log. Immutable.
 *
 * <p>Invariant: every change at a position above {@code floor} is there; of those at or below it
 * nothing is known.
 */
final class ChangeHistory {

  /** Far behind the bound a comparison in full costs less than the list. */
  private static final int LEAST_BOUND = 1_000;

  private final TreePMap<Long, List<String>> namesByPosition;
  private final int names;
  private final long floor;

  private ChangeHistory(TreePMap<Long, List<String>> namesByPosition, int names, long floor) {
    this.namesByPosition = namesByPosition;
    this.names = names;
    this.floor = floor;
  }

  /** A history that begins behind a position. */
  static ChangeHistory startingAt(long position) {
    return new ChangeHistory(TreePMap.empty(), 0, position);
  }

  /**
   * This history and what changed at the next position.
   *
   * @param size number of resources in the view: the more there are, the more a full comparison
   *     costs, and the longer the history may be
   */
  ChangeHistory plus(long position, Collection<String> changed, int size) {
    TreePMap<Long, List<String>> kept = namesByPosition.plus(position, List.copyOf(changed));
    int count = names + changed.size();
    long keptAbove = floor;
    int bound = Math.max(LEAST_BOUND, size);
    while (count > bound && !kept.isEmpty()) {
      var oldest = kept.firstEntry();
      keptAbove = oldest.getKey();
      count -= oldest.getValue().size();
      kept = kept.minusFirstEntry();
    }
    return new ChangeHistory(kept, count, keptAbove);
  }

  /** The names that changed in (from, to], each once; null when that is no longer known. */
  @Nullable Set<String> between(long from, long to) {
    if (from < floor) {
      return null;
    }
    Set<String> changed = new LinkedHashSet<>();
    namesByPosition.subMap(from, false, to, true).values().forEach(changed::addAll);
    return changed;
  }

  /** Every name that is known to have changed. */
  Set<String> all() {
    Set<String> changed = new LinkedHashSet<>();
    namesByPosition.values().forEach(changed::addAll);
    return changed;
  }
}
