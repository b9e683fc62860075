package io.binnacle.core.resource;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import io.envoyproxy.envoy.config.endpoint.v3.ClusterLoadAssignment;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the core reads out of resource messages: the name, and the references of S-17. By
 * descriptors, so that a message of another API version or of a descriptor set serves as well.
 */
final class ResourceMessages {

  private ResourceMessages() {}

  /** The name inside the message, or null when its type has none. */
  static @Nullable String nameOf(Message message) {
    Descriptor descriptor = message.getDescriptorForType();
    FieldDescriptor field = descriptor.findFieldByName("name");
    if (field == null) {
      field = descriptor.findFieldByName("cluster_name");
    }
    boolean isText =
        field != null
            && !field.isRepeated()
            && field.getJavaType() == FieldDescriptor.JavaType.STRING;
    return isText ? (String) message.getField(field) : null;
  }

  /** Bytes that depend on the content only: maps are written in the order of their keys. */
  static ByteString deterministicBytes(Message message) {
    ByteString.Output bytes = ByteString.newOutput(message.getSerializedSize());
    CodedOutputStream out = CodedOutputStream.newInstance(bytes);
    out.useDeterministicSerialization();
    try {
      message.writeTo(out);
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory cannot fail", e);
    }
    return bytes.toByteString();
  }

  static List<Reference> referencesOf(String name, Any packed) {
    Descriptor descriptor = descriptorOf(ResourceType.of(packed.getTypeUrl()));
    if (descriptor == null) {
      return List.of();
    }
    try {
      return referencesOf(name, DynamicMessage.parseFrom(descriptor, packed.getValue()));
    } catch (InvalidProtocolBufferException e) {
      // what cannot be read is served as it is; the client says what it thinks of it
      return List.of();
    }
  }

  static List<Reference> referencesOf(String name, Message message) {
    String fullName = message.getDescriptorForType().getFullName();
    if (fullName.equals(ResourceType.CLUSTER.messageName())) {
      return assignmentOf(name, message);
    }
    if (fullName.equals(ResourceType.CLUSTER_LOAD_ASSIGNMENT.messageName())) {
      return collectionsOf(message);
    }
    return List.of();
  }

  private static @Nullable Descriptor descriptorOf(ResourceType type) {
    if (type.equals(ResourceType.CLUSTER)) {
      return Cluster.getDescriptor();
    }
    return type.equals(ResourceType.CLUSTER_LOAD_ASSIGNMENT)
        ? ClusterLoadAssignment.getDescriptor()
        : null;
  }

  private static List<Reference> assignmentOf(String name, Message cluster) {
    Object type = fieldOf(cluster, "type");
    if (!(type instanceof EnumValueDescriptor value) || !value.getName().equals("EDS")) {
      return List.of();
    }
    String serviceName =
        fieldOf(cluster, "eds_cluster_config") instanceof Message config
                && fieldOf(config, "service_name") instanceof String text
            ? text
            : "";
    String assignment = ResourceName.canonical(serviceName.isEmpty() ? name : serviceName);
    return assignment == null
        ? List.of()
        : List.of(new Reference(ResourceType.CLUSTER_LOAD_ASSIGNMENT, assignment));
  }

  private static List<Reference> collectionsOf(Message assignment) {
    List<Reference> collections = new ArrayList<>();
    if (fieldOf(assignment, "endpoints") instanceof List<?> localities) {
      for (Object locality : localities) {
        if (locality instanceof Message message
            && fieldOf(message, "leds_cluster_locality_config") instanceof Message config
            && fieldOf(config, "leds_collection_name") instanceof String name) {
          String glob = ResourceName.canonical(name);
          if (glob != null && !glob.isEmpty()) {
            collections.add(new Reference(ResourceType.LB_ENDPOINT, glob));
          }
        }
      }
    }
    return List.copyOf(collections);
  }

  private static @Nullable Object fieldOf(Message message, String name) {
    FieldDescriptor field = message.getDescriptorForType().findFieldByName(name);
    return field == null ? null : message.getField(field);
  }
}
