package io.binnacle.sources.group;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import io.binnacle.core.resource.ResourceType;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Names for listeners without one, for which Envoy makes a random one. Over xDS a name must be the
 * same at each reload, so it is that of the address: {@code 127.0.0.1_10000}, {@code
 * 0.0.0.0_443_udp}, {@code [::1]_http}, or the path of a pipe. Stateless.
 */
final class ListenerNames {

  private static final Pattern OF_ADDRESS = Pattern.compile("/.*|.+_[0-9]+(_udp)?");

  private ListenerNames() {}

  /** Whether it is a listener, and has none. */
  static boolean lacks(Message message) {
    return message.getDescriptorForType().getFullName().equals(ResourceType.LISTENER.messageName())
        && text(message, "name").isEmpty();
  }

  /** The name that its address gives a listener; empty when it has no address to listen at. */
  static String ofAddress(Message listener) {
    Message address = message(listener, "address");
    Message socket = address == null ? null : message(address, "socket_address");
    if (socket != null) {
      return ofSocket(socket);
    }
    Message pipe = address == null ? null : message(address, "pipe");
    return pipe == null ? "" : text(pipe, "path");
  }

  /** Whether a listener may have this name from its address. */
  static boolean isOfAddress(ResourceType type, String name) {
    return type.equals(ResourceType.LISTENER) && OF_ADDRESS.matcher(name).matches();
  }

  /** The same listener with this name, which an Envoy makes up at random where there is none. */
  static Message named(Message listener, String name) {
    return listener.toBuilder().setField(field(listener, "name"), name).build();
  }

  private static String ofSocket(Message socket) {
    String address = text(socket, "address");
    if (address.isEmpty()) {
      return "";
    }
    String port = text(socket, "named_port");
    if (port.isEmpty()) {
      port = Integer.toUnsignedString((Integer) socket.getField(field(socket, "port_value")));
    }
    String host = address.indexOf(':') >= 0 ? "[" + address + "]" : address;
    String udp = text(socket, "protocol").equals("UDP") ? "_udp" : "";
    return host + "_" + port + udp;
  }

  private static String text(Message message, String name) {
    return message.getField(field(message, name)).toString();
  }

  private static @Nullable Message message(Message outer, String name) {
    FieldDescriptor field = field(outer, name);
    return outer.hasField(field) ? (Message) outer.getField(field) : null;
  }

  private static FieldDescriptor field(Message message, String name) {
    FieldDescriptor field = message.getDescriptorForType().findFieldByName(name);
    if (field == null) {
      throw new IllegalStateException(
          message.getDescriptorForType().getFullName() + " has no field " + name);
    }
    return field;
  }
}
