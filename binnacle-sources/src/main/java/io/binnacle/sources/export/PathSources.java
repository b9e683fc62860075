package io.binnacle.sources.export;

import com.google.protobuf.Any;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import io.binnacle.core.message.AnyParts;
import io.binnacle.core.message.MessageTypes;
import io.binnacle.core.resource.ResourceType;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Makes the config sources inside of resources point at files, by descriptors and into every {@code
 * Any}. Sources that are paths already stay. Used by one thread.
 */
final class PathSources {

  private static final String SOURCE = "envoy.config.core.v3.ConfigSource";
  private static final String HCM = "envoy.extensions.filters.network.http_connection_manager.v3.";
  private static final int VERSION_3 = 2;

  /** What is to become of these depends on the message around them, and is done there. */
  private static final Set<String> BY_THEIR_OWNER =
      Set.of(
          "envoy.config.cluster.v3.Cluster.EdsClusterConfig",
          "envoy.config.core.v3.ExtensionConfigSource",
          "envoy.config.endpoint.v3.LedsClusterLocalityConfig",
          "envoy.config.route.v3.Vhds");

  /** What the files of resources are called; notes also that something refers to one. */
  interface Files {
    /** The path of one resource's file. */
    String ofOne(ResourceType type, String name);

    /** The path of the file of all resources of a type. */
    String ofAll(ResourceType type);
  }

  private final MessageTypes types;
  private final Files files;

  /** Members of collections that files cannot give: virtual hosts, endpoints. */
  private final BiFunction<ResourceType, String, List<Message>> members;

  /** What could not be made a path, for people. */
  private final List<String> problems = new ArrayList<>();

  PathSources(
      MessageTypes types, Files files, BiFunction<ResourceType, String, List<Message>> members) {
    this.types = types;
    this.files = files;
    this.members = members;
  }

  List<String> problems() {
    return problems;
  }

  /** The resource with its sources as paths. */
  Message rewritten(Message resource, String name) {
    Message.Builder changed = resource.toBuilder();
    children(changed, name);
    rules(changed);
    return changed.build();
  }

  private void children(Message.Builder message, String owner) {
    String name = text(message, "name");
    String inside = name.isEmpty() ? owner : name;
    for (FieldDescriptor field : List.copyOf(message.getAllFields().keySet())) {
      if (field.getJavaType() != FieldDescriptor.JavaType.MESSAGE) {
        continue;
      }
      UnaryOperator<Message> change = value -> value(value, inside);
      if (field.isRepeated()) {
        for (int i = 0; i < message.getRepeatedFieldCount(field); i++) {
          message.setRepeatedField(
              field, i, change.apply((Message) message.getRepeatedField(field, i)));
        }
      } else {
        message.setField(field, change.apply((Message) message.getField(field)));
      }
    }
  }

  private Message value(Message value, String owner) {
    String type = value.getDescriptorForType().getFullName();
    if (type.equals(Any.getDescriptor().getFullName())) {
      return any(value, owner);
    }
    return type.equals(SOURCE) ? value : rewritten(value, owner);
  }

  private Message any(Message any, String owner) {
    AnyParts parts = AnyParts.of(any);
    String typeUrl = parts.typeUrl();
    if (typeUrl.isEmpty()) {
      return any;
    }
    Message prototype = types.find(typeUrl);
    if (prototype == null) {
      throw new IllegalArgumentException(
          owner + " holds a " + typeUrl + ", which is not known here; give its descriptors");
    }
    try {
      Message content = prototype.getParserForType().parseFrom(parts.value());
      FieldDescriptor valueField =
          any.getDescriptorForType().findFieldByNumber(Any.VALUE_FIELD_NUMBER);
      return any.toBuilder().setField(valueField, rewritten(content, owner).toByteString()).build();
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalArgumentException(
          owner + " holds a " + typeUrl + " that cannot be read: " + e.getMessage(), e);
    }
  }

  private void rules(Message.Builder message) {
    switch (message.getDescriptorForType().getFullName()) {
      case "envoy.config.cluster.v3.Cluster" -> endpointsOf(message);
      case "envoy.extensions.transport_sockets.tls.v3.SdsSecretConfig" ->
          source(message, "sds_config", path -> one(ResourceType.SECRET, path, "name"));
      case HCM + "Rds" ->
          source(
              message,
              "config_source",
              path -> one(ResourceType.ROUTE_CONFIGURATION, path, "route_config_name"));
      case HCM + "ScopedRds" ->
          source(
              message,
              "scoped_rds_config_source",
              path -> files.ofAll(ResourceType.SCOPED_ROUTE_CONFIGURATION));
      case HCM + "ScopedRoutes" -> clearRemote(message, "rds_config_source");
      case "envoy.config.route.v3.RouteConfiguration" -> virtualHostsOf(message);
      case "envoy.config.endpoint.v3.LocalityLbEndpoints" -> collectionOf(message);
      default -> extensionOf(message);
    }
    if (BY_THEIR_OWNER.contains(message.getDescriptorForType().getFullName())) {
      return;
    }
    message
        .getAllFields()
        .forEach(
            (field, value) -> {
              if (value instanceof Message source && isRemote(source)) {
                problems.add(
                    message.getDescriptorForType().getName()
                        + "."
                        + field.getName()
                        + " cannot be followed from files, and stays as it is");
              }
            });
  }

