package io.binnacle.sources.group;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import io.binnacle.core.resource.ResourceType;
import java.util.ArrayList;
import java.util.List;

/** The other names of a virtual host that is a resource of its own (D-14). Stateless. */
final class VirtualHostNames {

  private VirtualHostNames() {}

  static boolean isVirtualHost(Message message) {
    return message
        .getDescriptorForType()
        .getFullName()
        .equals(ResourceType.VIRTUAL_HOST.messageName());
  }

  /**
   * {@code <route configuration>/<domain>} for each domain without a glob, as clients ask for it,
   * where the name begins with a route configuration.
   */
  static List<String> aliases(String name, Message virtualHost) {
    int slash = name.indexOf('/');
    FieldDescriptor domains = virtualHost.getDescriptorForType().findFieldByName("domains");
    List<String> aliases = new ArrayList<>();
    if (slash <= 0 || domains == null) {
      return aliases;
    }
    for (Object domain : (List<?>) virtualHost.getField(domains)) {
      String alias = name.substring(0, slash + 1) + domain;
      if (!alias.contains("*") && !alias.equals(name)) {
        aliases.add(alias);
      }
    }
    return aliases;
  }
}
