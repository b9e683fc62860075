package io.binnacle.examples.embed;

import com.google.protobuf.Message;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.view.Snapshot;
import io.binnacle.server.XdsServer;
import io.binnacle.server.catalog.Catalog;
import io.binnacle.server.catalog.NodeAssigner;
import io.binnacle.server.resolve.Lookup;
import io.binnacle.server.resolve.Resolution;
import io.binnacle.server.resolve.ResolverOptions;
import io.binnacle.server.resolve.Resolvers;
import io.binnacle.server.resolve.ResourceResolver;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** Nothing is published: each name that a client asks for is looked up in a registry. */
public final class OnDemand implements AutoCloseable {

  /** Finds the port of a service by its name; gives 0 for one that it does not have. */
  interface Registry {
    CompletionStage<Integer> portOf(String service);
  }

  private final Resolvers resolvers;
  private final XdsServer server;

  /** Starts the server with a registry in place of published resources. */
  OnDemand(int port, Registry registry) {
    Catalog catalog = new Catalog(NodeAssigner.everyNodeGets("all"));
    catalog.publish("all", Snapshot.EMPTY);
    resolvers =
        Resolvers.builder(catalog)
            .resolver(ResourceType.LISTENER, from(registry, found -> Greeter.listener()))
            .resolver(ResourceType.ROUTE_CONFIGURATION, from(registry, found -> Greeter.routes()))
            .resolver(ResourceType.CLUSTER, from(registry, found -> Greeter.cluster()))
            .resolver(ResourceType.CLUSTER_LOAD_ASSIGNMENT, from(registry, Greeter::endpoints))
            .options(
                ResolverOptions.DEFAULTS.withTimesToLive(
                    Duration.ofMinutes(1), Duration.ofSeconds(10)))
            .build();
    server =
        XdsServer.builder(catalog).resolvers(resolvers).listen("127.0.0.1", port).build().start();
  }

  /** All resources of a service have its name here, and depend on its port only. */
  private static ResourceResolver from(Registry registry, Function<Integer, Message> resource) {
    return (Lookup lookup) ->
        registry
            .portOf(lookup.name())
            .thenApply(
                port -> port == 0 ? Resolution.absent() : Resolution.found(resource.apply(port)));
  }

  /** The registry says that a service has moved, come or gone. */
  void changed(String service) {
    resolvers.invalidate("all", ResourceType.CLUSTER_LOAD_ASSIGNMENT, service);
    resolvers.invalidate("all", ResourceType.LISTENER, service);
  }

  int port() {
    return server.port();
  }

  @Override
  public void close() {
    server.close(Duration.ofSeconds(1)).join();
    resolvers.close();
  }
}
