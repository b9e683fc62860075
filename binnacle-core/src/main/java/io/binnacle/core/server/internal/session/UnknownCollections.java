package io.binnacle.core.server.internal.session;

import io.binnacle.core.resource.ResourceName;
import io.binnacle.core.server.SettledNames;
import io.binnacle.core.server.internal.held.Debts;
import io.binnacle.core.server.internal.held.Debts.Debt;
import io.binnacle.core.view.TypeView;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Glob collections of one type on one delta stream whose members are looked up, and not known yet
 * (X-2, X-4).
 *
 * <p>A member that the view has goes out as any change does. What waits until all members are known
 * is what a client is told of those that are gone (D-19), and that there is none: a lookup that
 * failed takes nothing away (B-6). Owned by the thread of its session.
 */
final class UnknownCollections {

  /** With whether the view had members, not sent to this client, when it was asked for. */
  private Map<String, Boolean> globs = Map.of();

  /**
   * Lookups have begun.
   *
   * @param names globs among them
   * @param sent what the client was shown last; null for nothing
   */
  void add(Collection<String> names, @Nullable TypeView sent) {
    for (String name : names) {
      if (ResourceName.isGlob(name)) {
        globs = globs.isEmpty() ? new HashMap<>() : globs;
        boolean unsent = sent != null && !sent.membersOf(name).isEmpty();
        globs.merge(name, unsent, Boolean::logicalOr);
      }
    }
  }

  /** A view of them, for reading at once. */
  Set<String> names() {
    return globs.keySet();
  }

  /** They are not subscribed any more. */
  void forget(Collection<String> names) {
    if (!globs.isEmpty()) {
      globs.keySet().removeAll(names);
    }
  }

  /**
   * Lookups have ended: what is still to be said of collections becomes a debt.
   *
   * @param answered the names that are to be answered now
   * @param sent what the client was shown last; null for nothing
   */
  void settle(
      SettledNames names, Collection<String> answered, @Nullable TypeView sent, Debts debts) {
    for (String glob : names.names()) {
      Boolean unsent = globs.get(glob);
      boolean late = !answered.contains(glob);
      if (unsent == null || (late && !names.known())) {
        continue;
      }
      boolean all = sent == null || unsent || (!late && sent.membersOf(glob).isEmpty());
      if (!names.known()) {
        globs.put(glob, false);
        if (all) {
          debts.add(glob, Debt.WARMING); // its members, and of none that it is gone
        }
        continue;
      }
      globs.remove(glob);
      if (sent == null || all) {
        debts.add(glob, Debt.ASKED);
      } else {
        debts.addAll(sent.removedMembersOf(glob), Debt.LOST);
      }
    }
  }
}
