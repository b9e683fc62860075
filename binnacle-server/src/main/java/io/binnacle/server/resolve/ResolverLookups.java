package io.binnacle.server.resolve;

import io.binnacle.server.internal.Internal;
import io.binnacle.server.internal.stream.NameLookups;

/** Opens resolvers to the servers whose streams and polls ask them for names. */
@Internal
public final class ResolverLookups {

  private ResolverLookups() {}

  /** Where names are looked up by these resolvers. */
  public static NameLookups of(Resolvers resolvers) {
    return resolvers.lookups();
  }
}
