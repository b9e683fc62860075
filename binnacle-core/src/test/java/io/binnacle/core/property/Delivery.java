package io.binnacle.core.property;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.Response;
import io.binnacle.core.server.Variant;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryResponse;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryResponse;
import io.envoyproxy.envoy.service.discovery.v3.Resource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A response as it is read from the wire, of either variant.
 *
 * @param removed with the absences
 * @param absences names that were answered by a resource without a body, which takes nothing away
 */
record Delivery(
    ResourceType type,
    String nonce,
    String version,
    List<Item> items,
    List<String> removed,
    Set<String> absences) {

  /**
   * One resource of it.
   *
   * @param version empty where SotW gives none
   * @param body null in a heartbeat
   * @param ttlNanos 0 for none
   */
  record Item(
      String name, String version, List<String> aliases, @Nullable Any body, long ttlNanos) {}

  private static final int NONCE_FIELD = 5;
  private static final long NANOS = 1_000_000_000L;

  /** Whether it only prolongs TTLs. */
  boolean isHeartbeat() {
    return !items.isEmpty() && items.stream().allMatch(item -> item.body() == null);
  }

  List<String> names() {
    return items.stream().map(Item::name).toList();
  }

  static Delivery of(Response response, Variant variant, World world) {
    try {
      return variant == Variant.DELTA
          ? delta(DeltaDiscoveryResponse.parseFrom(bytes(response)))
          : sotw(DiscoveryResponse.parseFrom(bytes(response)), world);
    } catch (InvalidProtocolBufferException e) {
      throw new AssertionError("a response that cannot be read", e);
    }
  }

  private static Delivery delta(DeltaDiscoveryResponse response) {
    List<String> removed = new ArrayList<>(response.getRemovedResourcesList());
    Set<String> absences = new HashSet<>();
    List<Item> items = new ArrayList<>();
    for (Resource resource : response.getResourcesList()) {
      if (resource.hasResource() || resource.hasTtl()) {
        items.add(item(resource));
      } else {
        // VHDS-1
        removed.add(resource.getName());
        absences.add(resource.getName());
      }
    }
    return new Delivery(
        ResourceType.of(response.getTypeUrl()),
        response.getNonce(),
        response.getSystemVersionInfo(),
        items,
        removed,
        absences);
  }

  private static Delivery sotw(DiscoveryResponse response, World world)
      throws InvalidProtocolBufferException {
    ResourceType type = ResourceType.of(response.getTypeUrl());
    List<Item> items = new ArrayList<>();
    for (Any any : response.getResourcesList()) {
      items.add(
          any.is(Resource.class)
              ? item(any.unpack(Resource.class))
              : new Item(world.nameOf(type, any), "", List.of(), any, 0));
    }
    return new Delivery(
        type, response.getNonce(), response.getVersionInfo(), items, List.of(), Set.of());
  }

  private static Item item(Resource resource) {
    return new Item(
        resource.getName(),
        resource.getVersion(),
        resource.getAliasesList(),
        resource.hasResource() ? resource.getResource() : null,
        resource.getTtl().getSeconds() * NANOS);
  }

  private static ByteString bytes(Response response) {
    ByteString.Output nonce = ByteString.newOutput();
    try {
      CodedOutputStream out = CodedOutputStream.newInstance(nonce);
      out.writeString(NONCE_FIELD, response.nonce());
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return response.body().bytes().concat(nonce.toByteString());
  }
}
