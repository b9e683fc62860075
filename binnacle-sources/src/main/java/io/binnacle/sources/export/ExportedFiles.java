package io.binnacle.sources.export;

import static java.util.Objects.requireNonNull;

import com.google.protobuf.Any;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import io.binnacle.core.message.MessageTypes;
import io.binnacle.core.resource.ContentHash;
import io.binnacle.core.resource.ParameterConstraints;
import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceName;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.view.Snapshot;
import io.envoyproxy.envoy.config.endpoint.v3.ClusterLoadAssignment;
import io.envoyproxy.envoy.config.route.v3.RouteConfiguration;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryResponse;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The files of one snapshot: what Envoy subscribes to as a whole in one file, everything else in
 * one file for each resource, since Envoy refuses a file with more or others (ED-107).
 *
 * <p>In the order in which they are to be written: what is referred to goes first. A file that
 * something refers to is always there: Envoy refuses a resource whose file is missing. Made for one
 * snapshot, used by one thread.
 */
final class ExportedFiles {

  private static final List<ResourceType> ONE_EACH =
      List.of(
          ResourceType.RUNTIME,
          ResourceType.SECRET,
          ResourceType.TYPED_EXTENSION_CONFIG,
          ResourceType.CLUSTER_LOAD_ASSIGNMENT,
          ResourceType.ROUTE_CONFIGURATION);

  /** Written into other resources, for lack of a way to follow them from a file. */
  private static final Set<ResourceType> INLINED =
      Set.of(ResourceType.VIRTUAL_HOST, ResourceType.LB_ENDPOINT);

  private record Referred(ResourceType type, String name) {}

  private final Snapshot snapshot;
  private final MessageTypes types;
  private final FileNames names;
  private final PathSources sources;
  private final Set<Referred> referred = new LinkedHashSet<>();
  private final List<String> problems = new ArrayList<>();
  private final Map<String, DiscoveryResponse> files = new LinkedHashMap<>();

  /**
   * Lays out a snapshot.
   *
   * @param seenAs the directory as Envoy sees it
   * @throws IllegalArgumentException when a resource cannot be read; the message says which and why
   */
  ExportedFiles(Snapshot snapshot, MessageTypes types, FileNames names, String seenAs) {
    this.snapshot = forNoParameters(snapshot);
    this.types = types;
    this.names = names;
    this.sources =
        new PathSources(
            types,
            new PathSources.Files() {
              @Override
              public String ofOne(ResourceType type, String name) {
                referred.add(new Referred(type, name));
                return seenAs + "/" + names.ofOne(type, name);
              }

              @Override
              public String ofAll(ResourceType type) {
                return seenAs + "/" + names.ofAll(type);
              }
            },
            this::members);
    build();
  }

  /** D-16: files are read by clients that have no parameters; of variants they get theirs. */
  private static Snapshot forNoParameters(Snapshot snapshot) {
    Snapshot.Builder plain = Snapshot.builder();
    for (ResourceType type : snapshot.types()) {
      for (Resource resource : snapshot.resources(type).values()) {
        if (resource.isFor(Map.of())) {
          plain.add(resource.withConstraints(ParameterConstraints.and()));
        }
      }
    }
    return plain.build();
  }

  private void build() {
    Map<String, DiscoveryResponse> whole = new LinkedHashMap<>();
    // laid out first, since they name what is referred to; written last
    whole.put(
        names.ofAll(ResourceType.SCOPED_ROUTE_CONFIGURATION),
        all(ResourceType.SCOPED_ROUTE_CONFIGURATION));
    whole.put(names.ofAll(ResourceType.CLUSTER), all(ResourceType.CLUSTER));
    whole.put(names.ofAll(ResourceType.LISTENER), all(ResourceType.LISTENER));
    for (ResourceType type : ONE_EACH) {
      for (Resource resource : new TreeMap<>(snapshot.resources(type)).values()) {
        put(type, resource.name(), rewritten(resource));
      }
    }
    List.copyOf(referred).forEach(this::addMissing);
    files.putAll(whole);
    for (ResourceType type : snapshot.types()) {
      if (!ONE_EACH.contains(type)
          && !INLINED.contains(type)
          && !files.containsKey(names.ofAll(type))) {
        problems.add(type.typeUrl() + " cannot be followed from files, and is left out");
      }
    }
  }

