package io.binnacle.server.envoy;

import io.binnacle.core.resource.ResourceType;
import io.binnacle.server.XdsServer;
import io.binnacle.server.XdsServerBuilder;
import io.binnacle.server.armeria.TlsFiles;
import io.binnacle.server.catalog.Catalog;
import io.binnacle.server.catalog.NodeAssigner;
import io.binnacle.server.catalog.Publication;
import io.binnacle.server.resolve.Resolvers;
import io.binnacle.server.resolve.ResolversBuilder;
import io.binnacle.server.resolve.ResourceResolver;
import io.binnacle.server.status.NodeStatus;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The server under test, with one world that every node sees, and a log of what it did. Belongs to
 * the thread of the test.
 */
final class TestServer implements AutoCloseable {

  private static final String GROUP = "everyone";

  private final Catalog catalog = new Catalog(NodeAssigner.everyNodeGets(GROUP));
  private final ServerLog log = new ServerLog();
  private @Nullable Resolvers resolvers;
  private World world;
  private final XdsServer server;
  private final int port;

  private TestServer(
      int port,
      World world,
      @Nullable TlsFiles tls,
      UnaryOperator<XdsServerBuilder> options,
      Map<ResourceType, ResourceResolver> byType) {
    this.world = world.copy();
    catalog.publish(GROUP, world.snapshot());
    XdsServerBuilder builder =
        options.apply(
            XdsServer.builder(catalog).listen("127.0.0.1", port).listener(new ServerRecorder(log)));
    if (tls != null) {
      builder.tls(tls);
    }
    if (!byType.isEmpty()) {
      ResolversBuilder all = Resolvers.builder(catalog);
      byType.forEach(all::resolver);
      resolvers = all.build();
      builder.resolvers(resolvers);
    }
    server = builder.build().start();
    this.port = server.port();
  }

  /**
   * Starts a server that shows this world.
   *
   * @param port 0 for a free one
   */
  static TestServer start(int port, World world) {
    return start(port, world, UnaryOperator.identity());
  }

  static TestServer start(int port, World world, UnaryOperator<XdsServerBuilder> options) {
    return new TestServer(port, world, null, options, Map.of());
  }

  static TestServer startWithTls(World world, TlsFiles tls) {
    return new TestServer(0, world, tls, UnaryOperator.identity(), Map.of());
  }

  /** Starts a server that looks names up of which the world has nothing. */
  static TestServer startResolving(World world, Map<ResourceType, ResourceResolver> resolvers) {
    return new TestServer(0, world, null, UnaryOperator.identity(), resolvers);
  }

  /** The name has another result now. */
  void invalidate(ResourceType type, String name) {
    Objects.requireNonNull(resolvers).invalidate(GROUP, type, name);
  }

  int port() {
    return port;
  }

  ServerLog log() {
    return log;
  }

  /** How the nodes stand. */
  List<NodeStatus> nodes() {
    return server.status().nodes().join();
  }

  /** A copy of what is published. */
  World world() {
    return world.copy();
  }

  Publication publish(UnaryOperator<World> edit) {
    world = edit.apply(world);
    return catalog.publish(GROUP, world.snapshot());
  }

  /**
   * Ends all streams and gives the port free, but does not wait until the last thread is gone:
   * Netty takes two seconds for that, and there are some two hundred of these.
   */
  @Override
  public void close() {
    CompletableFuture<Void> end = server.close(Duration.ZERO);
    if (resolvers != null) {
      resolvers.close();
    }
    Await.until("port " + port + " is free", () -> end.isDone() || isFree(port));
  }

  private static boolean isFree(int port) {
    try (ServerSocket probe = new ServerSocket()) {
      probe.bind(new InetSocketAddress("127.0.0.1", port));
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
