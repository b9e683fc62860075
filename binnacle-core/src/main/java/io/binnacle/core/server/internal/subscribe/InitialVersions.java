package io.binnacle.core.server.internal.subscribe;

import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceName;
import io.binnacle.core.resource.VariantName;
import java.util.AbstractCollection;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a delta client says at its first request that it holds (D-5). Compared once, then thrown
 * away.
 *
 * <p>After a restart every client lists everything, and nearly all of it is equal: so the names
 * stand in a plain table of numbers, and comparing a resource makes no object. Owned by the thread
 * of its session.
 */
public final class InitialVersions {

  private static final int NOT_LISTED = -1;

  private final ListedVersions listed;

  /** Canonical, by their number in the list; null for what is not held, or not any more. */
  private final @Nullable String[] names;

  /** Numbers of names plus one, found by hash; 0 ends a search. */
  private final int[] table;

  private int size;

  /** Numbers of the names under which the view has something that is selected. */
  private final BitSet met = new BitSet();

  /** Names, aliases and globs of what is sent whatever was listed. */
  private final Set<String> uncovered = new HashSet<>(0);

  private boolean coversNothing;

  /** Sent though equal; null for every name. */
  private final @Nullable Set<String> mustSend;

  /**
   * What a client listed.
   *
   * @param mustSend names that are sent though their version is equal: their Cluster was sent on
   *     this stream (S-17); null for every name (ED-30)
   */
  public InitialVersions(ListedVersions listed, @Nullable Set<String> mustSend) {
    this.listed = listed;
    this.mustSend = mustSend;
    this.names = new String[listed.size()];
    this.table = new int[Integer.highestOneBit(Math.max(1, listed.size())) * 4];
    for (int i = 0; i < names.length; i++) {
      String name = listed.name(i);
      // VHDS-1: it was told that there is none, and holds nothing
      if (!listed.isAbsence(i) && !VariantName.isOne(name)) {
        String canonical = ResourceName.canonical(name);
        put(canonical == null ? name : canonical, i);
      }
    }
  }

  public static InitialVersions nothing() {
    return new InitialVersions(ListedVersions.NONE, Set.of());
  }

  private void put(String name, int number) {
    int slot = slot(name);
    while (table[slot] != 0 && !name.equals(names[table[slot] - 1])) {
      slot = slot + 1 & table.length - 1;
    }
    if (table[slot] == 0) {
      size++;
    } else {
      names[table[slot] - 1] = null; // listed twice: the last one counts
    }
    table[slot] = number + 1;
    names[number] = name;
  }

  private int find(String name) {
    int slot = slot(name);
    while (table[slot] != 0) {
      int number = table[slot] - 1;
      if (name.equals(names[number])) {
        return number;
      }
      slot = slot + 1 & table.length - 1;
    }
    return NOT_LISTED;
  }

  private int slot(String name) {
    int hash = name.hashCode();
    return (hash ^ hash >>> 16) & table.length - 1;
  }

  public boolean isEmpty() {
    return size == 0;
  }

  /** The names that the client holds, canonical; for reading at once. */
  public Collection<String> names() {
    return new AbstractCollection<>() {
      @Override
      public Iterator<String> iterator() {
        return namesWithout(new BitSet()).iterator();
      }

      @Override
      public boolean contains(Object name) {
        return name instanceof String text && find(text) != NOT_LISTED;
      }

      @Override
      public int size() {
        return size;
      }
    };
  }

  /** The names under which {@link #meets} was asked of nothing. */
  public List<String> unmet() {
    return met.cardinality() == size ? List.of() : namesWithout(met);
  }

  private List<String> namesWithout(BitSet numbers) {
    List<String> some = new ArrayList<>();
    for (int i = 0; i < names.length; i++) {
      String name = names[i];
      if (name != null && !numbers.get(i)) {
        some.add(name);
      }
    }
    return some;
  }

  /** D-4, S-17: what is asked for again or warms is sent whatever version was listed. */
  public void uncover(Collection<String> again) {
    again.forEach(name -> uncovered.add(VariantName.plain(name)));
  }

  /** S-8: as {@link #uncover}, for a wildcard that is named again. */
  public void uncoverAll() {
    coversNothing = true;
  }

  /** Whether a wildcard was named again since. */
  public boolean coversNothing() {
    return coversNothing;
  }

  /** What is not subscribed any more is not spoken of. */
  public void forget(Collection<String> unsubscribed) {
    for (String name : unsubscribed) {
      int number = find(VariantName.plain(name));
      if (number != NOT_LISTED) {
        names[number] = null;
        met.clear(number);
        size--;
      }
    }
  }

  /**
   * The view has this, and the client selects it. Whether the client holds just this content and
   * needs it no more than once.
   */
  public boolean meets(Resource resource) {
    int number = find(resource.plainName());
    if (number == NOT_LISTED) {
      return false;
    }
    met.set(number);
    return covers(resource, number);
  }

  /** Whether the client holds just this content and needs it no more than once. */
  public boolean coversFully(Resource resource) {
    int number = find(resource.plainName());
    return number != NOT_LISTED && covers(resource, number);
  }

  private boolean covers(Resource resource, int number) {
    return listed.isVersionOf(number, resource)
        && mustSend != null
        && (mustSend.isEmpty() || !mustSend.contains(resource.plainName()))
        && !coversNothing
        && (uncovered.isEmpty() || !isUncovered(resource));
  }

  /** Whether it covers any of these that are subscribed. */
  public boolean coversAny(Collection<Resource> resources, Subscription subscription) {
    return resources.stream().anyMatch(each -> subscription.selects(each) && coversFully(each));
  }

  private boolean isUncovered(Resource resource) {
    return uncovered.contains(resource.plainName())
        || resource.aliases().stream().anyMatch(uncovered::contains)
        || uncovered.contains(ResourceName.collectionOf(resource.name()));
  }
}
