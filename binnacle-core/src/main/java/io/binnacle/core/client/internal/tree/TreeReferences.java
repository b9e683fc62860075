package io.binnacle.core.client.internal.tree;

import com.google.protobuf.InvalidProtocolBufferException;
import io.binnacle.core.client.ClientResource;
import io.binnacle.core.client.internal.tree.ConfigSnapshot.PartKey;
import io.binnacle.core.resource.Reference;
import io.binnacle.core.resource.ReferenceFinder;
import io.binnacle.core.resource.ResourceName;
import io.binnacle.core.resource.ResourceType;
import io.envoyproxy.envoy.config.route.v3.RouteConfiguration;
import java.util.ArrayList;
import java.util.List;

/** Says what a resource names that belongs to the same tree. Stateless. */
record TreeReferences(ReferenceFinder finder) {

  /** What comes from a stream, file or poll of its own is no part of the tree. */
  List<PartKey> of(ClientResource resource) {
    List<PartKey> keys = new ArrayList<>();
    for (Reference reference : finder.of(resource.name(), resource.packed())) {
      if (reference.sameStream()) {
        keys.add(new PartKey(reference.type(), reference.name()));
      }
    }
    if (hasVirtualHostsElsewhere(resource)) {
      keys.add(new PartKey(ResourceType.VIRTUAL_HOST, ResourceName.WILDCARD)); // VHDS-1
    }
    return keys;
  }

  private static boolean hasVirtualHostsElsewhere(ClientResource resource) {
    if (!resource.type().equals(ResourceType.ROUTE_CONFIGURATION)) {
      return false;
    }
    try {
      return RouteConfiguration.parseFrom(resource.packed().getValue()).hasVhds();
    } catch (InvalidProtocolBufferException e) {
      return false; // the parser of the application took it for something else
    }
  }
}
