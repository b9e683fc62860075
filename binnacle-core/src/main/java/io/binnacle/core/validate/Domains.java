package io.binnacle.core.validate;

import com.google.protobuf.Message;
import io.binnacle.core.message.FieldPath;
import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.validate.constraint.Constraints;
import io.binnacle.core.validate.content.Fields;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** V-2: a domain leads to one virtual host of a RouteConfiguration; Envoy refuses a second one. */
final class Domains implements Check {

  /** Within one RouteConfiguration. */
  static void unique(Message routes, FieldPath path, Constraints.Sink sink) {
    Map<String, String> taken = new HashMap<>();
    int host = 0;
    for (Message virtualHost : new Fields(routes).messages("virtual_hosts")) {
      FieldPath at = path.field("virtual_hosts").item(host++);
      unique(virtualHost, at, taken, sink);
    }
  }

  private static void unique(
      Message virtualHost, FieldPath path, Map<String, String> taken, Constraints.Sink sink) {
    Fields fields = new Fields(virtualHost);
    String name = fields.text("name");
    int index = 0;
    for (String domain : fields.texts("domains")) {
      FieldPath at = path.field("domains").item(index++);
      String other = taken.putIfAbsent(domain.toLowerCase(Locale.ROOT), name);
      if (other != null) {
        sink.broken(
            at,
            other.equals(name)
                ? "'" + domain + "' is there twice"
                : "'" + domain + "' is a domain of virtual host '" + other + "' too");
      }
    }
  }

  /** Virtual hosts that are resources of their own belong to the RouteConfiguration they name. */
  @Override
  public void together(Together together, Report report) {
    Map<String, Map<String, String>> takenByRoutes = new HashMap<>();
    for (Resource host : together.of(ResourceType.VIRTUAL_HOST)) {
      int slash = host.name().indexOf('/');
      Message message = slash < 0 ? null : together.messageOf(host);
      if (message != null) {
        Map<String, String> taken =
            takenByRoutes.computeIfAbsent(host.name().substring(0, slash), r -> new HashMap<>());
        unique(
            message,
            FieldPath.ROOT,
            taken,
            (path, what) -> report.error(IssueKind.DOMAIN.id(), host, path, what));
      }
    }
  }
}
