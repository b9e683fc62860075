package io.binnacle.server.history;

import io.binnacle.core.resource.Reference;
import io.binnacle.core.resource.Resource;
import io.binnacle.core.view.Change;
import io.binnacle.core.view.TypeView;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Views by version, bounded by the memory that they hold beside what is published.
 *
 * <p>A view that was published is known as long as somebody else keeps it: the catalog does, until
 * it is replaced. From then on, and from when a client was shown it, it is kept here, until too
 * much is: then the one is let go that was replaced or shown first longest ago. A view weighs what
 * it holds and its successor does not; one that has no successor weighs all that is in it, but no
 * more than a part of the bound, so that one large group does not push all others out.
 *
 * <p>Safe from any thread; {@link #find} and a {@link #shown} that is no news take no lock.
 */
final class RememberedViews {

  /** A resource with its place in the table of a view, beside its content and its name. */
  private static final long RESOURCE = 320;

  /** A reference, beside the name that it holds. */
  private static final long REFERENCE = 80;

  /** A view that differs in one resource: new places in the tables, on the way to that one. */
  private static final long VIEW = 1_700;

  /** The part of the bound that one view can take. */
  private static final int LARGEST_PART = 8;

  private static final long LEAST_BYTES = 8L << 20;
  private static final long MOST_BYTES = 128L << 20;
  private static final int HEAP_PART = 32;

  /** Entries that may be there before it is looked who has gone. */
  private static final int LEAST_SWEPT = 1_024;

  /**
   * A view that is known.
   *
   * @param sequence number in the order in which they became known
   * @param follows the version that it was made from; null when that was not known
   */
  record Known(ViewVersion version, TypeView view, long sequence, @Nullable ViewVersion follows) {}

  /** Changed under the lock. */
  private static final class Entry {
    final long sequence;
    final @Nullable ViewVersion follows;
    volatile WeakReference<TypeView> seen;
    volatile @Nullable TypeView kept;

    /** Whether a client was shown it, so that it is not to be kept once more. */
    volatile boolean shown;

    /** Whether it was published and not replaced since. */
    volatile boolean current;

    /** Weight of all that is in it. */
    final long whole;

    /** As what it counts while it is kept. */
    long weight;

    Entry(long sequence, TypeView view, @Nullable ViewVersion follows, long whole) {
      this.sequence = sequence;
      this.seen = new WeakReference<>(view);
      this.follows = follows;
      this.whole = whole;
    }

    @Nullable TypeView view() {
      TypeView strong = kept;
      return strong != null ? strong : seen.get();
    }
  }

  private final long mostBytes;
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<ViewVersion, Entry> entries = new ConcurrentHashMap<>();

  /** What is kept here, the longest kept first. */
  private final Map<ViewVersion, Entry> kept = new LinkedHashMap<>();

  private long keptBytes;
  private long nextSequence;
  private int sweepAt = LEAST_SWEPT;

  RememberedViews(long mostBytes) {
    if (mostBytes < 0) {
      throw new IllegalArgumentException("a bound of " + mostBytes + " bytes is none");
    }
    this.mostBytes = mostBytes;
  }

  static long defaultBytes() {
    long part = Runtime.getRuntime().maxMemory() / HEAP_PART;
    return Math.max(LEAST_BYTES, Math.min(MOST_BYTES, part));
  }

  /** See {@link io.binnacle.core.server.ViewHistory#published}; returns whether it is news. */
  boolean published(@Nullable TypeView before, TypeView view) {
    lock.lock();
    try {
      boolean news = find(ViewVersion.of(view)) == null;
      Entry published;
      if (before == null || before == view) {
        published = entry(view, null);
      } else {
        Entry replaced = entry(before, null);
        replaced.current = false;
        List<Change> changes = view.changesSince(before);
        keep(ViewVersion.of(before), replaced, before, VIEW + sum(changes, Change::before));
        long whole = replaced.whole + sum(changes, Change::after) - sum(changes, Change::before);
        published = entry(view, ViewVersion.of(before), whole);
      }
      published.seen = new WeakReference<>(view);
      if (published.kept != null) {
        published.kept = view; // else what a former process knew would be there twice
      }
      published.current = true;
      sweep();
      return news;
    } finally {
      lock.unlock();
    }
  }

  /** See {@link io.binnacle.core.server.ViewHistory#shown}; returns whether it is news. */
  boolean shown(TypeView view) {
    ViewVersion version = ViewVersion.of(view);
    Entry known = entries.get(version);
    if (known != null && known.shown && known.view() != null) {
      return false;
    }
    lock.lock();
    try {
      boolean news = find(version) == null;
      TypeView base = view.base();
      Entry entry;
      if (base == view) {
        entry = entry(view, null);
        keep(version, entry, view, entry.whole);
      } else {
        long own = VIEW + sum(view.changesSince(base), Change::after);
        entry = entry(view, ViewVersion.of(base), own);
        keep(version, entry, view, own);
      }
      entry.shown = true;
      return news;
    } finally {
      lock.unlock();
    }
  }

  /** A view that a former process knew; kept as if it were replaced now. */
  void restored(ViewVersion version, TypeView view, @Nullable ViewVersion follows) {
    lock.lock();
    try {
      Entry entry = entries.get(version);
      if (entry == null || entry.view() == null) {
        entry = new Entry(nextSequence++, view, follows, weightAlone(view));
        entries.put(version, entry);
      }
      TypeView former = follows == null ? null : find(follows);
      long own =
          former == null ? entry.whole : VIEW + sum(view.changesSince(former), Change::after);
      keep(version, entry, view, own);
    } finally {
      lock.unlock();
    }
  }

  @Nullable TypeView find(ViewVersion version) {
    Entry entry = entries.get(version);
    return entry == null ? null : entry.view();
  }

  /** As what all that is kept here counts, in bytes. */
  long weight() {
    lock.lock();
    try {
      return keptBytes;
    } finally {
      lock.unlock();
    }
  }

  /** Whether a view is kept here. */
  boolean keeps(ViewVersion version) {
    Entry entry = entries.get(version);
    return entry != null && entry.kept != null;
  }

  /**
   * What is published or kept here, in the order in which it became known. A view that was let go
   * is not among it, though {@link #find} knows it until the garbage collector has taken it.
   */
  List<Known> all() {
    List<Known> all = new ArrayList<>();
    entries.forEach(
        (version, entry) -> {
          TypeView view = entry.view();
          if (view != null && (entry.current || entry.kept != null)) {
            all.add(new Known(version, view, entry.sequence, entry.follows));
          }
        });
    all.sort(Comparator.comparingLong(Known::sequence));
    return all;
  }

  private Entry entry(TypeView view, @Nullable ViewVersion follows) {
    Entry entry = entries.get(ViewVersion.of(view));
    return entry != null && entry.view() != null ? entry : entry(view, follows, weightAlone(view));
  }

  private Entry entry(TypeView view, @Nullable ViewVersion follows, long whole) {
    ViewVersion version = ViewVersion.of(view);
    Entry entry = entries.get(version);
    if (entry == null || entry.view() == null) {
      forget(version);
      entry = new Entry(nextSequence++, view, follows, whole);
      entries.put(version, entry);
    }
    return entry;
  }

  private void keep(ViewVersion version, Entry entry, TypeView view, long weight) {
    forget(version);
    entry.kept = view;
    entry.weight = Math.min(weight, mostBytes / LARGEST_PART);
    kept.put(version, entry);
    keptBytes += entry.weight;
    while (keptBytes > mostBytes && kept.size() > 1) {
      forget(kept.keySet().iterator().next());
    }
  }

  /** Keeps it no more; it stays known as long as somebody else keeps it. */
  private void forget(ViewVersion version) {
    Entry entry = kept.remove(version);
    if (entry != null) {
      entry.kept = null;
      keptBytes -= entry.weight;
    }
  }

  private void sweep() {
    if (entries.size() > sweepAt) {
      entries.values().removeIf(entry -> entry.view() == null);
      sweepAt = Math.max(LEAST_SWEPT, 2 * entries.size());
    }
  }

  /** The weight of one side of changes. */
  private static long sum(List<Change> changes, Function<Change, @Nullable Resource> side) {
    long weight = 0;
    for (Change change : changes) {
      Resource resource = side.apply(change);
      weight += resource == null ? 0 : weight(resource);
    }
    return weight;
  }

  private static long weightAlone(TypeView view) {
    long weight = VIEW;
    for (Resource resource : view.all()) {
      weight += weight(resource);
    }
    return weight;
  }

  private static long weight(Resource resource) {
    long weight = RESOURCE + resource.name().length() + resource.packed().getSerializedSize();
    for (Reference reference : resource.references()) {
      weight += REFERENCE + reference.name().length();
    }
    return weight;
  }
}
