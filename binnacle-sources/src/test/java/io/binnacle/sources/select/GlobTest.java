package io.binnacle.sources.select;

import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.rules.Rule;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Rule("G-3")
class GlobTest {

  @ParameterizedTest
  @CsvSource({
    "edge, edge, true",
    "edge, edge-1, false",
    "'', '', true",
    "'', a, false",
    "*, '', true",
    "*, anything, true",
    "eu-*, eu-west, true",
    "eu-*, eu-, true",
    "eu-*, us-west, false",
    "*-1, edge-1, true",
    "*-1, edge-1-1, true",
    "*-1, edge-12, false",
    "a*b*c, abc, true",
    "a*b*c, aXbYbZc, true",
    "a*b*c, acb, false",
    "a**b, ab, true",
    "a.c, abc, false",
    "[a], [a], true",
  })
  void aStarStandsForAnyRunOfCharacters(String pattern, String text, boolean matches) {
    assertThat(new Glob(pattern).matches(text)).isEqualTo(matches);
  }

  @ParameterizedTest
  @CsvSource({
    "edge, edge, true",
    "edge, core, false",
    "*, edge, true",
    "eu-*, *-1, true",
    "eu-*, us-*, false",
    "a*c, abd, false",
    "a*c, *b*, true",
    "a*, *a, true",
    "*a*, b, false",
    "a*b, a*c, false",
    "'', *, true",
    "'', a*, false",
  })
  void twoOverlapWhenATextMatchesBoth(String a, String b, boolean overlap) {
    assertThat(new Glob(a).overlaps(new Glob(b))).isEqualTo(overlap);
    assertThat(new Glob(b).overlaps(new Glob(a))).isEqualTo(overlap);
  }
}
