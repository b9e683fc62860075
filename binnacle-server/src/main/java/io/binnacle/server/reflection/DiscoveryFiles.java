package io.binnacle.server.reflection;

import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.Descriptors.ServiceDescriptor;
import io.binnacle.core.method.DiscoveryMethod;
import io.envoyproxy.envoy.config.cluster.v3.ClusterProto;
import io.envoyproxy.envoy.config.core.v3.ExtensionProto;
import io.envoyproxy.envoy.config.endpoint.v3.EndpointProto;
import io.envoyproxy.envoy.config.listener.v3.ListenerProto;
import io.envoyproxy.envoy.config.route.v3.RouteProto;
import io.envoyproxy.envoy.config.route.v3.ScopedRouteProto;
import io.envoyproxy.envoy.extensions.filters.http.router.v3.RouterProto;
import io.envoyproxy.envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManagerProto;
import io.envoyproxy.envoy.extensions.transport_sockets.tls.v3.SecretProto;
import io.envoyproxy.envoy.extensions.transport_sockets.tls.v3.TlsProto;
import io.envoyproxy.envoy.extensions.upstreams.http.v3.HttpProtocolOptionsProto;
import io.envoyproxy.envoy.service.cluster.v3.CdsProto;
import io.envoyproxy.envoy.service.discovery.v3.AdsProto;
import io.envoyproxy.envoy.service.endpoint.v3.EdsProto;
import io.envoyproxy.envoy.service.endpoint.v3.LedsProto;
import io.envoyproxy.envoy.service.extension.v3.ConfigDiscoveryProto;
import io.envoyproxy.envoy.service.listener.v3.LdsProto;
import io.envoyproxy.envoy.service.route.v3.RdsProto;
import io.envoyproxy.envoy.service.route.v3.SrdsProto;
import io.envoyproxy.envoy.service.runtime.v3.RtdsProto;
import io.envoyproxy.envoy.service.secret.v3.SdsProto;
import java.util.List;
import java.util.TreeSet;

/** The .proto files of the discovery services, and of what their resources commonly hold. */
public final class DiscoveryFiles {

  private DiscoveryFiles() {}

  /** The names of all discovery services, sorted. */
  public static List<String> services() {
    TreeSet<String> names = new TreeSet<>();
    DiscoveryMethod.all().forEach(method -> names.add(method.service()));
    return List.copyOf(names);
  }

  /**
   * The file that declares a discovery service.
   *
   * @throws IllegalArgumentException when it is none of {@link #services}
   */
  public static FileDescriptor fileOf(String service) {
    return ofServices().stream()
        .filter(file -> declares(file, service))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(service + " is no discovery service"));
  }

  private static boolean declares(FileDescriptor file, String service) {
    return file.getServices().stream()
        .map(ServiceDescriptor::getFullName)
        .anyMatch(service::equals);
  }

  private static List<FileDescriptor> ofServices() {
    return List.of(
        AdsProto.getDescriptor(),
        LdsProto.getDescriptor(),
        RdsProto.getDescriptor(),
        SrdsProto.getDescriptor(),
        CdsProto.getDescriptor(),
        EdsProto.getDescriptor(),
        LedsProto.getDescriptor(),
        SdsProto.getDescriptor(),
        RtdsProto.getDescriptor(),
        ConfigDiscoveryProto.getDescriptor());
  }

  /** Roots from which a client that prints responses finds what is in their {@code Any}s. */
  static List<FileDescriptor> ofResources() {
    return List.of(
        ListenerProto.getDescriptor(),
        RouteProto.getDescriptor(),
        ScopedRouteProto.getDescriptor(),
        ClusterProto.getDescriptor(),
        EndpointProto.getDescriptor(),
        SecretProto.getDescriptor(),
        ExtensionProto.getDescriptor(),
        HttpConnectionManagerProto.getDescriptor(),
        RouterProto.getDescriptor(),
        TlsProto.getDescriptor(),
        HttpProtocolOptionsProto.getDescriptor());
  }
}