  private String one(ResourceType type, Message.Builder message, String nameField) {
    return files.ofOne(type, text(message, nameField));
  }

  private void endpointsOf(Message.Builder cluster) {
    Message config = message(cluster, "eds_cluster_config");
    if (config != null) {
      Message.Builder changed = config.toBuilder();
      String service = text(changed, "service_name");
      String name = service.isEmpty() ? text(cluster, "name") : service;
      source(
          changed, "eds_config", unused -> files.ofOne(ResourceType.CLUSTER_LOAD_ASSIGNMENT, name));
      cluster.setField(field(cluster, "eds_cluster_config"), changed.build());
    }
  }

  /** Extensions are asked for by the name of what they configure. */
  private void extensionOf(Message.Builder owner) {
    FieldDescriptor field = owner.getDescriptorForType().findFieldByName("config_discovery");
    if (field != null
        && field.getJavaType() == FieldDescriptor.JavaType.MESSAGE
        && owner.hasField(field)) {
      Message.Builder discovery = ((Message) owner.getField(field)).toBuilder();
      source(
          discovery,
          "config_source",
          unused -> files.ofOne(ResourceType.TYPED_EXTENSION_CONFIG, text(owner, "name")));
      owner.setField(field, discovery.build());
    }
  }

  /** Virtual hosts come over delta streams only, so they are written into their routes. */
  private void virtualHostsOf(Message.Builder routes) {
    if (message(routes, "vhds") != null) {
      FieldDescriptor hosts = field(routes, "virtual_hosts");
      for (Message host : members.apply(ResourceType.VIRTUAL_HOST, text(routes, "name") + "/")) {
        routes.addRepeatedField(hosts, host);
      }
      routes.clearField(field(routes, "vhds"));
    }
  }

  /** So do members of collections of endpoints. */
  private void collectionOf(Message.Builder locality) {
    Message config = message(locality, "leds_cluster_locality_config");
    if (config != null) {
      String glob = text(config.toBuilder(), "leds_collection_name");
      locality.clearField(field(locality, "leds_cluster_locality_config"));
      for (Message endpoint : members.apply(ResourceType.LB_ENDPOINT, glob)) {
        locality.addRepeatedField(field(locality, "lb_endpoints"), endpoint);
      }
    }
  }

  private static void clearRemote(Message.Builder message, String name) {
    Message source = message(message, name);
    if (source != null && isRemote(source)) {
      message.clearField(field(message, name));
    }
  }

  private static void source(
      Message.Builder message, String name, Function<Message.Builder, String> path) {
    Message source = message(message, name);
    if (source == null || !isRemote(source)) {
      return;
    }
    Message.Builder to = message.newBuilderForField(field(message, name));
    Message.Builder file = to.newBuilderForField(field(to, "path_config_source"));
    file.setField(field(file, "path"), path.apply(message));
    to.setField(field(to, "path_config_source"), file.build());
    FieldDescriptor version = field(to, "resource_api_version");
    to.setField(version, version.getEnumType().findValueByNumber(VERSION_3));
    message.setField(field(message, name), to.build());
  }

  private static boolean isRemote(Message source) {
    Descriptor type = source.getDescriptorForType();
    return type.getFullName().equals(SOURCE)
        && List.of("ads", "self", "api_config_source").stream()
            .anyMatch(name -> source.hasField(type.findFieldByName(name)));
  }

  private static FieldDescriptor field(Message.Builder message, String name) {
    FieldDescriptor field = message.getDescriptorForType().findFieldByName(name);
    if (field == null) {
      throw new IllegalArgumentException(
          message.getDescriptorForType().getFullName() + " has no field " + name);
    }
    return field;
  }

  private static @Nullable Message message(Message.Builder owner, String name) {
    FieldDescriptor field = owner.getDescriptorForType().findFieldByName(name);
    return field != null && owner.hasField(field) ? (Message) owner.getField(field) : null;
  }

  private static String text(Message.Builder owner, String name) {
    FieldDescriptor field = owner.getDescriptorForType().findFieldByName(name);
    return field != null && !field.isRepeated() && owner.getField(field) instanceof String text
        ? text
        : "";
  }
}
