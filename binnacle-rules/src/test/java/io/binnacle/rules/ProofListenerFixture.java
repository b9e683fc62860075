package io.binnacle.rules;

import static org.junit.jupiter.api.Assertions.fail;

import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Run by {@link ProofListenerTest} only; its name keeps it out of the build's own run. */
@Rule("A-1")
class ProofListenerFixture {
  @Test
  @Rule({"B-1", "B-2"})
  void passes() {}

  @Test
  @Rule("B-3")
  void fails() {
    fail("on purpose");
  }

  @Test
  @Rule("B-4")
  @Disabled("on purpose")
  void isDisabled() {}

  @Test
  @Rule("B-5")
  void isAborted() {
    Assumptions.abort("on purpose");
  }

  @ParameterizedTest
  @Rule("B-6")
  @ValueSource(ints = {1, 2})
  void passesTwice(int number) {}

  @ParameterizedTest
  @Rule("B-7")
  @ValueSource(ints = {1, 2})
  void passesOnceOnly(int number) {
    if (number == 2) {
      fail("on purpose");
    }
  }

  @TestFactory
  @Rule("B-8")
  Stream<DynamicTest> makesTests() {
    return Stream.of(DynamicTest.dynamicTest("one", () -> {}));
  }

  @TestFactory
  @Rule("B-9")
  Stream<DynamicTest> makesNoTests() {
    return Stream.of();
  }

  private final Evidence evidence = Evidence.ofThisTest();

  @ParameterizedTest
  @Covers("CDS")
  @EnumSource(names = {"REST", "FETCH"})
  void serves(Delivery how) {
    evidence.served(Delivery.FILES);
    evidence.delivered(how, "CDS");
  }

  @Nested
  @Rule("B-10")
  class Inner {
    @Test
    void passesToo() {}
  }
}
