package io.binnacle.core.validate.content;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.re2j.Pattern;
import io.binnacle.core.message.FieldPath;
import io.binnacle.core.validate.constraint.Constraints;
import io.binnacle.rules.Rule;
import io.envoyproxy.envoy.type.matcher.v3.RegexMatcher;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RegexSizeTest {

  private static List<String> findings(String regex) {
    List<String> found = new ArrayList<>();
    Regexes.readable(
        RegexMatcher.newBuilder().setRegex(regex).build(),
        FieldPath.ROOT,
        new Constraints.Sink() {
          @Override
          public void broken(FieldPath path, String message) {
            found.add("error: " + path + ": " + message);
          }

          @Override
          public void doubtful(FieldPath path, String message) {
            found.add("warning: " + path + ": " + message);
          }
        });
    return found;
  }

  /** Break: {@code Regexes.readable} compiles what it is given: memory runs out. */
  @Test
  @Rule("V-2")
  void aSmallTextThatIsAHugeProgramIsNotCompiled() {
    assertThat(findings("((a{1000}){1000}){1000}"))
        .singleElement()
        .asString()
        .startsWith("error: regex: '((a{1000}){1000}){1000}' is too large for RE2")
        .contains("repeated 1000000000 times");
    assertThat(findings("(a{100}){11}")).singleElement().asString().startsWith("error: ");
    assertThat(findings("a{1000}".repeat(1000))).singleElement().asString().contains("parts");
    assertThat(findings("(".repeat(100_000))).singleElement().asString().contains("deep");
    assertThat(findings("(?:" + "[a-z]{9}".repeat(111) + "){1000}"))
        .singleElement()
        .asString()
        .contains("is repeated");
  }

  @Test
  @Rule("V-2")
  void whatAnEnvoyMayFindTooLargeIsAWarning() {
    // Break: leave out the comparison with ENVOY_DEFAULT
    assertThat(findings("a{90}")).isEmpty();
    assertThat(findings("a{110}"))
        .singleElement()
        .asString()
        .startsWith("warning: regex: 'a{110}' compiles to about")
        .contains("re2.max_program_size.error_level");
    assertThat(findings("a{10}{20}")).singleElement().asString().contains("nested repetition");
  }

  /** What is repeated by a number, in all the places where a brace or a parenthesis is none. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "a{5}b{3,7}c{2,}",
        "(?:ab{2}){3}",
        "\\(a{2}\\)",
        "[(){5}]{3}",
        "[]({9}]",
        "[^]{3}]a",
        "\\Qa{900}(\\E",
        "\\x{1F600}{4}",
        "\\pN{3}",
        "\\p{Greek}{2}",
        "x{a}",
        "[[:alpha:]]{5}",
        "(?P<name>a{3})",
        "a|b{4}|(c|d){5}"
      })
  void isAboutWhatTheProgramHas(String regex) {
    RegexSize.Size size = RegexSize.of(regex);
    int steps = Pattern.compile(regex).programSize();

    assertThat(size.steps()).isBetween(steps / 3.0, steps * 3.0);
    assertThat(size.repeated()).isLessThanOrEqualTo(10);
  }

  @Test
  void repetitionsInOneAnotherMultiply() {
    assertThat(RegexSize.of("((a{2}b{3}){4}c{5}){6}").repeated()).isEqualTo(72);
    assertThat(RegexSize.of("a{2}b{3}").repeated()).isEqualTo(3);
    assertThat(RegexSize.of("(a{2,}){3,}").repeated()).isEqualTo(6);
    assertThat(RegexSize.of("(a*)+?").repeated()).isEqualTo(1);
  }
}
