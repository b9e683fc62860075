package io.binnacle.client.internal.store;

import com.google.protobuf.InvalidProtocolBufferException;
import io.binnacle.core.client.CacheContents;
import io.binnacle.core.client.CacheContents.AcceptedVersion;
import io.binnacle.core.client.CacheContents.Entry;
import io.binnacle.core.record.RecordFrames;
import io.binnacle.core.resource.ParameterConstraints;
import io.binnacle.core.resource.ResourceType;
import io.envoyproxy.envoy.config.core.v3.ControlPlane;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryResponse;
import io.envoyproxy.envoy.service.discovery.v3.Resource;
import io.envoyproxy.envoy.service.discovery.v3.ResourceName;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of one type's contents: a record for the type with the accepted version, one for each
 * resource, and one that shows that nothing behind it is missing. Each is a DeltaDiscoveryResponse,
 * which has a field for everything that is needed. Stateless.
 */
final class StoredContents {

  /** In the nonce of the first record; another number is of another version of this program. */
  private static final String FORMAT = "2";

  /** In the nonce of the last record. */
  private static final String END = "end";

  private static final String WILDCARD = "*";

  private StoredContents() {}

  /**
   * Writes contents.
   *
   * @param withheld which resources are not written
   */
  static byte[] bytes(CacheContents contents, Predicate<Entry> withheld) {
    List<Entry> written = contents.entries().stream().filter(withheld.negate()).toList();
    // A version stands for all that was accepted under it: what is left out would never be sent.
    boolean whole = written.size() == contents.entries().size();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(frame(first(contents.type(), whole ? contents.accepted() : null)));
    written.forEach(entry -> out.writeBytes(frame(record(entry))));
    out.writeBytes(frame(DeltaDiscoveryResponse.newBuilder().setNonce(END).build()));
    return out.toByteArray();
  }

  private static byte[] frame(DeltaDiscoveryResponse record) {
    return RecordFrames.frame(record.toByteArray()).array();
  }

  private static DeltaDiscoveryResponse first(
      ResourceType type, @Nullable AcceptedVersion accepted) {
    DeltaDiscoveryResponse.Builder first =
        DeltaDiscoveryResponse.newBuilder().setNonce(FORMAT).setTypeUrl(type.typeUrl());
    if (accepted != null) {
      first.setSystemVersionInfo(accepted.version()).setControlPlane(of(accepted.controlPlane()));
      if (accepted.wildcard()) {
        first.addRemovedResources(WILDCARD);
      }
    }
    return first.build();
  }

  private static ControlPlane of(String identifier) {
    return ControlPlane.newBuilder().setIdentifier(identifier).build();
  }

  private static DeltaDiscoveryResponse record(Entry entry) {
    Resource.Builder resource =
        Resource.newBuilder()
            .setName(entry.name())
            .addAllAliases(entry.aliases())
            .setVersion(entry.version())
            .setResource(entry.packed());
    if (entry.constraints() != null) {
      resource.setResourceName(
          ResourceName.newBuilder()
              .setName(entry.name())
              .setDynamicParameterConstraints(entry.constraints().toMessage()));
    }
    return DeltaDiscoveryResponse.newBuilder()
        .setControlPlane(of(entry.controlPlane()))
        .addResources(resource)
        .build();
  }

  /**
   * Reads what {@link #bytes} wrote, or what is left of it: a resource that is damaged is missing.
   *
   * @return null when nothing can be used
   */
  static @Nullable CacheContents read(byte[] bytes) {
    RecordFrames.Content content = RecordFrames.read(ByteBuffer.wrap(bytes));
    if (content.records().isEmpty()) {
      return null;
    }
    try {
      DeltaDiscoveryResponse first = DeltaDiscoveryResponse.parseFrom(content.records().get(0));
      if (!first.getNonce().equals(FORMAT) || first.getTypeUrl().isEmpty()) {
        return null; // of another version, or the first record is damaged
      }
      List<Entry> entries = new ArrayList<>();
      boolean ended = false;
      for (ByteBuffer bytesOfOne : content.records().subList(1, content.records().size())) {
        DeltaDiscoveryResponse record = DeltaDiscoveryResponse.parseFrom(bytesOfOne);
        ended = record.getNonce().equals(END);
        if (!ended) {
          entries.add(entry(record));
        }
      }
      boolean whole = content.isWhole() && ended; // a file may be cut between two records
      return new CacheContents(
          ResourceType.of(first.getTypeUrl()),
          entries,
          whole && first.hasControlPlane() ? accepted(first) : null);
    } catch (InvalidProtocolBufferException | IllegalArgumentException e) {
      return null; // its checksum is right: it was written by another version of the program
    }
  }

  private static AcceptedVersion accepted(DeltaDiscoveryResponse first) {
    return new AcceptedVersion(
        first.getSystemVersionInfo(),
        first.getControlPlane().getIdentifier(),
        first.getRemovedResourcesList().contains(WILDCARD));
  }

  private static Entry entry(DeltaDiscoveryResponse record) {
    if (record.getResourcesCount() != 1) {
      throw new IllegalArgumentException("no record of a resource");
    }
    Resource resource = record.getResources(0);
    return new Entry(
        resource.getName(),
        resource.hasResourceName()
            ? ParameterConstraints.of(resource.getResourceName().getDynamicParameterConstraints())
            : null,
        resource.getAliasesList(),
        resource.getVersion(),
        resource.getResource(),
        record.getControlPlane().getIdentifier());
  }
}
