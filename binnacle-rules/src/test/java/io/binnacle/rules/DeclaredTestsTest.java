package io.binnacle.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;

class DeclaredTestsTest {

  /** A property that lost its annotation: no engine takes its method for a test. */
  static class ForgottenFixture {
    @Rule("A-2")
    void isNoTest() {}

    void namesNoRule() {}
  }

  /** Break: look at annotated tests only. */
  @Test
  void aMethodThatNamesRulesIsFoundThoughItIsNoTest() {
    URI root =
        URI.create(
            DeclaredTestsTest.class.getProtectionDomain().getCodeSource().getLocation().toString());

    assertThat(DeclaredTests.below(List.of(root), name -> name.contains("ForgottenFixture")))
        .containsExactly(ForgottenFixture.class.getName() + "#isNoTest");
  }
}
