package io.binnacle.core.validate.content;

import com.google.protobuf.Message;
import io.binnacle.core.message.FieldPath;
import io.binnacle.core.validate.constraint.Constraints;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Fields of routes that contradict one another. */
public final class Routes {

  private static final List<String> REWRITES =
      List.of("prefix_rewrite", "regex_rewrite", "path_rewrite_policy");

  private Routes() {}

  /** A {@code RouteAction}. */
  public static void action(Message action, FieldPath path, Constraints.Sink sink) {
    Fields fields = new Fields(action);
    List<String> set =
        REWRITES.stream()
            .filter(name -> !fields.text(name).isEmpty() || fields.message(name) != null)
            .toList();
    if (set.size() > 1) {
      sink.broken(path.field(set.get(1)), "stands beside " + set.get(0) + ", only one may");
    }
    upgrades(action, path, sink);
  }

  /** Of a route or an {@code HttpConnectionManager}: letters' case does not count. */
  public static void upgrades(Message owner, FieldPath path, Constraints.Sink sink) {
    Set<String> taken = new HashSet<>();
    int index = 0;
    for (Message upgrade : new Fields(owner).messages("upgrade_configs")) {
      String type = new Fields(upgrade).text("upgrade_type");
      FieldPath at = path.field("upgrade_configs").item(index++).field("upgrade_type");
      if (!taken.add(type.toLowerCase(Locale.ROOT))) {
        sink.broken(at, "'" + type + "' is there twice");
      }
    }
  }

  /** A {@code RetryBackOff}. */
  public static void backOff(Message backOff, FieldPath path, Constraints.Sink sink) {
    Duration base = duration(new Fields(backOff).message("base_interval"));
    Duration most = duration(new Fields(backOff).message("max_interval"));
    if (base != null && most != null && most.compareTo(base) < 0) {
      sink.broken(path.field("max_interval"), "is less than base_interval");
    }
  }

  /** A {@code TokenBucket} of a local rate limit. */
  public static void bucket(Message limit, FieldPath path, Constraints.Sink sink) {
    Message bucket = new Fields(limit).message("token_bucket");
    Duration interval =
        bucket == null ? null : duration(new Fields(bucket).message("fill_interval"));
    if (interval != null && interval.compareTo(Duration.ofMillis(50)) < 0) {
      sink.broken(path.field("token_bucket").field("fill_interval"), "must be at least 50 ms");
    }
  }

  private static @Nullable Duration duration(@Nullable Message message) {
    return message == null
        ? null
        : Duration.ofSeconds(
            new Fields(message).number("seconds"), new Fields(message).number("nanos"));
  }
}
