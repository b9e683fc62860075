package io.binnacle.core.server.internal.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.core.Resources;
import io.binnacle.core.resource.Resource;
import io.binnacle.rules.Rule;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How a response is split by size. */
class PartTest {

  private static List<String> names(int count) {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      names.add("removed-" + (100 + i));
    }
    return names;
  }

  /** Each removal counts as its name and what surrounds it. */
  private static final int OF_ONE = "removed-100".length() + 96;

  @Test
  @Rule("D-11")
  void removalsAreSplitWhereTheBudgetEndsAndEachIsSentOnce() {
    Part whole = Part.of(List.of(), names(5));

    List<Part> parts = whole.split(2 * OF_ONE, null);

    assertThat(parts).extracting(part -> part.removed().size()).containsExactly(2, 2, 1);
    assertThat(parts.stream().flatMap(part -> part.removed().stream())).isEqualTo(names(5));
    assertThat(whole.split(2 * OF_ONE - 1, null)).hasSize(5);
    assertThat(whole.split(5 * OF_ONE, null)).hasSize(1);
  }

  @Test
  @Rule("D-11")
  void removalsShareAResponseWithTheResourcesInFrontOfThem() {
    Resource resource = Resource.of(Resources.cluster("a"));
    int ofResource = resource.packed().getSerializedSize() + 1 + 96;
    Part whole = Part.of(List.of(resource), names(2));

    List<Part> parts = whole.split(ofResource + OF_ONE, null);

    assertThat(parts).hasSize(2);
    assertThat(parts.get(0).resources()).containsExactly(resource);
    assertThat(parts.get(0).removed()).hasSize(1);
    assertThat(parts.get(1).resources()).isEmpty();
    assertThat(parts.get(1).removed()).hasSize(1);
    assertThat(whole.changes()).isEqualTo(3);
  }

  @Test
  @Rule("B-2")
  void smallPartsAreSharedByContentAndLargeOnesAreNot() {
    assertThat(Part.of(List.of(), names(64)).key("1"))
        .isEqualTo(Part.of(List.of(), names(64)).key("1"));
    assertThat(Part.of(List.of(), names(64)).key("1"))
        .isNotEqualTo(Part.of(List.of(), names(64)).key("2"));
    assertThat(Part.of(List.of(), names(65)).key("1")).isNull();
  }
}
