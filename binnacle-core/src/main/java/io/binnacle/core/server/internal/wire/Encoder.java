package io.binnacle.core.server.internal.wire;

import com.google.protobuf.Any;
import com.google.protobuf.Duration;
import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.resource.VariantName;
import io.binnacle.core.server.ResponseBody;
import io.envoyproxy.envoy.config.core.v3.ControlPlane;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryResponse;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryResponse;
import io.envoyproxy.envoy.service.discovery.v3.ResourceName;
import java.util.List;

/**
 * Turns what a response holds into bytes, for clients that understand variants (D-16) or for those
 * that know plain names only. Stateless.
 */
public final class Encoder {

  /** A resource that is kept alive: the version that the client accepted last (L-3). */
  public record Heartbeat(Resource resource, String acceptedVersion) {}

  private static final String WRAPPER_URL =
      "type.googleapis.com/"
          + io.envoyproxy.envoy.service.discovery.v3.Resource.getDescriptor().getFullName();

  private final ControlPlane controlPlane;
  private final boolean variants;

  public Encoder(String controlPlaneIdentifier, boolean variants) {
    this.variants = variants;
    controlPlane = ControlPlane.newBuilder().setIdentifier(controlPlaneIdentifier).build();
  }

  /** A SotW body; with TTLs, the resources that have one are wrapped (L-2). */
  public ResponseBody sotw(
      ResourceType type, String version, List<Resource> resources, boolean withTtl) {
    DiscoveryResponse.Builder response = sotw(type, version);
    for (Resource resource : resources) {
      response.addResources(packed(resource, withTtl));
    }
    return ResponseBody.of(response.build().toByteString());
  }

  /** A resource in SotW: bare, or in a wrapper where that says more. */
  public Any packed(Resource resource, boolean withTtl) {
    boolean hasTtl = withTtl && resource.ttl() != null;
    boolean isVariant = variants && resource.constraints() != null;
    return hasTtl || isVariant ? wrapped(delta(resource, withTtl)) : resource.packed();
  }

  public ResponseBody delta(ResourceType type, String version, Part part, boolean withTtl) {
    DeltaDiscoveryResponse.Builder response = delta(type, version);
    for (Resource resource : part.resources()) {
      response.addResources(delta(resource, withTtl));
    }
    for (String name : part.removed()) {
      if (VariantName.isOne(name)) {
        // D-15
        response.addRemovedResourceNames(variant(name));
      } else {
        response.addRemovedResources(name);
      }
    }
    return ResponseBody.of(response.build().toByteString());
  }

  /** Heartbeats of a partial type in SotW (L-4). */
  public ResponseBody sotwHeartbeat(ResourceType type, String version, List<Heartbeat> heartbeats) {
    DiscoveryResponse.Builder response = sotw(type, version);
    heartbeats.forEach(heartbeat -> response.addResources(wrapped(bodiless(heartbeat))));
    return ResponseBody.of(response.build().toByteString());
  }

  public ResponseBody deltaHeartbeat(
      ResourceType type, String version, List<Heartbeat> heartbeats) {
    DeltaDiscoveryResponse.Builder response = delta(type, version);
    heartbeats.forEach(heartbeat -> response.addResources(bodiless(heartbeat)));
    return ResponseBody.of(response.build().toByteString());
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

  /** D-16: a variant says whom it is for, to clients that may ask for several. */
  private io.envoyproxy.envoy.service.discovery.v3.Resource.Builder named(Resource resource) {
    var named = io.envoyproxy.envoy.service.discovery.v3.Resource.newBuilder();
    return variants && resource.constraints() != null
        ? named.setResourceName(variant(resource.name()))
        : named.setName(resource.plainName());
  }

  private static ResourceName variant(String name) {
    return ResourceName.newBuilder()
        .setName(VariantName.plain(name))
        .setDynamicParameterConstraints(VariantName.constraints(name).toMessage())
        .build();
  }

  private io.envoyproxy.envoy.service.discovery.v3.Resource delta(
      Resource resource, boolean withTtl) {
    var delta = named(resource).setVersion(resource.version()).addAllAliases(resource.aliases());
    if (!resource.isAbsence()) {
      delta.setResource(resource.packed());
    }
    // L-1: to clients that do not know TTLs the field is left out
    if (withTtl && resource.ttl() != null) {
      delta.setTtl(duration(resource.ttl()));
    }
    return delta.build();
  }

  private io.envoyproxy.envoy.service.discovery.v3.Resource bodiless(Heartbeat heartbeat) {
    var bodiless = named(heartbeat.resource()).setVersion(heartbeat.acceptedVersion());
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
