package io.binnacle.server.resolve;

import static java.util.Objects.requireNonNull;

import io.binnacle.core.resource.ResourceType;
import io.binnacle.server.catalog.Catalog;
import io.binnacle.server.internal.threads.ThreadLoop;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What {@link Resolvers} are made of. Used by one thread. */
public final class ResolversBuilder {

  private final Catalog catalog;
  private final Map<ResourceType, ResourceResolver> resolvers = new HashMap<>();
  private final List<LookupListener> listeners = new ArrayList<>(List.of(new LookupLog()));
  private ResolverOptions options = ResolverOptions.DEFAULTS;

  ResolversBuilder(Catalog catalog) {
    this.catalog = requireNonNull(catalog, "catalog");
  }

  /**
   * Names of this type are looked up by this.
   *
   * @throws IllegalArgumentException when the type has a resolver already
   */
  public ResolversBuilder resolver(ResourceType type, ResourceResolver resolver) {
    if (resolvers.putIfAbsent(type, requireNonNull(resolver, "resolver")) != null) {
      throw new IllegalArgumentException(type + " has a resolver already");
    }
    return this;
  }

  /** Bounds and times; by default {@link ResolverOptions#DEFAULTS}. */
  public ResolversBuilder options(ResolverOptions bounds) {
    options = requireNonNull(bounds, "bounds");
    return this;
  }

  /**
   * Is notified of how lookups end; see there for what it may do. Failures are logged in any case.
   */
  public ResolversBuilder listener(LookupListener listener) {
    listeners.add(requireNonNull(listener, "listener"));
    return this;
  }

  /** Counts and times lookups there: {@code xds.server.lookups}, by type and outcome. */
  public ResolversBuilder meterRegistry(MeterRegistry registry) {
    return listener(new LookupMetrics(registry));
  }

  /** Makes them; their thread begins with the first name that is asked for. */
  public Resolvers build() {
    ThreadLoop loop = new ThreadLoop("binnacle-resolver");
    SharedLookups lookups =
        new SharedLookups(catalog, resolvers, options, listeners, loop, loop::close);
    return new Resolvers(lookups);
  }
}
