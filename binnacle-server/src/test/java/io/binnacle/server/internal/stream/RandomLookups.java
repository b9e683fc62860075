package io.binnacle.server.internal.stream;

import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceName;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.ResourceError;
import io.binnacle.core.server.SettledNames;
import io.binnacle.server.catalog.Catalog;
import io.binnacle.server.catalog.CatalogViews;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import io.envoyproxy.envoy.config.route.v3.VirtualHost;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Lookups that end when they like, twice, or never, and find something or not. */
final class RandomLookups implements NameLookups {

  private record Asked(NameWaiter waiter, ResourceType type, List<String> names) {}

  private final Random random;
  private final Catalog catalog;
  private final List<Asked> open = new ArrayList<>();

  RandomLookups(Random random, Catalog catalog) {
    this.random = random;
    this.catalog = catalog;
  }

  @Override
  public boolean handles(ResourceType type) {
    return !type.equals(ResourceType.LISTENER);
  }

  @Override
  public boolean listsCollection(ResourceType type, String glob) {
    return true;
  }

  @Override
  public void ask(
      NameWaiter waiter, String nodeId, String group, ResourceType type, Collection<String> names) {
    open.add(new Asked(waiter, type, List.copyOf(names)));
  }

  @Override
  public void forget(NameWaiter waiter, ResourceType type, Collection<String> names) {}

  @Override
  public void leave(NameWaiter waiter) {
    if (random.nextBoolean()) {
      open.removeIf(asked -> asked.waiter() == waiter);
    }
  }

  /** Ends one of them, or none. */
  void step() {
    if (open.isEmpty()) {
      return;
    }
    Asked asked = open.get(random.nextInt(open.size()));
    for (String each : asked.names()) {
      String name = ResourceName.isGlob(each) ? each.replace("*", "late") : each;
      Map<String, @Nullable Resource> edit = new HashMap<>();
      if (asked.type().equals(ResourceType.CLUSTER)) {
        edit.put(name, found(Resource.of(Cluster.newBuilder().setName(name).build())));
      } else if (asked.type().equals(ResourceType.VIRTUAL_HOST)) {
        edit.put(name, found(Resource.of(VirtualHost.newBuilder().setName(name).build())));
      }
      CatalogViews.of(catalog).found("edge", Map.of(asked.type(), edit));
    }
    asked
        .waiter()
        .settled(
            asked.type(), new SettledNames(asked.names(), random.nextBoolean(), errors(asked)));
    if (random.nextInt(3) > 0 || open.size() > 100) {
      open.remove(asked);
    }
  }

  private Map<String, ResourceError> errors(Asked asked) {
    return random.nextBoolean()
        ? Map.of()
        : Map.of(asked.names().get(0), new ResourceError(random.nextInt(17), "no"));
  }

  private @Nullable Resource found(Resource resource) {
    return random.nextBoolean()
        ? resource.asOnDemand(List.of("alias-of-" + resource.name()))
        : null;
  }
}
