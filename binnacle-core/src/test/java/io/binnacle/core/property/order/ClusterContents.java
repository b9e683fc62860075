package io.binnacle.core.property.order;

import com.google.protobuf.Message;
import io.binnacle.core.Resources;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The clusters that there may be in an {@link OrderWorld}, and what is in them, at random. */
final class ClusterContents {

  private static final int PLAIN_KINDS = 5;

  private final Random random;
  private final int count;
  private final int kinds;

  /**
   * Of some names.
   *
   * @param count how many clusters there may be
   * @param aggregates whether some are made of others
   */
  ClusterContents(Random random, int count, boolean aggregates) {
    this.random = random;
    this.count = count;
    this.kinds = aggregates ? PLAIN_KINDS + 2 : PLAIN_KINDS;
  }

  String one() {
    return "c" + random.nextInt(count);
  }

  /** The names of one or two. */
  Set<String> some() {
    Set<String> some = new TreeSet<>();
    some.add(one());
    if (random.nextInt(3) == 0) {
      some.add(one());
    }
    return some;
  }

  /** A cluster of any kind. */
  Message any(String name, String content) {
    int kind = random.nextInt(kinds);
    Set<String> members = kind < PLAIN_KINDS ? Set.of() : membersOf(name);
    return members.isEmpty()
        ? of(name, content, kind)
        : Resources.aggregateCluster(name, content, members);
  }

  /** A cluster that is no aggregate. */
  Message plain(String name, String content) {
    return of(name, content, random.nextInt(PLAIN_KINDS));
  }

  private static Message of(String name, String content, int kind) {
    return switch (kind) {
      case 0 -> Resources.cluster(name, content);
      case 1 -> Resources.edsCluster(name, "s0", content);
      case 2 -> Resources.edsCluster(name, "s1", content);
      default -> Resources.edsCluster(name, content);
    };
  }

  /** Of higher numbers, so that none is made of itself. */
  private Set<String> membersOf(String name) {
    return some().stream()
        .filter(member -> member.compareTo(name) > 0)
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
