package io.binnacle.interop.servers;

import com.google.protobuf.util.Durations;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import io.envoyproxy.envoy.config.core.v3.Address;
import io.envoyproxy.envoy.config.core.v3.DataSource;
import io.envoyproxy.envoy.config.core.v3.SocketAddress;
import io.envoyproxy.envoy.config.endpoint.v3.ClusterLoadAssignment;
import io.envoyproxy.envoy.config.endpoint.v3.Endpoint;
import io.envoyproxy.envoy.config.endpoint.v3.LbEndpoint;
import io.envoyproxy.envoy.config.endpoint.v3.LocalityLbEndpoints;
import io.envoyproxy.envoy.config.listener.v3.Listener;
import io.envoyproxy.envoy.config.route.v3.RouteConfiguration;
import io.envoyproxy.envoy.config.route.v3.VirtualHost;
import io.envoyproxy.envoy.extensions.transport_sockets.tls.v3.GenericSecret;
import io.envoyproxy.envoy.extensions.transport_sockets.tls.v3.Secret;

/**
 * The resources that the servers serve. A value stands in each of them, by which a change is seen.
 * None refers to another one: our server would keep on ADS what is referred to (O-3).
 *
 * <p>Also compiled against the message classes of java-control-plane, and written once more for
 * go-control-plane.
 */
public final class Resources {

  private Resources() {}

  public static Listener listener(String name, int value) {
    return Listener.newBuilder().setName(name).setStatPrefix(String.valueOf(value)).build();
  }

  public static RouteConfiguration routes(String name, int value) {
    return RouteConfiguration.newBuilder()
        .setName(name)
        .addVirtualHosts(VirtualHost.newBuilder().setName(String.valueOf(value)).addDomains("*"))
        .build();
  }

  public static Cluster cluster(String name, int value) {
    return Cluster.newBuilder()
        .setName(name)
        .setConnectTimeout(Durations.fromMillis(value))
        .build();
  }

  public static ClusterLoadAssignment assignment(String name, int value) {
    SocketAddress address =
        SocketAddress.newBuilder().setAddress("127.0.0.1").setPortValue(value).build();
    return ClusterLoadAssignment.newBuilder()
        .setClusterName(name)
        .addEndpoints(
            LocalityLbEndpoints.newBuilder()
                .addLbEndpoints(
                    LbEndpoint.newBuilder()
                        .setEndpoint(
                            Endpoint.newBuilder()
                                .setAddress(Address.newBuilder().setSocketAddress(address)))))
        .build();
  }

  public static Secret secret(String name, int value) {
    return Secret.newBuilder()
        .setName(name)
        .setGenericSecret(
            GenericSecret.newBuilder()
                .setSecret(DataSource.newBuilder().setInlineString(String.valueOf(value))))
        .build();
  }
}
