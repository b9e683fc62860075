package io.binnacle.core.server;

import com.google.protobuf.Any;
import com.google.protobuf.Duration;
import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.envoyproxy.envoy.config.core.v3.ControlPlane;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryResponse;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryResponse;
import java.util.List;

/** Turns what a response holds into bytes. Stateless but for the control plane's identifier. */
final class Encoder {

  /** A resource that is kept alive: the version that the client accepted last (L-3). */
  record Heartbeat(Resource resource, String acceptedVersion) {}

  private static final String WRAPPER_URL =
      "type.googleapis.com/"
          + io.envoyproxy.envoy.service.discovery.v3.Resource.getDescriptor().getFullName();

  private final ControlPlane controlPlane;

  Encoder(String controlPlaneIdentifier) {
    controlPlane = ControlPlane.newBuilder().setIdentifier(controlPlaneIdentifier).build();
  }

  /** A SotW body; with TTLs, the resources that have one are wrapped (L-2). */
  ResponseBody sotw(ResourceType type, String version, List<Resource> resources, boolean withTtl) {
    DiscoveryResponse.Builder response = sotw(type, version);
    for (Resource resource : resources) {
      response.addResources(
          withTtl && resource.ttl() != null ? wrapped(delta(resource, true)) : resource.packed());
    }
    return new ResponseBody(response.build().toByteString());
  }

  ResponseBody delta(ResourceType type, String version, Part part, boolean withTtl) {
    DeltaDiscoveryResponse.Builder response = delta(type, version);
    for (Resource resource : part.resources()) {
      response.addResources(delta(resource, withTtl));
    }
    response.addAllRemovedResources(part.removed());
    return new ResponseBody(response.build().toByteString());
  }

  /** Heartbeats of a partial type in SotW (L-4). */
  ResponseBody sotwHeartbeat(ResourceType type, String version, List<Heartbeat> heartbeats) {
    DiscoveryResponse.Builder response = sotw(type, version);
    heartbeats.forEach(heartbeat -> response.addResources(wrapped(bodiless(heartbeat))));
    return new ResponseBody(response.build().toByteString());
  }

  ResponseBody deltaHeartbeat(ResourceType type, String version, List<Heartbeat> heartbeats) {
    DeltaDiscoveryResponse.Builder response = delta(type, version);
    heartbeats.forEach(heartbeat -> response.addResources(bodiless(heartbeat)));
    return new ResponseBody(response.build().toByteString());
  }

  private DiscoveryResponse.Builder sotw(ResourceType type, String version) {
    return DiscoveryResponse.newBuilder()
        .setTypeUrl(type.typeUrl())
        .setVersionInfo(version)
        .setControlPlane(controlPlane);
  }

  private DeltaDiscoveryResponse.Builder delta(ResourceType type, String version) {
    return DeltaDiscoveryResponse.newBuilder()
        .setTypeUrl(type.typeUrl())
        .setSystemVersionInfo(version)
        .setControlPlane(controlPlane);
  }

  private static io.envoyproxy.envoy.service.discovery.v3.Resource delta(
      Resource resource, boolean withTtl) {
    var delta =
        io.envoyproxy.envoy.service.discovery.v3.Resource.newBuilder()
            .setName(resource.name())
            .setVersion(resource.version())
            .addAllAliases(resource.aliases());
    if (!resource.isAbsence()) {
      delta.setResource(resource.packed());
    }
    // L-1: to clients that do not know TTLs the field is left out
    if (withTtl && resource.ttl() != null) {
      delta.setTtl(duration(resource.ttl()));
    }
    return delta.build();
  }

  private static io.envoyproxy.envoy.service.discovery.v3.Resource bodiless(Heartbeat heartbeat) {
    var bodiless =
        io.envoyproxy.envoy.service.discovery.v3.Resource.newBuilder()
            .setName(heartbeat.resource().name())
            .setVersion(heartbeat.acceptedVersion());
    java.time.Duration ttl = heartbeat.resource().ttl();
    if (ttl != null) {
      bodiless.setTtl(duration(ttl));
    }
    return bodiless.build();
  }

  private static Any wrapped(io.envoyproxy.envoy.service.discovery.v3.Resource resource) {
    return Any.newBuilder().setTypeUrl(WRAPPER_URL).setValue(resource.toByteString()).build();
  }

  private static Duration duration(java.time.Duration ttl) {
    return Duration.newBuilder().setSeconds(ttl.getSeconds()).setNanos(ttl.getNano()).build();
  }
}
