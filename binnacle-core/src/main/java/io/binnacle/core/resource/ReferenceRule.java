package io.binnacle.core.resource;

import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import io.binnacle.core.message.FieldPath;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How a field names a resource; {@link ReferenceTable} says which rule a field has. Stateless. */
interface ReferenceRule {

  /**
   * Tells the walk what the field of this message names, if anything.
   *
   * @param path of the message; null when nobody wants paths
   */
  void apply(Message owner, FieldDescriptor field, @Nullable FieldPath path, ReferenceWalk walk);

  /** The field is a name, or a list of names, of a kind that has no config source of its own. */
  record Named(ResourceType type) implements ReferenceRule {
    @Override
    public void apply(
        Message owner, FieldDescriptor field, @Nullable FieldPath path, ReferenceWalk walk) {
      if (!field.isRepeated()) {
        walk.found(type, textOf(owner, field), true, step(path, field));
        return;
      }
      int index = 0;
      for (Object name : (List<?>) owner.getField(field)) {
        FieldPath list = step(path, field);
        FieldPath item = list == null ? null : list.item(index++);
        walk.found(type, name instanceof String text ? text : "", true, item);
      }
    }
  }

  /**
   * The field is a name, and another field of its message, or one inside of it, says where the
   * resource comes from.
   *
   * @param source fields from the message to the ConfigSource
   * @param only whether the field is no reference at all where there is no ConfigSource
   */
  record Sourced(ResourceType type, boolean only, List<String> source) implements ReferenceRule {
    @Override
    public void apply(
        Message owner, FieldDescriptor field, @Nullable FieldPath path, ReferenceWalk walk) {
      Message config = owner;
      for (String name : source) {
        config = config == null ? null : messageOf(config, name);
      }
      if (config != null || !only) {
        walk.found(type, textOf(owner, field), isSameStream(config), step(path, field));
      }
    }
  }

  /** The assignment of a Cluster of type EDS: of its service name, else of its own. */
  record Assignment() implements ReferenceRule {
    @Override
    public void apply(
        Message owner, FieldDescriptor field, @Nullable FieldPath path, ReferenceWalk walk) {
      if (!(owner.getField(field) instanceof EnumValueDescriptor value)
          || !value.getName().equals("EDS")) {
        return;
      }
      Message config = messageOf(owner, "eds_cluster_config");
      String name = config == null ? "" : textOf(config, "service_name");
      FieldPath at = path;
      if (config != null && !name.isEmpty() && path != null) {
        at = path.field("eds_cluster_config").field("service_name");
      } else if (name.isEmpty()) {
        String own = textOf(owner, "name");
        name = own.isEmpty() ? walk.resourceName() : own;
      }
      Message source = config == null ? null : messageOf(config, "eds_config");
      walk.found(ResourceType.CLUSTER_LOAD_ASSIGNMENT, name, isSameStream(source), at);
    }
  }

  /** The collection of ScopedRouteConfigurations of a listener. */
  record Scopes() implements ReferenceRule {
    @Override
    public void apply(
        Message owner, FieldDescriptor field, @Nullable FieldPath path, ReferenceWalk walk) {
      String locator = textOf(owner, "srds_resources_locator");
      String name = locator.isEmpty() ? ResourceName.WILDCARD : locator;
      boolean sameStream = isSameStream(messageOf(owner, field.getName()));
      walk.found(ResourceType.SCOPED_ROUTE_CONFIGURATION, name, sameStream, step(path, field));
    }
  }

  /** Where the RouteConfigurations come from that the scopes inside of this message name. */
  record SourceOfScopedRoutes() implements ReferenceRule {
    @Override
    public void apply(
        Message owner, FieldDescriptor field, @Nullable FieldPath path, ReferenceWalk walk) {
      walk.scopedRoutesFromSameStream(isSameStream(messageOf(owner, field.getName())));
    }
  }

  /** The RouteConfiguration of a scope. */
  record RoutesOfScope() implements ReferenceRule {
    @Override
    public void apply(
        Message owner, FieldDescriptor field, @Nullable FieldPath path, ReferenceWalk walk) {
      walk.found(
          ResourceType.ROUTE_CONFIGURATION,
          textOf(owner, field),
          walk.scopedRoutesFromSameStream(),
          step(path, field));
    }
  }

  /** Whether a ConfigSource means the stream that brought it; no ConfigSource does. */
  private static boolean isSameStream(@Nullable Message configSource) {
    if (configSource == null) {
      return true;
    }
    for (String other : List.of("api_config_source", "path_config_source", "path")) {
      FieldDescriptor field = configSource.getDescriptorForType().findFieldByName(other);
      if (field != null && configSource.hasField(field)) {
        return false;
      }
    }
    return true;
  }

  private static @Nullable Message messageOf(Message owner, String name) {
    FieldDescriptor field = owner.getDescriptorForType().findFieldByName(name);
    return field != null
            && !field.isRepeated()
            && field.getJavaType() == FieldDescriptor.JavaType.MESSAGE
            && owner.hasField(field)
        ? (Message) owner.getField(field)
        : null;
  }

  private static String textOf(Message owner, String name) {
    FieldDescriptor field = owner.getDescriptorForType().findFieldByName(name);
    return field == null ? "" : textOf(owner, field);
  }

  private static String textOf(Message owner, FieldDescriptor field) {
    return owner.getField(field) instanceof String text ? text : "";
  }

  private static @Nullable FieldPath step(@Nullable FieldPath path, FieldDescriptor field) {
    return path == null ? null : path.field(field.getName());
  }
}
