package io.binnacle.text.subst;

import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.rules.Rule;
import io.binnacle.text.Finding;
import io.binnacle.text.Findings;
import io.binnacle.text.tree.SourceText;
import io.binnacle.text.tree.YamlNode;
import io.binnacle.text.tree.YamlWriter;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Rule("G-4")
class SubstitutionTest {

  private static final String VARIABLES =
      """
      port: 8080
      text: hello
      digits: "42"
      flag: true
      none: null
      empty: ""
      nested: {deep: {er: 1.5}, "with.dot": x}
      list: [1, two]
      trap: "${vars.text}"
      """;

  private record Result(YamlNode node, List<String> report, SortedSet<String> used) {}

  private static Result apply(String yaml) {
    Findings findings = new Findings();
    YamlNode variables = SourceText.parse("v.yaml", VARIABLES, findings).get(0);
    YamlNode node =
        SourceText.parse("n.yaml", "id: n-1\nmetadata: {region: eu}\n", findings).get(0);
    Substitution substitution =
        new Substitution(
            Variables.ofTree("vars", variables)
                .orElse(Variables.ofTree("node", node))
                .orElse(Variables.ofEnvironment(Map.of("HOME", "/root", "PORT", "99"))),
            "clusters/a",
            findings);
    YamlNode root = SourceText.parse("f.yaml", yaml, findings).get(0);
    YamlNode result = substitution.apply(root);
    List<String> report = findings.sorted().stream().map(Finding::toString).toList();
    return new Result(result, report, substitution.used());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          ${vars.port}            | 8080
          "${vars.port}"          | 8080
          ${vars.digits}          | "42"
          ${vars.flag}            | true
          ${vars.none}            | null
          ${vars.nested.deep.er}  | 1.5
          ${vars.nested.with.dot} | x
          ${vars.nested.deep}     | {er: 1.5}
          ${vars.list}            | [1, two]
          ${env.HOME}             | /root
          ${env.PORT}             | "99"
          ${node.id}              | n-1
          ${node.metadata.region} | eu
          a-${vars.port}          | a-8080
          "${vars.port}${vars.port}" | "80808080"
          ${vars.text}, ${node.id} | "hello, n-1"
          ${vars.x:-80}           | 80
          "${vars.x:-80}"         | 80
          ${vars.x:-}             | null
          ${vars.empty:-e}        | e
          ${vars.none:-n}         | n
          ${vars.port:-80}        | 8080
          ${vars.x:-${env.HOME}}  | /root
          ${vars.x:-a${vars.y:-b}} | ab
          ${vars.x:-a:-b}         | a:-b
          $${vars.x}              | ${vars.x}
          a$${b}c$${              | a${b}c${
          $$ $1 {x} $             | $$ $1 {x} $
          ${vars.trap}            | "${vars.text}"
          [a, "${vars.port}"]     | [a, 8080]
          {"${vars.text}": 1}     | {hello: 1}
          """)
  void replacesOnTheTreeSoThatTypesSurvive(String text, String expected) {
    Result result = apply("k: " + text);

    YamlNode wanted = SourceText.parse("f.yaml", "k: " + expected, new Findings()).get(0);
    assertThat(result.report()).isEmpty();
    assertThat(YamlWriter.write(result.node())).isEqualTo(YamlWriter.write(wanted));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          ${vars.x}      | f.yaml:1:4: clusters/a: '${vars.x}' has no value, set it or give a default: ${vars.x:-...}
          x${vars.x}y    | f.yaml:1:4: clusters/a: '${vars.x}' has no value, set it or give a default: ${vars.x:-...}
          ${env.NOPE}    | f.yaml:1:4: clusters/a: '${env.NOPE}' has no value, set it or give a default: ${env.NOPE:-...}
          ${node.metadata.zone} | f.yaml:1:4: clusters/a: '${node.metadata.zone}' has no value for this node, give a default: ${node.metadata.zone:-...}
          ${port}        | f.yaml:1:4: clusters/a: '${port}' has no value: variables start with 'vars.', 'env.' or 'node.' (a literal '${' is written '$${')
          ${vars.port    | f.yaml:1:4: clusters/a: '${' has no '}' (a literal '${' is written '$${')
          ${}            | f.yaml:1:4: clusters/a: '${}' is no name of a variable (a literal '${' is written '$${')
          ${a b}         | f.yaml:1:4: clusters/a: '${a b}' is no name of a variable (a literal '${' is written '$${')
          x${vars.list}  | f.yaml:1:4: clusters/a: '${vars.list}' is a list and cannot stand within text; let it be the whole value
          {"${vars.list}": 1} | f.yaml:1:5: clusters/a: a key must be a word, the value of ${vars.list} is a list
          {hello: 1, "${vars.text}": 2} | f.yaml:1:15: clusters/a: after substitution the key 'hello' is there twice in one map
          """)
  void anUnresolvedOneIsAnErrorWithItsPlace(String text, String finding) {
    assertThat(apply("k: " + text).report()).containsExactly(finding);
  }

  @Test
  void defaultsDoNotNestWithoutBound() {
    String nested = "${a:-".repeat(100_000) + "}".repeat(100_000);

    assertThat(apply("k: " + nested).report())
        .containsExactly("f.yaml:1:4: clusters/a: defaults within defaults are nested too deep");
  }

  @Test
  void syntaxErrorInAFlowCollectionSaysHowToWriteIt() {
    Findings findings = new Findings();
    SourceText.parse("f.yaml", "a: {p: ${vars.x}}", findings);

    assertThat(findings.sorted())
        .hasToString(
            "[f.yaml:1:9: expected ',' or '}', but got { (inside of [ ] and { } a ${...} must be in quotes)]");
  }

  @Test
  void tellsWhichVariablesTheTextRefersToSoThatOneRenderServesEqualNodes() {
    String yaml =
        "{a: \"${node.id} ${vars.port}\", b: [\"${node.x:-${env.HOME}}\"], \"${vars.text}\": 1}";

    assertThat(apply(yaml).used())
        .containsExactly("env.HOME", "node.id", "node.x", "vars.port", "vars.text");
  }

  @Test
  void aDefaultThatIsNotNeededForThisNodeIsStillReferredTo() {
    assertThat(apply("a: ${node.id:-${node.cluster:-${env.HOME}}}").used())
        .containsExactly("env.HOME", "node.cluster", "node.id");
  }

  @Test
  void whatIsReplacedStandsWhereItsReferenceStood() {
    YamlNode node = apply("k:\n  - ${vars.nested}").node();

    assertThat(YamlWriter.write(node)).contains("er: 1.5");
    assertThat(node.toString()).contains("YamlMap[position=f.yaml:2:5, entries");
  }

  @Test
  @SuppressWarnings("ReferenceEquality")
  void aTreeWithoutReferencesIsLeftAlone() {
    Findings findings = new Findings();
    YamlNode root = SourceText.parse("f.yaml", "a: [b, {c: d$}]", findings).get(0);

    assertThat(new Substitution(Variables.NONE, "", findings).apply(root)).isSameAs(root);
  }
}
