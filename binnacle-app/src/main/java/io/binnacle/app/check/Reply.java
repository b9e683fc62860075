package io.binnacle.app.check;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import io.binnacle.core.client.ResourceParser;
import io.binnacle.core.resource.ResourceType;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryResponse;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryResponse;
import io.envoyproxy.envoy.service.discovery.v3.Resource;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A response of either variant.
 *
 * @param version {@code version_info} or {@code system_version_info}
 * @param removed names that delta calls removed
 */
record Reply(
    String typeUrl, String version, String nonce, List<Entry> entries, List<String> removed) {

  private static final String WRAPPER = Resource.getDescriptor().getFullName();
  private static final ResourceParser NAMES = (name, packed) -> packed;

  /**
   * A resource.
   *
   * @param name empty when it cannot be read
   * @param version of the resource, on delta
   * @param body null for none
   */
  record Entry(String name, String version, @Nullable Any body) {}

  static Reply of(DiscoveryResponse response) {
    List<Entry> entries = new ArrayList<>();
    for (Any any : response.getResourcesList()) {
      entries.add(any.getTypeUrl().endsWith("/" + WRAPPER) ? wrapped(any) : bare(any));
    }
    return new Reply(
        response.getTypeUrl(), response.getVersionInfo(), response.getNonce(), entries, List.of());
  }

  static Reply of(DeltaDiscoveryResponse response) {
    List<Entry> entries = response.getResourcesList().stream().map(Reply::entry).toList();
    List<String> removed = new ArrayList<>(response.getRemovedResourcesList());
    response.getRemovedResourceNamesList().forEach(name -> removed.add(name.getName()));
    return new Reply(
        response.getTypeUrl(),
        response.getSystemVersionInfo(),
        response.getNonce(),
        entries,
        removed);
  }

  private static Entry wrapped(Any any) {
    try {
      return entry(Resource.parseFrom(any.getValue()));
    } catch (InvalidProtocolBufferException e) {
      return new Entry("", "", any);
    }
  }

  private static Entry bare(Any any) {
    String name = NAMES.nameOf(any);
    return new Entry(name == null ? "" : name, "", any);
  }

  private static Entry entry(Resource resource) {
    String name =
        resource.hasResourceName() ? resource.getResourceName().getName() : resource.getName();
    return new Entry(
        name, resource.getVersion(), resource.hasResource() ? resource.getResource() : null);
  }

  boolean isOf(ResourceType type) {
    return typeUrl.equals(type.typeUrl());
  }

  Set<String> names() {
    Set<String> names = new LinkedHashSet<>();
    entries.forEach(entry -> names.add(entry.name));
    return names;
  }

  boolean has(String name) {
    return names().contains(name);
  }

  /** The content under a name; null for none. */
  @Nullable Any body(String name) {
    return entries.stream()
        .filter(entry -> entry.name.equals(name))
        .map(Entry::body)
        .findFirst()
        .orElse(null);
  }

  /** Whether it says the same in any order, nonce and version apart. */
  boolean saysTheSame(Reply other) {
    return typeUrl.equals(other.typeUrl)
        && Set.copyOf(entries).equals(Set.copyOf(other.entries))
        && Set.copyOf(removed).equals(Set.copyOf(other.removed));
  }

  /** One line. */
  String brief() {
    return "%s version '%s' nonce '%s' %s%s"
        .formatted(
            ResourceType.of(typeUrl.isEmpty() ? "?" : typeUrl),
            version,
            nonce,
            Brief.names(names()),
            removed.isEmpty() ? "" : " removed " + Brief.names(removed));
  }
}
