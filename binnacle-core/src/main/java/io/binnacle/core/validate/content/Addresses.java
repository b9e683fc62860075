package io.binnacle.core.validate.content;

import com.google.protobuf.Message;
import io.binnacle.core.message.FieldPath;
import io.binnacle.core.validate.constraint.Constraints;
import io.binnacle.core.validate.constraint.TextForm;
import org.jspecify.annotations.Nullable;

/** Where Envoy takes an IP address and no host name. */
public final class Addresses {

  private Addresses() {}

  /** Whether Envoy can bind or connect to it without asking DNS. */
  static boolean isIp(String text) {
    int zone = text.indexOf('%');
    String address = zone > 0 && text.indexOf(':') >= 0 ? text.substring(0, zone) : text;
    return TextForm.IP.matches(address);
  }

  /**
   * An {@code Address} that nobody resolves.
   *
   * @param otherwise what to write behind "is no IP address", what a host name would need
   */
  static void literal(
      @Nullable Message address, FieldPath path, String otherwise, Constraints.Sink sink) {
    Message socket = address == null ? null : new Fields(address).message("socket_address");
    if (socket == null) {
      return;
    }
    Fields fields = new Fields(socket);
    FieldPath at = path.field("socket_address");
    if (!fields.text("resolver_name").isEmpty()) {
      return; // an extension decides what it accepts
    }
    String text = fields.text("address");
    if (!text.isEmpty() && !isIp(text)) {
      sink.broken(at.field("address"), "'" + text + "' is no IP address" + otherwise);
    }
    if (!fields.text("named_port").isEmpty()) {
      sink.broken(at.field("named_port"), "a port has to be a number here");
    }
  }

  /** A {@code CidrRange}. */
  public static void range(Message range, FieldPath path, Constraints.Sink sink) {
    String prefix = new Fields(range).text("address_prefix");
    if (!prefix.isEmpty() && !isIp(prefix)) {
      sink.broken(path.field("address_prefix"), "'" + prefix + "' is no IP address");
    }
  }

  /** A {@code ClusterLoadAssignment} whose endpoints nobody resolves. */
  public static void literals(
      Message assignment, FieldPath path, String otherwise, Constraints.Sink sink) {
    int locality = 0;
    for (Message endpoints : new Fields(assignment).messages("endpoints")) {
      FieldPath list = path.field("endpoints").item(locality++).field("lb_endpoints");
      int index = 0;
      for (Message endpoint : new Fields(endpoints).messages("lb_endpoints")) {
        endpoint(endpoint, list.item(index++), otherwise, sink);
      }
    }
  }

  /** An {@code LbEndpoint}. */
  public static void endpoint(
      Message member, FieldPath path, String otherwise, Constraints.Sink sink) {
    Message endpoint = new Fields(member).message("endpoint");
    if (endpoint != null) {
      FieldPath at = path.field("endpoint").field("address");
      literal(new Fields(endpoint).message("address"), at, otherwise, sink);
    }
  }
}
