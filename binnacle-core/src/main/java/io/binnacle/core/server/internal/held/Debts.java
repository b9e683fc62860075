package io.binnacle.core.server.internal.held;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What one type on one stream must be sent beside the changes of its view: the exceptions to "in
 * step at this position". Empty on a stream at rest.
 *
 * <p>Names are canonical names or globs. A debt ends when it is paid by a response or when the name
 * is no longer subscribed, and by nothing else (S-8). Owned by the thread of its session.
 */
public final class Debts {

  /** Why a name is owed; a later kind takes the place of an earlier one. */
  public enum Debt {
    /** It was in a response that the client refused: goes out with the next response (D-13). */
    REFUSED,
    /** Its Cluster was sent: goes out now if it exists (S-17). */
    WARMING,
    /** It was lost on the way: goes out now, as resource or as removal. */
    LOST,
    /** A request named it: must be answered (S-8, D-4). */
    ASKED
  }

  private Map<String, Debt> debts = Map.of();

  /** Number of debts that cannot wait for another reason to respond. */
  private int pressing;

  public void add(String name, Debt debt) {
    if (debts.isEmpty()) {
      debts = new LinkedHashMap<>();
    }
    Debt present = debts.get(name);
    if (isWarmingAndRefused(present, debt)) {
      // the removal that was refused is still owed, and what warms is owed now
      put(name, Debt.LOST);
    } else if (present == null || present.compareTo(debt) < 0) {
      put(name, debt);
    }
  }

  private static boolean isWarmingAndRefused(@Nullable Debt one, Debt other) {
    return (one == Debt.WARMING && other == Debt.REFUSED)
        || (one == Debt.REFUSED && other == Debt.WARMING);
  }

  public void addAll(Collection<String> names, Debt debt) {
    names.forEach(name -> add(name, debt));
  }

  public void forget(Collection<String> names) {
    if (debts.isEmpty()) {
      return;
    }
    for (String name : names) {
      Debt removed = debts.remove(name);
      pressing -= removed != null && removed != Debt.REFUSED ? 1 : 0;
    }
  }

  /** Forgets all but these. */
  public void retain(Predicate<String> owed) {
    forget(debts.keySet().stream().filter(owed.negate()).toList());
  }

  public boolean isEmpty() {
    return debts.isEmpty();
  }

  /** Why a name or glob is owed; null when it is not. */
  public @Nullable Debt of(String nameOrGlob) {
    return debts.get(nameOrGlob);
  }

  /** The names and globs that requests named and that are not answered yet. */
  public List<String> asked() {
    return debts.entrySet().stream()
        .filter(entry -> entry.getValue() == Debt.ASKED)
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Whether a request named it and is not answered yet. */
  boolean isAsked(String nameOrGlob) {
    return debts.get(nameOrGlob) == Debt.ASKED;
  }

  /** The names and globs that are owed; a view of them, for reading at once. */
  public Set<String> names() {
    return debts.keySet();
  }

  /** Whether something must be sent now. */
  public boolean isPressing() {
    return pressing > 0;
  }

  /** Whether a name must be sent now. */
  public boolean isPressing(String name) {
    Debt debt = debts.get(name);
    return debt != null && debt != Debt.REFUSED;
  }

  /** The debts that are a reason to respond, which are paid with this. */
  public Map<String, Debt> drainPressing() {
    Map<String, Debt> drained = new LinkedHashMap<>(debts);
    drained.values().removeIf(debt -> debt == Debt.REFUSED);
    forget(drained.keySet());
    return drained;
  }

  /** All debts, which are paid with this. */
  public Map<String, Debt> drain() {
    Map<String, Debt> drained = debts;
    clear();
    return drained;
  }

  public void clear() {
    debts = Map.of();
    pressing = 0;
  }

  private void put(String name, Debt debt) {
    Debt present = debts.put(name, debt);
    boolean wasPressing = present != null && present != Debt.REFUSED;
    boolean isPressing = debt != Debt.REFUSED;
    pressing += (isPressing ? 1 : 0) - (wasPressing ? 1 : 0);
  }
}
