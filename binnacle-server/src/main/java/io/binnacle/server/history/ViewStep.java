package io.binnacle.server.history;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.binnacle.core.resource.ParameterConstraints;
import io.binnacle.core.resource.ReferenceFinder;
import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.view.Change;
import io.binnacle.core.view.TypeView;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryResponse;
import io.envoyproxy.envoy.service.discovery.v3.ResourceName;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One view as it is written: as the step from another view of the same file, in the words of the
 * delta protocol. Immutable.
 *
 * <p>The message is a {@code DeltaDiscoveryResponse}: {@code system_version_info} is the version of
 * the view, {@code nonce} that of the view from which the step leads, empty for a view that stands
 * for itself. A resource whose content is not to be written has no {@code resource}, and its hash
 * as {@code version}. Of other resources {@code version} is what their source supplied, if it did.
 */
record ViewStep(
    ViewVersion version, @Nullable ViewVersion follows, DeltaDiscoveryResponse message) {

  /**
   * The step to a view.
   *
   * @param base the view from which it leads; null for none
   * @param withheld which contents are not to be written
   */
  static ViewStep to(
      ViewVersion version, TypeView view, @Nullable TypeView base, Predicate<Resource> withheld) {
    DeltaDiscoveryResponse.Builder message =
        DeltaDiscoveryResponse.newBuilder()
            .setTypeUrl(version.type().typeUrl())
            .setSystemVersionInfo(version.version());
    if (base == null) {
      view.wildcard().forEach(resource -> message.addResources(written(resource, withheld)));
      return new ViewStep(version, null, message.build());
    }
    for (Change change : view.changesSince(base)) {
      Resource after = change.after();
      if (after != null && after.inWildcard()) {
        message.addResources(written(after, withheld));
      } else {
        message.addRemovedResources(change.name());
      }
    }
    ViewVersion follows = ViewVersion.of(base);
    return new ViewStep(version, follows, message.setNonce(follows.version()).build());
  }

  /** Reads what {@link #bytes} gave. */
  static ViewStep read(ByteBuffer bytes) throws InvalidProtocolBufferException {
    DeltaDiscoveryResponse message = DeltaDiscoveryResponse.parseFrom(ByteString.copyFrom(bytes));
    ResourceType type = ResourceType.of(message.getTypeUrl());
    String from = message.getNonce();
    return new ViewStep(
        new ViewVersion(type, message.getSystemVersionInfo()),
        from.isEmpty() ? null : new ViewVersion(type, from),
        message);
  }

  byte[] bytes() {
    return message.toByteArray();
  }

  /**
   * The view that the step leads to.
   *
   * @param base what it leads from; that without resources where it follows upon none
   * @throws IllegalArgumentException when they do not fit
   */
  RestoredView from(RestoredView base, ReferenceFinder references) {
    Map<String, @Nullable Resource> edits = new HashMap<>();
    Map<String, String> missing = new HashMap<>(base.missing());
    for (String name : message.getRemovedResourcesList()) {
      edits.put(name, null);
      missing.remove(name);
    }
    for (var written : message.getResourcesList()) {
      if (written.hasResource()) {
        Resource resource = resource(written, references);
        edits.put(resource.name(), resource);
        missing.remove(resource.name());
      } else {
        edits.put(written.getName(), null);
        missing.put(written.getName(), written.getVersion());
      }
    }
    return new RestoredView(base.view().apply(edits), missing);
  }

  private static io.envoyproxy.envoy.service.discovery.v3.Resource written(
      Resource resource, Predicate<Resource> withheld) {
    var written = io.envoyproxy.envoy.service.discovery.v3.Resource.newBuilder();
    String hash = resource.hash().toVersion();
    if (withheld.test(resource)) {
      return written.setName(resource.name()).setVersion(hash).build();
    }
    ParameterConstraints constraints = resource.constraints();
    if (constraints == null) {
      written.setName(resource.plainName());
    } else {
      written.setResourceName(
          ResourceName.newBuilder()
              .setName(resource.plainName())
              .setDynamicParameterConstraints(constraints.toMessage()));
    }
    if (!resource.version().equals(hash)) {
      written.setVersion(resource.version());
    }
    Duration ttl = resource.ttl();
    if (ttl != null) {
      written.setTtl(
          com.google.protobuf.Duration.newBuilder()
              .setSeconds(ttl.getSeconds())
              .setNanos(ttl.getNano()));
    }
    return written.addAllAliases(resource.aliases()).setResource(resource.packed()).build();
  }

  private Resource resource(
      io.envoyproxy.envoy.service.discovery.v3.Resource written, ReferenceFinder references) {
    boolean isVariant = written.hasResourceName();
    String name = isVariant ? written.getResourceName().getName() : written.getName();
    Resource.Builder resource = Resource.packed(name, packed(written.getResource()), references);
    List<String> aliases = written.getAliasesList();
    aliases.forEach(resource::alias);
    if (isVariant) {
      resource.constraints(
          ParameterConstraints.of(written.getResourceName().getDynamicParameterConstraints()));
    }
    if (!written.getVersion().isEmpty()) {
      resource.version(written.getVersion());
    }
    if (written.hasTtl()) {
      resource.ttl(Duration.ofSeconds(written.getTtl().getSeconds(), written.getTtl().getNanos()));
    }
    return resource.build();
  }

  /** With the name of its type that all of them share: each was read with a copy of its own. */
  private Any packed(Any read) {
    String typeUrl = version.type().typeUrl();
    return typeUrl.equals(read.getTypeUrl()) ? read.toBuilder().setTypeUrl(typeUrl).build() : read;
  }
}
