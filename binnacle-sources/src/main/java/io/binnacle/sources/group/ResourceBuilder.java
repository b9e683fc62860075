package io.binnacle.sources.group;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import io.binnacle.core.resource.Origin;
import io.binnacle.core.resource.ReferenceFinder;
import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.validate.IssueKind;
import io.binnacle.core.validate.Validator;
import io.binnacle.sources.group.text.ResourceList;
import io.binnacle.sources.group.text.ResourceText;
import io.binnacle.sources.tree.Keys;
import io.binnacle.text.Findings;
import io.binnacle.text.Position;
import io.binnacle.text.decode.MessageDecoder;
import io.binnacle.text.tree.YamlMap;
import io.binnacle.text.tree.YamlNode;
import io.binnacle.text.tree.YamlScalar;
import io.binnacle.text.types.TypeCatalog;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes one resource of a tree in which no variable is left (G-1). Safe for all threads. */
final class ResourceBuilder {

  private static final String TYPE = "@type";

  private final TypeCatalog types;
  private final MessageDecoder decoder;
  private final WrapperReader wrappers;
  private final ReferenceFinder references;
  private final Validator validator;

  ResourceBuilder(TypeCatalog types, Validator validator) {
    this.types = types;
    this.decoder = new MessageDecoder(types);
    this.wrappers = new WrapperReader(decoder);
    this.references = new ReferenceFinder(types);
    this.validator = validator;
  }

  /** What findings call a resource: {@code clusters/blue}, or its place when it has no name. */
  static String label(ResourceText text, YamlNode node) {
    String name = nameIn(node);
    if (name.isEmpty() && node instanceof YamlMap map) {
      YamlNode inner = Keys.value(map, "resource");
      name = inner == null ? "" : nameIn(inner);
    }
    String list = text.type() == null ? "resources" : ResourceList.keyOf(text.type());
    return name.isEmpty() ? text.place() : list + "/" + name;
  }

  private static String nameIn(YamlNode node) {
    if (node instanceof YamlMap map) {
      for (String key : List.of("name", "cluster_name")) {
        if (Keys.value(map, key) instanceof YamlScalar name && !name.isNull()) {
          return name.text();
        }
      }
    }
    return "";
  }

  /**
   * Makes the resource.
   *
   * @return null when there was an error, which is then in the findings
   */
  @Nullable Resource build(ResourceText text, YamlNode node, Findings findings) {
    return build(text, node, label(text, node), findings);
  }

  /** Makes the resource, which findings call by another label than its own. */
  @Nullable Resource build(ResourceText text, YamlNode node, String label, Findings findings) {
    int before = findings.errorCount();
    Wrapper wrapper = wrappers.read(node, label, findings);
    Message message = message(text, wrapper.resource(), label, findings);
    if (message == null || findings.errorCount() > before) {
      return null;
    }
    Position at = node.position();
    String name = wrapper.name() != null ? wrapper.name() : nameOf(message);
    if (ListenerNames.lacks(message)) {
      if (name.isEmpty()) {
        name = ListenerNames.ofAddress(message);
        reportListenerName(name, at, label, findings);
      }
      message = ListenerNames.named(message, name);
    }
    if (name.isEmpty()) {
      findings.error(IssueKind.GROUP, at, label, "", "has no name" + howToName(message));
      return null;
    }
    try {
      Resource.Builder builder =
          Resource.builder(name, message, references)
              .origin(new Origin(at.file(), at.line(), at.column()));
      if (wrapper.ttl() != null) {
        builder.ttl(wrapper.ttl());
      }
      if (wrapper.constraints() != null) {
        builder.constraints(wrapper.constraints());
      }
      aliases(wrapper, name, message).forEach(builder::alias);
      Resource resource = builder.onDemand(wrapper.onDemand()).build();
      validator
          .validate(resource, message)
          .forEach(i -> findings.add(GroupChecks.finding(i, label, wrapper.resource())));
      return findings.errorCount() > before ? null : resource;
    } catch (IllegalArgumentException e) {
      findings.error(IssueKind.GROUP, at, label, "name", String.valueOf(e.getMessage()));
      return null;
    }
  }

  private static void reportListenerName(
      String name, Position at, String label, Findings findings) {
    if (!name.isEmpty()) {
      findings.warning(
          IssueKind.GROUP,
          at,
          label,
          "",
          "has no name, and is called '" + name + "' after its address; set 'name'");
    }
  }

  private @Nullable Message message(
      ResourceText text, YamlNode node, String label, Findings findings) {
    ResourceType type = text.type();
    if (type == null) {
      return decoder.decodeTyped(node, label, findings);
    }
    if (node instanceof YamlMap map && map.get(TYPE) instanceof YamlScalar written) {
      if (!TypeCatalog.nameOf(written.text()).equals(type.messageName())) {
        findings.error(
            IssueKind.GROUP,
            written.position(),
            label,
            TYPE,
            "'"
                + ResourceList.keyOf(type)
                + "' holds "
                + type.messageName()
                + ", this is another type; put it under 'resources'");
        return null;
      }
      return decoder.decodeTyped(node, label, findings);
    }
    Message prototype = types.find(type.messageName());
    if (prototype == null) {
      throw new IllegalStateException("the Envoy API lacks " + type.messageName());
    }
    return decoder.decode(node, prototype, label, findings);
  }

  private static String nameOf(Message message) {
    FieldDescriptor field = message.getDescriptorForType().findFieldByName("name");
    if (field == null) {
      field = message.getDescriptorForType().findFieldByName("cluster_name");
    }
    boolean isText =
        field != null
            && !field.isRepeated()
            && field.getJavaType() == FieldDescriptor.JavaType.STRING;
    return isText ? (String) message.getField(field) : "";
  }

  private static String howToName(Message message) {
    var descriptor = message.getDescriptorForType();
    if (descriptor.findFieldByName("name") != null) {
      return "; set 'name'";
    }
    return descriptor.findFieldByName("cluster_name") != null
        ? "; set 'cluster_name'"
        : ", and a "
            + descriptor.getName()
            + " has no field for one: write it as {name: ..., resource: {...}}";
  }

  // D-14: a client asks for <route configuration>/<host>; the name begins with the former.
  private static List<String> aliases(Wrapper wrapper, String name, Message message) {
    if (!wrapper.aliases().isEmpty() || !VirtualHostNames.isVirtualHost(message)) {
      return wrapper.aliases();
    }
    return VirtualHostNames.aliases(name, message);
  }
}
