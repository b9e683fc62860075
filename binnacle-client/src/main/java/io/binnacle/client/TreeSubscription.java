package io.binnacle.client;

import com.google.protobuf.Message;

/** The handle of a tree of resources. Safe for all threads. */
public interface TreeSubscription extends Subscription {

  /**
   * Adds to the tree what no resource of it names: a virtual host that is asked for on demand
   * ({@code <route configuration>/<host>}, VHDS-1), or the cluster that a header selects. The next
   * snapshot has it, with all that it names, or says that it is missing; until it is known there is
   * none.
   *
   * @return ends it; the part stays in the tree while something names it
   * @throws IllegalArgumentException when another kind of the same type is watched by this client
   */
  Subscription add(ResourceKind<? extends Message> kind, String name);
}
