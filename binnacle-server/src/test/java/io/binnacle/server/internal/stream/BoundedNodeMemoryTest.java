package io.binnacle.server.internal.stream;

import static io.binnacle.core.resource.ResourceType.CLUSTER;
import static io.binnacle.core.resource.ResourceType.LISTENER;
import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.rules.Rule;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BoundedNodeMemoryTest {

  private final BoundedNodeMemory memory = new BoundedNodeMemory();

  private static List<String> names(int number) {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < number; i++) {
      names.add("c" + i);
    }
    return names;
  }

  /** Break: {@code RememberedNode.keptUntil} gives {@code until} in place of {@code first}. */
  @Test
  @Rule("O-9")
  void firstTimeThatWasSetForAClusterHoldsForItsNode() {
    assertThat(memory.keptUntil("node", "a", 900, 0)).isEqualTo(900);
    assertThat(memory.keptUntil("node", "a", 1000, 100)).isEqualTo(900);
    assertThat(memory.keptUntil("node", "a", 9000, 8100)).isEqualTo(900);

    assertThat(memory.keptUntil("node", "b", 1000, 100)).isEqualTo(1000);
    assertThat(memory.keptUntil("other", "a", 1000, 100)).isEqualTo(1000);
  }

  /** Break: {@code RememberedNode.areBack} does nothing. */
  @Test
  @Rule("O-9")
  void clusterThatExistsAgainIsForgotten() {
    memory.keptUntil("node", "a", 900, 0);
    memory.keptUntil("node", "b", 900, 0);
    memory.areBack("node", "a"::equals);

    assertThat(memory.keptUntil("node", "a", 1000, 1)).isEqualTo(1000);
    assertThat(memory.keptUntil("node", "b", 1000, 1)).isEqualTo(900);
  }

  /** Break: {@code RememberedNode.keptUntil} or {@code rejected} without {@code MOST_NAMES}. */
  @Test
  @Rule({"O-9", "S-15"})
  void thousandNamesOfANodeAreRememberedAndNoMore() {
    names(1_001).forEach(name -> memory.keptUntil("node", name, 900, 0));
    memory.rejected("node", LISTENER, names(1_001));

    assertThat(memory.keptUntil("node", "c999", 1000, 1)).isEqualTo(900);
    assertThat(memory.keptUntil("node", "c1000", 1000, 1)).isEqualTo(1000);
    assertThat(memory.rejectedNames("node", LISTENER)).hasSize(1_000);
  }

  /** Break: {@code RememberedNode.keptUntil} never calls {@code forgetKept}. */
  @Test
  @Rule("O-9")
  void whatIsOverMakesRoomForMore() {
    names(1_000).forEach(name -> memory.keptUntil("node", name, 900, 0));

    assertThat(memory.keptUntil("node", "more", 2000, 901)).isEqualTo(2000);
    assertThat(memory.keptUntil("node", "more", 3000, 902)).isEqualTo(2000);
  }

  /** Break: {@code RememberedNode.bytes} is 1. */
  @Test
  @Rule({"O-9", "S-15", "B-3"})
  void nodesThatMakeUpNamesCostNoMoreThanTheBound() {
    BoundedNodeMemory small = new BoundedNodeMemory(100_000);
    for (int i = 0; i < 1_000; i++) {
      small.keptUntil("node" + i, "x".repeat(1_000), 900, 0);
      small.rejected("node" + i, CLUSTER, List.of("y".repeat(1_000)));
    }
    small.cleanUp();

    long remembered = 0;
    for (int i = 0; i < 1_000; i++) {
      remembered += small.rejectedNames("node" + i, CLUSTER).size();
    }
    assertThat(remembered).isPositive().isLessThan(50);
  }

  /** Break: {@code RememberedNode.settled} takes nothing away. */
  @Test
  @Rule("S-15")
  void whatWasAcceptedIsForgotten() {
    memory.rejected("node", CLUSTER, List.of("a", "b"));
    memory.settled("node", CLUSTER, List.of("a", "c"));

    assertThat(memory.rejectedNames("node", CLUSTER)).containsExactly("b");
    assertThat(memory.rejectedNames("node", LISTENER)).isEmpty();
    assertThat(memory.rejectedNames("other", CLUSTER)).isEmpty();
  }
}
