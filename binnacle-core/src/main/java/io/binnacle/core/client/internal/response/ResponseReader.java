package io.binnacle.core.client.internal.response;

import com.google.protobuf.Any;
import com.google.protobuf.Duration;
import com.google.protobuf.InvalidProtocolBufferException;
import io.binnacle.core.client.ResourceParser;
import io.binnacle.core.client.internal.response.Update.Item;
import io.binnacle.core.client.internal.response.Update.Removed;
import io.binnacle.core.message.MessageTypes;
import io.binnacle.core.resource.ParameterConstraints;
import io.binnacle.core.resource.ResourceName;
import io.binnacle.core.resource.ResourceType;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryResponse;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryResponse;
import io.envoyproxy.envoy.service.discovery.v3.Resource;
import io.envoyproxy.envoy.service.discovery.v3.ResourceError;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads responses resource by resource: names in canonical form, wrappers taken off, and for each
 * resource what is wrong with it as a part of the response (C-4: another type, a name twice).
 * Nothing is decoded here that nobody may want. Stateless.
 */
public record ResponseReader(ResourceType type, ResourceParser parser) {

  private static final String WRAPPER = Resource.getDescriptor().getFullName();
  private static final long NANOS = 1_000_000_000L;
  private static final long LONGEST = 100L * 365 * 24 * 3600;

  public Update read(DiscoveryResponse response) {
    List<Item> items = new ArrayList<>(response.getResourcesCount());
    for (Any any : response.getResourcesList()) {
      items.add(item(any));
    }
    List<Update.Error> errors = errors(response.getResourceErrorsList());
    return new Update(
        response.getVersionInfo(), false, checked(items, Set.of()), List.of(), errors);
  }

  public Update read(DeltaDiscoveryResponse response) {
    List<Item> items = new ArrayList<>(response.getResourcesCount());
    for (Resource resource : response.getResourcesList()) {
      items.add(item(resource));
    }
    List<Removed> removed = new ArrayList<>();
    for (String name : response.getRemovedResourcesList()) {
      String canonical = ResourceName.canonical(name);
      removed.add(new Removed(canonical == null ? name : canonical, null));
    }
    for (var name : response.getRemovedResourceNamesList()) {
      String canonical = ResourceName.canonical(name.getName());
      ParameterConstraints constraints = constraints(name);
      if (canonical != null && constraints != null) {
        removed.add(new Removed(canonical, constraints));
      }
    }
    Set<String> removedNames = new HashSet<>();
    for (Removed each : removed) {
      if (each.constraints() == null) {
        removedNames.add(each.name());
      }
    }
    List<Update.Error> errors = errors(response.getResourceErrorsList());
    return new Update(
        response.getSystemVersionInfo(), true, checked(items, removedNames), removed, errors);
  }

  private Item item(Any any) {
    if (!MessageTypes.nameOf(any.getTypeUrl()).equals(WRAPPER)) {
      return bare(any);
    }
    try {
      return item(Resource.parseFrom(any.getValue()));
    } catch (InvalidProtocolBufferException e) {
      return unreadable("a wrapped resource that cannot be decoded: " + e.getMessage());
    }
  }

  private Item bare(Any any) {
    String fault = otherType(any);
    String name = fault == null ? parser.nameOf(any) : "";
    String canonical = name == null ? null : ResourceName.canonical(name);
    if (fault != null) {
      return unreadable(fault);
    } else if (name == null || name.isEmpty()) {
      return unreadable("a resource whose name cannot be read");
    } else if (canonical == null) {
      return unreadable("'" + name + "' is no legal xdstp name");
    }
    return new Item(Identity.of(canonical), "", any, 0, null);
  }

  private Item item(Resource resource) {
    boolean named = resource.hasResourceName();
    String name = named ? resource.getResourceName().getName() : resource.getName();
    String canonical = ResourceName.canonical(name);
    ParameterConstraints constraints = named ? constraints(resource.getResourceName()) : null;
    if (canonical == null || canonical.isEmpty()) {
      return unreadable(
          name.isEmpty() ? "a resource without a name" : "'" + name + "' is no legal xdstp name");
    } else if (named && constraints == null) {
      return unreadable("the constraints of '" + canonical + "' cannot be read");
    }
    List<String> aliases = new ArrayList<>();
    for (String alias : resource.getAliasesList()) {
      String legal = ResourceName.canonical(alias);
      if (legal != null) {
        aliases.add(legal);
      }
    }
    boolean isVariant = constraints != null && !constraints.isEmpty();
    Identity id = new Identity(canonical, isVariant ? constraints : null, List.copyOf(aliases));
    long ttl = resource.hasTtl() ? nanos(resource.getTtl()) : 0;
    String fault = resource.hasResource() ? otherType(resource.getResource()) : null;
    if (resource.hasTtl() && ttl <= 0) {
      fault = "a TTL must be positive";
    }
    Any body = resource.hasResource() ? resource.getResource() : null;
    return new Item(id, resource.getVersion(), body, ttl, fault);
  }

  private @Nullable String otherType(Any any) {
    String name = MessageTypes.nameOf(any.getTypeUrl());
    return name.equals(type.messageName())
        ? null
        : "a resource of type '" + any.getTypeUrl() + "' in a response of " + type.typeUrl();
  }

  /** Absent constraints match everybody; null when they cannot be read. */
  private static @Nullable ParameterConstraints constraints(
      io.envoyproxy.envoy.service.discovery.v3.ResourceName name) {
    try {
      return ParameterConstraints.of(name.getDynamicParameterConstraints());
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  private static Item unreadable(String fault) {
    return new Item(Identity.of(""), "", null, 0, fault);
  }

  private static List<Update.Error> errors(List<ResourceError> reported) {
    List<Update.Error> errors = new ArrayList<>();
    for (ResourceError error : reported) {
      String canonical = ResourceName.canonical(error.getResourceName().getName());
      if (canonical != null) {
        String message = error.getErrorDetail().getMessage();
        String code = "code " + error.getErrorDetail().getCode();
        errors.add(
            new Update.Error(
                Identity.of(canonical), message.isEmpty() ? code : code + ": " + message));
      }
    }
    return errors;
  }

  /** C-4: of a name that is there twice nobody knows which one is meant. */
  private static List<Item> checked(List<Item> items, Set<String> removed) {
    Set<String> seen = new HashSet<>();
    Set<String> twice = new HashSet<>();
    for (Item item : items) {
      if (!item.id().name().isEmpty() && !seen.add(item.id().key())) {
        twice.add(item.id().key());
      }
    }
    if (twice.isEmpty() && removed.isEmpty()) {
      return items;
    }
    List<Item> checked = new ArrayList<>(items.size());
    for (Item item : items) {
      if (twice.contains(item.id().key())) {
        checked.add(item.withFault("the name is there twice"));
      } else if (removed.contains(item.id().name()) && item.body() != null) {
        checked.add(item.withFault("the name is among the resources and among the removed ones"));
      } else {
        checked.add(item);
      }
    }
    return checked;
  }

  private static long nanos(Duration duration) {
    return Math.min(duration.getSeconds(), LONGEST) * NANOS + duration.getNanos();
  }
}
