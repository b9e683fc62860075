package io.binnacle.server.internal.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.binnacle.rules.Rule;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SharedCacheTest {

  private final SharedCache cache = new SharedCache();
  private final List<String> done = new ArrayList<>();

  private String work(String result) {
    done.add(result);
    return result;
  }

  @Test
  @Rule("B-2")
  void workIsDoneOnceForEqualKeys() {
    for (int round = 0; round < 3; round++) {
      for (int key = 0; key < 1_000; key++) {
        String expected = "of " + key;
        assertThat(cache.once(key, () -> work(expected))).isEqualTo(expected);
      }
    }

    assertThat(done).as("each once, also where keys share a place").hasSize(1_000);
  }

  @Test
  void workThatAsksForSharedWorkIsRefusedWhetherThatIsThereOrNot() {
    cache.once("known", () -> work("known"));

    for (String inner : List.of("known", "unknown")) {
      assertThatThrownBy(() -> cache.once("outer", () -> cache.once(inner, () -> work(inner))))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining(inner);
    }
    assertThat(cache.once("outer", () -> work("later"))).as("the next may").isEqualTo("later");
  }

  @Test
  void workThatFailsIsTriedAgain() {
    assertThatThrownBy(
            () ->
                cache.once(
                    "key",
                    () -> {
                      throw new IllegalArgumentException("once");
                    }))
        .isInstanceOf(IllegalArgumentException.class);

    assertThat(cache.once("key", () -> work("well"))).isEqualTo("well");
  }
}
