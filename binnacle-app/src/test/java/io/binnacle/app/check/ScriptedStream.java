package io.binnacle.app.check;

import static io.binnacle.core.resource.ResourceType.CLUSTER;
import static io.binnacle.core.resource.ResourceType.CLUSTER_LOAD_ASSIGNMENT;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import io.binnacle.core.method.DiscoveryMethod;
import io.binnacle.core.resource.ResourceType;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryRequest;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryResponse;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryResponse;
import io.envoyproxy.envoy.service.discovery.v3.Resource;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.Status;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** One stream of the scripted server: types, nonces and versions of responses; see its types. */
final class ScriptedStream {

  private static final String UNKNOWN = "binnacle.check";

  private final ScriptedServer server;
  private final DiscoveryMethod method;
  private final ServerCall<byte[], byte[]> call;
  private final Map<ResourceType, ScriptedType> types = new TreeMap<>();
  private int nonce;
  private boolean halfClosed;
  private boolean ended;

  ScriptedStream(ScriptedServer server, DiscoveryMethod method, ServerCall<byte[], byte[]> call) {
    this.server = server;
    this.method = method;
    this.call = call;
  }

  boolean has(Fault fault) {
    return server.has(fault);
  }

  Map<String, Any> resources(ResourceType type) {
    return server.resources(type);
  }

  void onRequest(byte[] bytes) {
    if (ended) {
      return;
    }
    try {
      if (method.delta()) {
        onDelta(DeltaDiscoveryRequest.parseFrom(bytes));
      } else {
        onSotw(DiscoveryRequest.parseFrom(bytes));
      }
    } catch (InvalidProtocolBufferException e) {
      if (has(Fault.NO_MESSAGE_ENDS_ALL)) {
        server.endAll();
      } else if (!has(Fault.NO_MESSAGE_IS_FINE)) {
        end(Status.INVALID_ARGUMENT);
      }
    }
  }

  private void onSotw(DiscoveryRequest request) {
    ScriptedType type = type(request.getTypeUrl(), request.hasNode());
    if (type instanceof ScriptedSotw sotw) {
      sotw.onRequest(request);
      unasked();
    }
  }

  private void onDelta(DeltaDiscoveryRequest request) {
    ScriptedType type = type(request.getTypeUrl(), request.hasNode());
    if (type instanceof ScriptedDelta delta) {
      delta.onRequest(request);
      unasked();
    }
  }

  private void unasked() {
    if (has(Fault.UNASKED_TYPES)) {
      send(ResourceType.LISTENER, "1", List.of(), List.of());
    }
  }

  /** The type of a request; null when there is nothing to do. */
  private @Nullable ScriptedType type(String typeUrl, boolean hasNode) {
    if (!hasNode && has(Fault.NEEDS_NODE)) {
      return null;
    }
    ResourceType only = method.onlyType();
    String url = typeUrl.isEmpty() && only != null ? only.typeUrl() : typeUrl;
    if (url.isEmpty() && has(Fault.NO_TYPE_IS_FINE)
        || only != null && !url.equals(only.typeUrl()) && has(Fault.OTHER_TYPE_IS_FINE)) {
      return null;
    }
    if (url.isEmpty()
        || only != null && !url.equals(only.typeUrl())
        || url.contains(UNKNOWN) && has(Fault.UNKNOWN_TYPE_ENDS)) {
      end(Status.INVALID_ARGUMENT);
      return null;
    }
    return types.computeIfAbsent(
        ResourceType.of(url),
        type -> method.delta() ? new ScriptedDelta(this, type) : new ScriptedSotw(this, type));
  }

  void onHalfClose() {
    halfClosed = true;
    if (!has(Fault.HALF_CLOSE_IS_IGNORED)) {
      end(Status.OK);
    }
  }

  void end(Status status) {
    if (!ended) {
      ended = true;
      call.close(status, new Metadata());
      server.gone(this);
    }
  }

  /** Clusters, and behind them the assignments that changed or that warming needs. */
  void onChange() {
    ScriptedType clusters = types.get(CLUSTER);
    ScriptedType assignments = types.get(CLUSTER_LOAD_ASSIGNMENT);
    if (assignments != null && has(Fault.ASSIGNMENTS_FIRST)) {
      assignments.onChange(Set.of());
    }
    Set<String> changed = clusters == null ? Set.of() : clusters.onChange(Set.of());
    if (assignments != null) {
      assignments.onChange(has(Fault.NO_WARMING) ? Set.of() : changed);
    }
  }

  /** Sends a response and gives its nonce. */
  String send(
      ResourceType type, String version, Collection<String> names, Collection<String> removed) {
    String fresh = has(Fault.SAME_NONCE) ? "1" : String.valueOf(++nonce);
    String sentNonce = has(Fault.NO_NONCE) ? "" : fresh;
    String sentVersion = has(Fault.NO_VERSION) ? "" : version;
    String typeUrl = has(Fault.NO_TYPE_URL) ? "" : type.typeUrl();
    Map<String, Any> all = resources(type);
    List<String> sent =
        has(Fault.NAMES_TWICE)
            ? names.stream().flatMap(name -> List.of(name, name).stream()).toList()
            : List.copyOf(names);
    if (method.delta()) {
      DeltaDiscoveryResponse.Builder response =
          DeltaDiscoveryResponse.newBuilder()
              .setTypeUrl(typeUrl)
              .setNonce(sentNonce)
              .setSystemVersionInfo(sentVersion)
              .addAllRemovedResources(removed);
      sent.forEach(
          name ->
              response.addResources(
                  Resource.newBuilder()
                      .setName(name)
                      .setVersion(version(all.get(name)))
                      .setResource(packed(all.get(name)))));
      call.sendMessage(response.build().toByteArray());
    } else {
      DiscoveryResponse.Builder response =
          DiscoveryResponse.newBuilder()
              .setTypeUrl(typeUrl)
              .setNonce(sentNonce)
              .setVersionInfo(sentVersion);
      sent.forEach(name -> response.addResources(packed(all.get(name))));
      call.sendMessage(response.build().toByteArray());
    }
    return fresh;
  }

  private Any packed(Any resource) {
    return has(Fault.OTHER_RESOURCES)
        ? resource.toBuilder().setTypeUrl(ResourceType.LISTENER.typeUrl()).build()
        : resource;
  }

  /** The version of some content. */
  String version(Object content) {
    if (has(Fault.SAME_VERSION)) {
      return "1";
    }
    String hash = Integer.toHexString(content.hashCode());
    return has(Fault.VERSIONS_OF_STREAMS) ? hash + "-" + System.identityHashCode(this) : hash;
  }

  /** Names in order. */
  static Set<String> sorted(Collection<String> names) {
    return new TreeSet<>(names);
  }
}
