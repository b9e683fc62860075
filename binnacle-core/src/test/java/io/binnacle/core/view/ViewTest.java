package io.binnacle.core.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.core.resource.ResourceType;
import io.binnacle.rules.Rule;
import org.junit.jupiter.api.Test;

class ViewTest {

  /** Break: make a new view each time; a stream then never comes to rest while something waits. */
  @Test
  @Rule("T-2")
  void aTypeThatAViewDoesNotHaveIsTheSameEmptyViewEachTime() {
    TypeView once = View.empty().type(ResourceType.of("type.googleapis.com/no.such.Type"));
    TypeView again =
        View.of(Snapshot.of()).type(ResourceType.of("type.googleapis.com/no.such.Type"));

    assertThat(again).isSameAs(once);
    assertThat(View.empty().type(ResourceType.of("type.googleapis.com/no.other.Type")))
        .isNotSameAs(once);
    assertThat(View.empty().type(ResourceType.CLUSTER))
        .isSameAs(View.of(Snapshot.of()).type(ResourceType.CLUSTER));
  }
}
