package io.binnacle.core.validate.content;

import com.google.protobuf.Message;
import io.binnacle.core.message.FieldPath;
import io.binnacle.core.validate.constraint.Constraints;

/** The weights of a route's {@code WeightedCluster}. */
public final class Weights {

  private static final long MOST = 0xFFFF_FFFFL;

  private Weights() {}

  public static void addUp(Message weighted, FieldPath path, Constraints.Sink sink) {
    long sum = 0;
    int index = 0;
    boolean complete = true;
    FieldPath clusters = path.field("clusters");
    for (Message cluster : new Fields(weighted).messages("clusters")) {
      Fields fields = new Fields(cluster);
      FieldPath at = clusters.item(index++);
      Message weight = fields.message("weight");
      if (weight == null) {
        sink.broken(at, "has no weight, and Envoy takes none for granted");
        complete = false;
      } else {
        sum += Integer.toUnsignedLong((int) new Fields(weight).number("value"));
      }
      if (fields.text("name").isEmpty() && fields.text("cluster_header").isEmpty()) {
        sink.broken(at, "one of name, cluster_header is required");
      }
    }
    if (index > 0 && complete && sum == 0) {
      sink.broken(clusters, "the weights add up to 0");
    } else if (sum > MOST) {
      sink.broken(clusters, "the weights add up to " + sum + ", at most " + MOST + " is possible");
    }
  }
}
