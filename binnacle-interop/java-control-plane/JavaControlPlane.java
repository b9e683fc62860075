package io.binnacle.interop.jcp;

import io.binnacle.interop.servers.Resources;
import io.envoyproxy.controlplane.cache.NodeGroup;
import io.envoyproxy.controlplane.cache.v3.SimpleCache;
import io.envoyproxy.controlplane.cache.v3.Snapshot;
import io.envoyproxy.controlplane.server.V3DiscoveryServer;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import io.envoyproxy.envoy.config.core.v3.Node;
import io.envoyproxy.envoy.config.endpoint.v3.ClusterLoadAssignment;
import io.envoyproxy.envoy.config.listener.v3.Listener;
import io.envoyproxy.envoy.config.route.v3.RouteConfiguration;
import io.envoyproxy.envoy.extensions.transport_sockets.tls.v3.Secret;
import io.grpc.Server;
import io.grpc.netty.NettyServerBuilder;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A control plane by java-control-plane, as its own examples set it up: a snapshot in a simple
 * cache. It is driven over its standard input, for as long as that is open:
 *
 * <pre>
 * publish VERSION [NAME=VALUE ...]   answered by "published"
 * listen GRPC_PORT HTTP_PORT         answered by "listening GRPC_PORT 0"; a port 0 is any free one
 * </pre>
 *
 * <p>Before that it prints "version java-control-plane VERSION". It has no REST.
 */
public final class JavaControlPlane {

  private static final String GROUP = "all";

  private final SimpleCache<String> cache =
      new SimpleCache<>(
          new NodeGroup<String>() {
            @Override
            public String hash(Node node) {
              return GROUP;
            }
          });

  /** The argument is the version of the library, which does not know it. */
  public static void main(String[] args) throws IOException {
    JavaControlPlane plane = new JavaControlPlane();
    System.out.println("version java-control-plane " + args[0]);
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      System.out.println(plane.answer(line.split(" ")));
    }
    System.exit(0); // the server's threads are no daemons
  }

  private String answer(String[] words) throws IOException {
    switch (words[0]) {
      case "publish":
        publish(words);
        return "published";
      case "listen":
        return "listening " + listen(Integer.parseInt(words[1])) + " 0";
      default:
        throw new IOException("unknown command " + words[0]);
    }
  }

  private void publish(String[] words) {
    List<Cluster> clusters = new ArrayList<>();
    List<ClusterLoadAssignment> assignments = new ArrayList<>();
    List<Listener> listeners = new ArrayList<>();
    List<RouteConfiguration> routes = new ArrayList<>();
    List<Secret> secrets = new ArrayList<>();
    for (String word : List.of(words).subList(2, words.length)) {
      String name = word.substring(0, word.indexOf('='));
      int value = Integer.parseInt(word.substring(name.length() + 1));
      clusters.add(Resources.cluster(name, value));
      assignments.add(Resources.assignment(name, value));
      listeners.add(Resources.listener(name, value));
      routes.add(Resources.routes(name, value));
      secrets.add(Resources.secret(name, value));
    }
    cache.setSnapshot(
        GROUP, Snapshot.create(clusters, assignments, listeners, routes, secrets, words[1]));
  }

  private int listen(int port) throws IOException {
    V3DiscoveryServer services = new V3DiscoveryServer(cache);
    Server server =
        NettyServerBuilder.forAddress(new InetSocketAddress("127.0.0.1", port))
            .addService(services.getAggregatedDiscoveryServiceImpl())
            .addService(services.getListenerDiscoveryServiceImpl())
            .addService(services.getRouteDiscoveryServiceImpl())
            .addService(services.getClusterDiscoveryServiceImpl())
            .addService(services.getEndpointDiscoveryServiceImpl())
            .addService(services.getSecretDiscoveryServiceImpl())
            .build()
            .start();
    return server.getPort();
  }
}
