package io.binnacle.core.validate;

import com.google.protobuf.Message;
import io.binnacle.core.message.FieldPath;
import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.validate.content.Fields;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * V-2: listeners that collide on an address, which Envoy refuses whether they bind it or not. Port
 * 0 is another one for each listener that binds it.
 */
final class ListenerAddresses implements Check {

  @Override
  public void together(Together together, Report report) {
    Map<String, Resource> taken = new HashMap<>();
    for (Resource listener : together.of(ResourceType.LISTENER)) {
      Message message = together.messageOf(listener);
      if (message == null) {
        continue;
      }
      addressesOf(message)
          .forEach(
              (address, path) -> {
                Resource other = taken.putIfAbsent(address, listener);
                if (other != null && !other.plainName().equals(listener.plainName())) {
                  String place = other.origin() == null ? "" : ", at " + other.origin();
                  report.error(
                      IssueKind.LISTENER_ADDRESS.id(),
                      listener,
                      path,
                      address + " is taken by listener '" + other.name() + "'" + place);
                }
              });
    }
  }

  private static Map<String, FieldPath> addressesOf(Message listener) {
    Map<String, FieldPath> addresses = new LinkedHashMap<>();
    Fields fields = new Fields(listener);
    boolean binds = fields.wrapped("bind_to_port", true);
    add(fields.message("address"), FieldPath.ROOT.field("address"), binds, addresses);
    FieldPath list = FieldPath.ROOT.field("additional_addresses");
    int index = 0;
    for (Message additional : fields.messages("additional_addresses")) {
      FieldPath path = list.item(index++).field("address");
      add(new Fields(additional).message("address"), path, binds, addresses);
    }
    return addresses;
  }

  private static void add(
      @Nullable Message address, FieldPath path, boolean binds, Map<String, FieldPath> addresses) {
    Message socket = address == null ? null : new Fields(address).message("socket_address");
    Message pipe = address == null ? null : new Fields(address).message("pipe");
    if (socket != null) {
      Fields fields = new Fields(socket);
      long port = fields.number("port_value");
      String named = fields.text("named_port");
      if (port != 0 || !named.isEmpty() || !binds) {
        addresses.putIfAbsent(
            fields.text("address")
                + ":"
                + (named.isEmpty() ? Long.toString(port) : named)
                + (fields.text("protocol").equals("UDP") ? "/udp" : ""),
            path.field("socket_address"));
      }
    } else if (pipe != null) {
      addresses.putIfAbsent(new Fields(pipe).text("path"), path.field("pipe"));
    }
  }
}
