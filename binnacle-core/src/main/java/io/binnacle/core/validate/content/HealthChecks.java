package io.binnacle.core.validate.content;

import com.google.protobuf.Message;
import io.binnacle.core.message.FieldPath;
import io.binnacle.core.validate.constraint.Constraints;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The active health checks of a cluster. */
public final class HealthChecks {

  private static final int LEAST_STATUS = 100;
  private static final int MOST_STATUS = 600;

  private HealthChecks() {}

  /** A {@code Cluster}: several checks need names that differ. */
  public static void named(Message cluster, FieldPath path, Constraints.Sink sink) {
    List<Message> checks = new Fields(cluster).messages("health_checks");
    Set<String> names = new HashSet<>();
    for (int i = 0; checks.size() > 1 && i < checks.size(); i++) {
      String name = new Fields(checks.get(i)).text("name");
      FieldPath at = path.field("health_checks").item(i);
      if (name.isEmpty()) {
        sink.broken(at, "has no name, which each one of several health checks needs");
      } else if (!names.add(name)) {
        sink.broken(at.field("name"), "'" + name + "' is the name of another health check too");
      }
    }
  }

  /** An {@code HttpHealthCheck}. */
  public static void statuses(Message check, FieldPath path, Constraints.Sink sink) {
    for (String list : List.of("expected_statuses", "retriable_statuses")) {
      int index = 0;
      for (Message range : new Fields(check).messages(list)) {
        FieldPath at = path.field(list).item(index++);
        long start = new Fields(range).number("start");
        long end = new Fields(range).number("end");
        if (start >= end) {
          sink.broken(at, "holds no status: it begins with " + start + " and ends before " + end);
        } else if (start < LEAST_STATUS || end > MOST_STATUS) {
          sink.broken(at, "a status is from 100 to 599, here " + start + " to " + (end - 1));
        }
      }
    }
  }

  /** A {@code Payload}. */
  public static void hex(Message payload, FieldPath path, Constraints.Sink sink) {
    String text = new Fields(payload).text("text");
    if (!text.matches("([0-9a-fA-F]{2})*")) {
      sink.broken(path.field("text"), "'" + text + "' is not written as pairs of hex digits");
    }
  }
}
