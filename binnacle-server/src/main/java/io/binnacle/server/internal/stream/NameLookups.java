package io.binnacle.server.internal.stream;

import io.binnacle.core.resource.ResourceName;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.resource.VariantName;
import io.binnacle.core.server.SettledNames;
import java.util.Collection;

/**
 * Where streams have names looked up that their view does not hold. Safe from any thread; nothing
 * here waits.
 */
public interface NameLookups {

  /** Nothing is looked up: what a view does not hold does not exist. */
  NameLookups NONE =
      new NameLookups() {
        @Override
        public boolean handles(ResourceType type) {
          return false;
        }

        @Override
        public void ask(
            NameWaiter waiter,
            String nodeId,
            String group,
            ResourceType type,
            Collection<String> names) {
          waiter.settled(type, SettledNames.of(names, true));
        }

        @Override
        public void forget(NameWaiter waiter, ResourceType type, Collection<String> names) {}

        @Override
        public void leave(NameWaiter waiter) {}
      };

  /**
   * Whether a name can be looked up: it stands for one resource whatever its variants, and is not
   * malformed (X-3: of such a name nothing exists).
   */
  static boolean isForOne(String name) {
    return !name.isEmpty()
        && !name.equals(ResourceName.WILDCARD)
        && !VariantName.isOne(name)
        && ResourceName.canonical(name) != null
        && !ResourceName.isGlob(name);
  }

  /** Whether names of this type are looked up at all. */
  boolean handles(ResourceType type);

  /**
   * Whether the members of a glob collection are looked up; else they are what is published.
   *
   * @param glob canonical, of a type that is looked up
   */
  default boolean listsCollection(ResourceType type, String glob) {
    return false;
  }

  /**
   * A stream asks for names; what is found is published in its group first, and then the waiter is
   * notified of each of them.
   *
   * @param nodeId whose share of lookups it takes; as the client names it
   */
  void ask(
      NameWaiter waiter, String nodeId, String group, ResourceType type, Collection<String> names);

  /**
   * A stream names what its view holds on demand already: what was looked up for others stays while
   * this stream names it. The waiter may be notified of the names, and need not wait.
   */
  default void use(
      NameWaiter waiter, String nodeId, String group, ResourceType type, Collection<String> names) {
    // what is published stays by itself
  }

  /** A stream has no use for these names any more. */
  void forget(NameWaiter waiter, ResourceType type, Collection<String> names);

  /** A stream ended, or its node has moved to another group. */
  void leave(NameWaiter waiter);

  /** A stream that has asked. */
  interface NameWaiter {

    /** Lookups have ended; called on any thread, and again when what failed became known. */
    void settled(ResourceType type, SettledNames names);
  }
}
