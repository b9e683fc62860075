package io.binnacle.core.validate;

import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.core.resource.Reference;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.rules.Rule;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class HintsTest {

  private static final int NAMES = 20_000;

  private final Hints hints = new Hints();
  private final Set<String> names = new TreeSet<>();

  HintsTest() {
    for (int i = 0; i < NAMES; i++) {
      names.add("cluster-" + i);
    }
  }

  private String hint(String wrong) {
    return hints.of(new Reference(ResourceType.CLUSTER, wrong), names);
  }

  @Test
  @Rule("V-3")
  void theFirstOfVeryManyGetAHintAndTheOthersNoneSinceEachCostsAsMuchAsThereAreNames() {
    assertThat(hint("clutser-7")).isEqualTo(", did you mean 'cluster-7'?");
    int hinted = 0;
    for (int i = 0; i < 300; i++) {
      hinted += hint("clutser-" + i).isEmpty() ? 0 : 1;
    }

    assertThat(hinted).isEqualTo(100);
    assertThat(hint("clutser-7")).as("one that is known already").contains("'cluster-7'");
  }
}
