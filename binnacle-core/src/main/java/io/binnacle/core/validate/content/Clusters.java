package io.binnacle.core.validate.content;

import com.google.protobuf.Message;
import io.binnacle.core.message.FieldPath;
import io.binnacle.core.validate.constraint.Constraints;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Fields of a cluster that contradict one another. */
public final class Clusters {

  private static final String PROVIDED = "CLUSTER_PROVIDED";
  private static final String FORWARD_PROXY = "envoy.extensions.clusters.dynamic_forward_proxy.v3.";

  private static final long USUAL_MINIMUM_OF_RING = 1024;
  private static final long USUAL_MAXIMUM_OF_RING = 8 * 1024 * 1024;

  private Clusters() {}

  public static void consistent(Message cluster, FieldPath path, Constraints.Sink sink) {
    Fields fields = new Fields(cluster);
    boolean custom = fields.message("cluster_type") != null;
    if (!custom) {
      discovery(fields, path, sink);
    }
    policy(fields, custom, path, sink);
    rings(fields, path, sink);
  }

  private static void discovery(Fields fields, FieldPath path, Constraints.Sink sink) {
    String type = fields.text("type");
    Message assignment = fields.message("load_assignment");
    Message eds = fields.message("eds_cluster_config");
    if (type.equals("EDS")) {
      if (eds == null || new Fields(eds).message("eds_config") == null) {
        sink.broken(path, "a cluster of type EDS needs eds_cluster_config.eds_config");
      }
    } else if (eds != null) {
      sink.broken(path.field("eds_cluster_config"), "is for clusters of type EDS, this is " + type);
    }
    FieldPath at = path.field("load_assignment");
    if (type.equals("STATIC") && assignment != null) {
      Addresses.literals(
          assignment, at, ", and a cluster of type STATIC takes no other; STRICT_DNS does", sink);
    } else if (type.equals("ORIGINAL_DST") && assignment != null) {
      sink.broken(at, "a cluster of type ORIGINAL_DST takes none");
    } else if (type.equals("LOGICAL_DNS") && !isOneEndpoint(assignment)) {
      sink.broken(
          assignment == null ? path : at, "a cluster of type LOGICAL_DNS takes just one endpoint");
    }
  }

  private static boolean isOneEndpoint(@Nullable Message assignment) {
    List<Message> localities =
        assignment == null ? List.of() : new Fields(assignment).messages("endpoints");
    return localities.size() == 1
        && new Fields(localities.get(0)).messages("lb_endpoints").size() == 1;
  }

  private static void policy(Fields fields, boolean custom, FieldPath path, Constraints.Sink sink) {
    boolean provided = fields.text("lb_policy").equals(PROVIDED);
    FieldPath at = path.field("lb_policy");
    if (fields.message("load_balancing_policy") != null) {
      return; // which wins over lb_policy
    }
    if (fields.text("lb_policy").equals("LOAD_BALANCING_POLICY_CONFIG")) {
      sink.broken(at, "needs load_balancing_policy");
    }
    if (custom) {
      Message type = fields.message("cluster_type");
      Message config = type == null ? null : new Fields(type).message("typed_config");
      if (!provided
          && config != null
          && new Fields(config).text("type_url").contains(FORWARD_PROXY)) {
        sink.broken(at, "a dynamic forward proxy brings its own policy: " + PROVIDED);
      }
      return;
    }
    boolean original = fields.text("type").equals("ORIGINAL_DST");
    if (original && !provided) {
      sink.broken(at, "a cluster of type ORIGINAL_DST brings its own policy: " + PROVIDED);
    } else if (!original && provided) {
      sink.broken(at, "a cluster of type " + fields.text("type") + " brings no policy of its own");
    }
    Message subsets = fields.message("lb_subset_config");
    if (provided
        && subsets != null
        && !new Fields(subsets).messages("subset_selectors").isEmpty()) {
      sink.broken(path.field("lb_subset_config"), "cannot be combined with " + PROVIDED);
    }
  }

  private static void rings(Fields fields, FieldPath path, Constraints.Sink sink) {
    Message ring = fields.message("ring_hash_lb_config");
    if (ring != null && fields.text("lb_policy").equals("RING_HASH")) {
      long least = new Fields(ring).wrapped("minimum_ring_size", USUAL_MINIMUM_OF_RING);
      long most = new Fields(ring).wrapped("maximum_ring_size", USUAL_MAXIMUM_OF_RING);
      if (least > most) {
        sink.broken(
            path.field("ring_hash_lb_config"),
            "minimum_ring_size is %d, more than maximum_ring_size, which is %d"
                .formatted(least, most));
      }
    }
    Message maglev = fields.message("maglev_lb_config");
    if (maglev != null && fields.text("lb_policy").equals("MAGLEV")) {
      long size = new Fields(maglev).wrapped("table_size", 65_537);
      if (!isPrime(size)) {
        sink.broken(
            path.field("maglev_lb_config").field("table_size"), size + " is no prime number");
      }
    }
  }

  private static boolean isPrime(long number) {
    for (long divisor = 2; divisor * divisor <= number; divisor++) {
      if (number % divisor == 0) {
        return false;
      }
    }
    return number > 1;
  }
}
