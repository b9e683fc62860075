package io.binnacle.server.envoy;

import com.google.protobuf.Message;
import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.server.XdsServerBuilder;
import io.binnacle.server.catalog.Publication;
import io.binnacle.server.resolve.ResourceResolver;
import io.binnacle.server.status.NodeStatus;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** A server and an Envoy that takes everything from it, for one test and its thread. */
final class Lab implements AutoCloseable {

  /** The layer that every bootstrap names: Envoy asks for nothing else before it has it (ED-12). */
  static final String LAYER = "layer-one";

  private final Resources resources;
  private final UnaryOperator<XdsServerBuilder> options;
  private TestServer server;
  private final EnvoyProcess envoy;

  private Lab(Resources resources, TestServer server, Bootstrap bootstrap) {
    this(resources, server, bootstrap, UnaryOperator.identity());
  }

  private Lab(
      Resources resources,
      TestServer server,
      Bootstrap bootstrap,
      UnaryOperator<XdsServerBuilder> options) {
    this.resources = resources;
    this.server = server;
    this.options = options;
    try {
      envoy = EnvoyProcess.start(bootstrap);
    } catch (RuntimeException | Error e) {
      server.close();
      throw e;
    }
  }

  /** What every Envoy needs to go live: its runtime layer. */
  static World firstWorld() {
    return new World().put(Resources.runtime(LAYER, "lab.value", 1));
  }

  /** Starts both with the runtime layer only, and waits until Envoy is live. */
  static Lab start(StreamVariant variant) {
    TestServer server = TestServer.start(0, firstWorld());
    return new Lab(variant.resources(), server, variant.bootstrap(server.port())).live();
  }

  /** As {@link #start}, with an Envoy that polls. */
  static Lab startWithRest() {
    return startWithRest(Map.of());
  }

  /** As above, with a server that looks up what is not published. */
  static Lab startWithRest(Map<ResourceType, ResourceResolver> resolvers) {
    String source =
        """
        {resource_api_version: V3, api_config_source: {api_type: REST, transport_api_version: V3, \
        cluster_names: [xds], refresh_delay: 0.2s, request_timeout: 2s}}\
        """;
    TestServer server = TestServer.startResolving(firstWorld(), resolvers);
    Map<String, String> values =
        Map.of("source", source, "xds_port", Integer.toString(server.port()));
    return new Lab(new Resources(source), server, new Bootstrap("rest", values)).live();
  }

  /** Starts both with nothing published at all, and waits until Envoy is live. */
  static Lab startEmpty(StreamVariant variant) {
    TestServer server = TestServer.start(0, new World());
    return new Lab(variant.resources(), server, variant.bootstrap(server.port())).live();
  }

  /** As {@link #start}, with these options for every server of this lab. */
  static Lab start(StreamVariant variant, UnaryOperator<XdsServerBuilder> options) {
    TestServer server = TestServer.start(0, firstWorld(), options);
    return new Lab(variant.resources(), server, variant.bootstrap(server.port()), options).live();
  }

  /** As {@link #start}, with a server that looks up what is not published. */
  static Lab startResolving(StreamVariant variant, Map<ResourceType, ResourceResolver> resolvers) {
    TestServer server = TestServer.startResolving(firstWorld(), resolvers);
    return new Lab(variant.resources(), server, variant.bootstrap(server.port())).live();
  }

  /** A looked-up name has another result now. */
  void invalidate(ResourceType type, String name) {
    server.invalidate(type, name);
  }

  /** As {@link #start}, with more, and with an Envoy that takes clusters from a collection. */
  static Lab startWithCollections(StreamVariant variant, Message... more) {
    TestServer server = TestServer.start(0, firstWorld().put(more));
    return new Lab(variant.resources(), server, variant.collectionsBootstrap(server.port())).live();
  }

  /** As above, where the server looks up what is not published. */
  static Lab startWithCollections(
      StreamVariant variant, Map<ResourceType, ResourceResolver> resolvers) {
    TestServer server = TestServer.startResolving(firstWorld(), resolvers);
    return new Lab(variant.resources(), server, variant.collectionsBootstrap(server.port())).live();
  }

  /** As {@link #startWithCollections}, where the collection carries the node's id and cluster. */
  static Lab startWithNodeCollections(StreamVariant variant, Message... more) {
    TestServer server = TestServer.start(0, firstWorld().put(more));
    return new Lab(variant.resources(), server, variant.nodeCollectionsBootstrap(server.port()))
        .live();
  }

  private Lab live() {
    try {
      envoy.awaitLive();
      return this;
    } catch (RuntimeException | Error e) {
      close();
      throw e;
    }
  }

  /** Builds resources whose parts come in the same way as the Envoy's own. */
  Resources resources() {
    return resources;
  }

  /** What the server that runs now sent and received. */
  ServerLog log() {
    return server.log();
  }

  /** How the nodes of the server that runs now stand. */
  List<NodeStatus> nodes() {
    return server.nodes();
  }

  EnvoyProcess envoy() {
    return envoy;
  }

  EnvoyAdmin admin() {
    return envoy.admin();
  }

  /** Publishes these, beside what is there. */
  Publication put(Message... messages) {
    return server.publish(world -> world.put(messages));
  }

  /** Publishes several edits at once. */
  Publication publish(UnaryOperator<World> edit) {
    return server.publish(edit);
  }

  Publication add(Resource resource) {
    return server.publish(world -> world.add(resource));
  }

  Publication remove(ResourceType type, String name) {
    return server.publish(world -> world.remove(type, name));
  }

  /** Ends the server, and starts one on the same port that knows only what is published. */
  void restartServer(UnaryOperator<World> edit) {
    int port = server.port();
    World world = server.world();
    server.close();
    server = TestServer.start(port, edit.apply(world), options);
  }

  /** Ends the server, once and for all. What it sent and was told stays in the log. */
  void stopServer() {
    server.close();
  }

  /** Through an active listener. */
  Traffic traffic(String listener) {
    return Traffic.plain(envoy.listenerPort(listener));
  }

  /** Publishes listener {@code http}, its routes, and a cluster of this name with one endpoint. */
  Traffic serve(String cluster, int port) {
    return serve(cluster, port, 200);
  }

  /** As above, where the endpoint gives this status. */
  Traffic serve(String cluster, int port, int status) {
    put(
        resources.listener("http", "routes"),
        Resources.routes("routes", cluster),
        resources.edsCluster(cluster),
        Resources.assignment(cluster, port));
    Traffic traffic = traffic("http");
    Await.until("traffic flows", () -> traffic.get().status() == status);
    return traffic;
  }

  @Override
  public void close() {
    envoy.close();
    server.close();
  }
}
