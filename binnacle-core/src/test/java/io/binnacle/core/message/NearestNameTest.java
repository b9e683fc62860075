package io.binnacle.core.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestNameTest {

  @ParameterizedTest
  @CsvSource({
    "'', '', 0",
    "a, '', 1",
    "kitten, sitting, 3",
    "abcd, abdc, 1",
    "adress, address, 1",
    "ca, abc, 3",
    "same, same, 0"
  })
  void distanceCountsEditsAndSwaps(String a, String b, int distance) {
    assertThat(NearestName.distance(a, b)).isEqualTo(distance);
    assertThat(NearestName.distance(b, a)).isEqualTo(distance);
  }

  @Test
  void caseAndUnderscoresAreNoDistance() {
    assertThat(NearestName.among(List.of("load_assignment", "load_balance"), "LoadAssignment"))
        .isEqualTo("load_assignment");
  }

  @Test
  void aNameThatIsFarFromAllHasNone() {
    assertThat(NearestName.hint(List.of("address", "name"), "zzzzzz")).isEmpty();
  }

  @Test
  void theFirstByAlphabetWinsATie() {
    assertThat(NearestName.among(List.of("nane", "name"), "nave")).isEqualTo("name");
  }
}