  private DiscoveryResponse all(ResourceType type) {
    List<Message> messages = new ArrayList<>();
    for (Resource resource : new TreeMap<>(snapshot.resources(type)).values()) {
      messages.add(
          type.equals(ResourceType.SCOPED_ROUTE_CONFIGURATION)
              ? withItsRoutes(resource)
              : rewritten(resource));
    }
    return response(type, messages);
  }

  /**
   * One config source stands for the routes of all scopes, so these are written into the scopes.
   */
  private Message withItsRoutes(Resource resource) {
    Message scope = rewritten(resource);
    // by its fields, since it may be a message of newer descriptors than the class has
    FieldDescriptor byName = field(scope, "route_configuration_name");
    FieldDescriptor inline = field(scope, "route_configuration");
    if (scope.hasField(inline)) {
      return scope;
    }
    String name = String.valueOf(scope.getField(byName));
    Resource routes = snapshot.resources(ResourceType.ROUTE_CONFIGURATION).get(name);
    RouteConfiguration missing = RouteConfiguration.newBuilder().setName(name).build();
    if (routes == null) {
      problems.add("scope " + resource.name() + " names routes " + name + ", which are not there");
    }
    Message content = routes == null ? missing : rewritten(routes);
    Message.Builder built = scope.toBuilder().clearField(byName);
    try {
      built.setField(
          inline, built.newBuilderForField(inline).mergeFrom(content.toByteString()).build());
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalArgumentException(routes + " cannot be read: " + e.getMessage(), e);
    }
    return built.build();
  }

  private static FieldDescriptor field(Message message, String name) {
    return requireNonNull(message.getDescriptorForType().findFieldByName(name), name);
  }

  private void put(ResourceType type, String name, Message message) {
    files.put(names.ofOne(type, name), response(type, List.of(message)));
  }

  private void addMissing(Referred to) {
    if (files.containsKey(names.ofOne(to.type(), to.name()))) {
      return;
    }
    String what = to.type() + " " + to.name() + " is referred to and does not exist";
    if (to.type().equals(ResourceType.CLUSTER_LOAD_ASSIGNMENT)) {
      put(
          to.type(),
          to.name(),
          ClusterLoadAssignment.newBuilder().setClusterName(to.name()).build());
      problems.add(what + "; its file has no endpoints");
    } else if (to.type().equals(ResourceType.ROUTE_CONFIGURATION)) {
      put(to.type(), to.name(), RouteConfiguration.newBuilder().setName(to.name()).build());
      problems.add(what + "; its file has no virtual hosts");
    } else {
      problems.add(what + "; Envoy will refuse what refers to it");
    }
  }

  private Message rewritten(Resource resource) {
    return sources.rewritten(read(resource), resource.type() + " " + resource.name());
  }

  private Message read(Resource resource) {
    String name = resource.type() + " " + resource.name();
    Message prototype = types.find(resource.packed().getTypeUrl());
    if (prototype == null) {
      throw new IllegalArgumentException(
          name + " is a " + resource.packed().getTypeUrl() + ", which is not known here");
    }
    try {
      return prototype.getParserForType().parseFrom(resource.packed().getValue());
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalArgumentException(name + " cannot be read: " + e.getMessage(), e);
    }
  }

  private List<Message> members(ResourceType type, String prefixOrGlob) {
    List<Message> members = new ArrayList<>();
    for (Resource resource : new TreeMap<>(snapshot.resources(type)).values()) {
      boolean is =
          type.equals(ResourceType.LB_ENDPOINT)
              ? prefixOrGlob.equals(ResourceName.collectionOf(resource.name()))
              : resource.name().startsWith(prefixOrGlob);
      if (is) {
        members.add(rewritten(resource));
      }
    }
    return members;
  }

  private static DiscoveryResponse response(ResourceType type, List<Message> messages) {
    DiscoveryResponse.Builder response = DiscoveryResponse.newBuilder().setTypeUrl(type.typeUrl());
    List<String> content = new ArrayList<>();
    for (Message message : messages) {
      Any packed =
          Any.newBuilder().setTypeUrl(type.typeUrl()).setValue(message.toByteString()).build();
      response.addResources(packed);
      content.add(packed.getValue().toStringUtf8());
    }
    return response.setVersionInfo(ContentHash.of(content).toVersion()).build();
  }

  /** What stands in which file, by its path below the directory, in the order of writing. */
  Map<String, DiscoveryResponse> files() {
    return files;
  }

  /** What Envoy will not follow, or not take. */
  List<String> problems() {
    List<String> all = new ArrayList<>(problems);
    sources.problems().stream().distinct().forEach(all::add);
    return all;
  }
}
