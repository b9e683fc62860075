package io.binnacle.text.tree;

import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.rules.Rule;
import io.binnacle.text.Finding;
import io.binnacle.text.Findings;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Rule("CL-5")
class SourceTextTest {

  private record Parsed(List<YamlNode> documents, String report) {}

  private static Parsed parse(String file, String text) {
    Findings findings = new Findings();
    List<YamlNode> documents = SourceText.parse(file, text, findings);
    return new Parsed(
        documents, String.join("\n", findings.sorted().stream().map(Finding::toString).toList()));
  }

  private static String flow(YamlNode node) {
    return YamlWriter.write(node).strip();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          a: 1\\na: 2            | f.yaml:2:1: the key 'a' is there twice in one map
          a: 1\\n"a": 2          | f.yaml:2:1: the key 'a' is there twice in one map
          a: [b                  | f.yaml:1:6: expected ',' or ']', but got <stream end>
          a:\\n\\tb: 1           | f.yaml:2:1: found character '\\t(TAB)' that cannot start any token. (Do not use \\t(TAB) for indentation)
          a: b: c                | f.yaml:1:5: mapping values are not allowed here
          a: !foo x              | f.yaml:1:4: warning: the tag '!foo' means nothing here and is left out, as by Envoy; remove it
          a: !!binary aGk=       | f.yaml:1:4: warning: the tag 'tag:yaml.org,2002:binary' means nothing here and is left out, as by Envoy; remove it
          a: !ignore x           | f.yaml:1:4: warning: '!ignore' leaves a key out with its value, this is no key
          a: *b                  | f.yaml:1:4: the alias '*b' has no anchor before it
          a: &b [*b]             | f.yaml:1:8: the alias '*b' stands inside of its own anchor
          {[a]: b}               | f.yaml:1:2: a key must be a word, this is a list
          <<: x                  | f.yaml:1:5: '<<' takes a map or a list of maps
          %YAML 9.1\\n---\\na: 1 | f.yaml:1:1: found incompatible YAML document (version 1.* is required)
          """)
  void aSyntaxErrorOfYamlHasItsPlace(String text, String finding) {
    Parsed parsed = parse("f.yaml", text.replace("\\n", "\n").replace("\\t", "\t"));

    assertThat(parsed.report()).isEqualTo(finding);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {"a": 1,}        | f.json:1:9: warning: a comma before '}', which JSON forbids and Envoy takes
          [1, ]            | f.json:1:5: warning: a comma before ']', which JSON forbids and Envoy takes
          [,]              | f.json:1:2: expected a JSON value
          {"a": 1,,}       | f.json:1:9: expected a key in double quotes
          {a: 1}           | f.json:1:2: warning: a key without quotes, which JSON forbids and Envoy takes
          {a b: 1}         | f.json:1:2: warning: a key without quotes, which JSON forbids and Envoy takes<LF>f.json:1:4: expected ':' after the key "a"
          ["a<TAB>b"]      | f.json:1:4: warning: a tab in a string, which JSON forbids and Envoy takes: write \\t
          {"a": 1, "a": 2} | f.json:1:10: the key 'a' is there twice in one map
          {'a': 1}         | f.json:1:2: warning: single quotes, which JSON forbids and Envoy takes
          ['a", 1]         | f.json:1:2: warning: single quotes, which JSON forbids and Envoy takes<LF>f.json:1:9: the text ends inside a string
          {"a" 1}          | f.json:1:6: expected ':' after the key "a"
          [1 2]            | f.json:1:4: expected ',' or ']'
          [01]             | f.json:1:3: expected a JSON value
          [.5]             | f.json:1:2: expected a JSON value
          [nul]            | f.json:1:2: expected a JSON value
          [NaN]            | f.json:1:2: expected a JSON value
          [                | f.json:1:2: the text ends too early
          ["a              | f.json:1:4: the text ends inside a string
          ["\\x"]          | f.json:1:4: unknown escape in a string
          ["\\u12g4"]      | f.json:1:7: expected four hexadecimal digits after \\u
          {} {}            | f.json:1:4: more text after the end of the JSON value
          # no             | f.json:1:1: expected a JSON value
          """)
  void jsonIsReadStrictlyButForWhatEnvoyTakes(String text, String finding) {
    assertThat(parse("f.json", text.replace("<TAB>", "\t")).report())
        .isEqualTo(finding.replace("<LF>", "\n"));
  }

  @Test
  void jsonMayHaveTabsEscapedSlashesAndLongKeys() {
    String key = "k".repeat(2000);
    Parsed parsed = parse("f.json", "{\n\t\"" + key + "\"\n:\t\"\\/\\u00e9\"\r\n}");

    assertThat(parsed.report()).isEmpty();
    assertThat(((YamlMap) parsed.documents().get(0)).get(key))
        .extracting(node -> ((YamlScalar) node).text())
        .isEqualTo("/é");
  }

  @Test
  void columnsCountCodePointsAndLinesCountFromOne() {
    YamlMap yaml = (YamlMap) parse("f.yaml", "\uFEFF# é\n{😀: é, b: 1}").documents().get(0);
    YamlMap json = (YamlMap) parse("f.json", "\n{\"😀\": \"é\", \"b\": 1}").documents().get(0);

    assertThat(yaml.entries().get(1).value().position()).hasToString("f.yaml:2:11");
    assertThat(json.entries().get(1).value().position()).hasToString("f.json:2:17");
  }

  @Test
  void documentsBeforeASyntaxErrorStandAndEmptyOnesAreLeftOut() {
    Parsed parsed = parse("f.yaml", "a: 1\n---\n---\nb: 2\n---\nc: [\n");

    assertThat(parsed.documents()).hasSize(2);
    assertThat(parsed.report()).startsWith("f.yaml:7:1: ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "  \n", "# only a comment", "---\n", "\uFEFF"})
  void nothingIsNoDocument(String text) {
    assertThat(parse("f.yaml", text)).isEqualTo(new Parsed(List.of(), ""));
  }

  @Test
  void mergedKeysComeAfterOwnOnesAndDoNotReplaceThem() {
    Parsed parsed =
        parse("f.yaml", "a: &a {x: 1, y: 2}\nb: &b {y: 3, z: 4}\nc: {<<: [*a, *b], x: 0}\n");

    YamlNode merged = ((YamlMap) parsed.documents().get(0)).get("c");
    assertThat(flow(merged)).isEqualTo("x: 0\ny: 2\nz: 4");
    assertThat(parsed.report()).isEmpty();
  }

  @Test
  void aKeyWithTheTagIgnoreIsLeftOutButItsAnchorsStand() {
    Parsed parsed = parse("f.yaml", "!ignore x: [&t 1s]\na: {!ignore y: {z: 1}, b: *t}\n");

    assertThat(flow(parsed.documents().get(0))).isEqualTo("a:\n  b: 1s");
    assertThat(parsed.report()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a:\tb",
        "a:\t\tb\t",
        "a: b\t# c",
        "a:\t# c\n  b",
        "a\t: b",
        "\"a\":\t'b'",
        "{a:\tb}",
        "{\n\ta: b\n\t}",
      })
  void aTabBetweenTokensIsSpace(String text) {
    Parsed parsed = parse("f.yaml", text);

    assertThat(parsed.report()).isEmpty();
    assertThat(flow(parsed.documents().get(0))).isEqualTo("a: b");
  }

  @Test
  void aTabInsideOfAScalarStays() {
    Parsed parsed = parse("f.yaml", "a: b\tc\nd: |\n \te\nf: \"\tg\"");

    assertThat(((YamlMap) parsed.documents().get(0)).entries())
        .extracting(entry -> ((YamlScalar) entry.value()).text())
        .containsExactly("b\tc", "\te\n", "\tg");
  }

  @Test
  void aliasesThatMultiplyAreStopped() {
    StringBuilder laughs = new StringBuilder("a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol]\n");
    for (int i = 1; i < 30; i++) {
      laughs.append("a").append(i).append(": &a").append(i).append(" [");
      laughs.append(("*a" + (i - 1) + ", ").repeat(8)).append("]\n");
    }

    assertThat(parse("f.yaml", laughs.toString()).report())
        .isEqualTo(
            "f.yaml:7:20: the aliases of this file stand for more than 1000000 nodes together");
  }

  @ParameterizedTest
  @ValueSource(strings = {"f.yaml", "f.json"})
  void nestingIsBounded(String file) {
    assertThat(parse(file, "[".repeat(100_000)).report())
        .isEqualTo(
            file + ":1:" + (file.endsWith("json") ? 202 : 201) + ": nested deeper than 200 levels");
    assertThat(parse(file, "[".repeat(199) + "]".repeat(199)).report()).isEmpty();
  }

  @Test
  void objectsCountForTheBoundOfNestingToo() {
    assertThat(parse("f.json", "{\"a\":".repeat(100_000)).report())
        .endsWith(": nested deeper than 200 levels");
  }

  @Test
  void anAnchorEndsWithItsDocument() {
    assertThat(parse("f.yaml", "a: &a 1\n---\nb: *a\n").report())
        .isEqualTo("f.yaml:3:4: the alias '*a' has no anchor before it");
  }

  @Test
  void aliasesDoNotGetAroundTheBoundOfNesting() {
    String deep = "[".repeat(150) + "%s" + "]".repeat(150);
    String yaml = "a: &a " + deep.formatted("x") + "\nb: " + deep.formatted("*a") + "\n";

    assertThat(parse("f.yaml", yaml).report())
        .isEqualTo("f.yaml:2:154: nested deeper than 200 levels");
  }

  @Test
  void bytesThatAreNoTextAreAFinding() {
    Findings findings = new Findings();
    byte[] bytes = "a: 1\nb: x\n".getBytes(StandardCharsets.UTF_8);
    bytes[8] = (byte) 0xE9;

    assertThat(SourceText.parse("f.yaml", bytes, findings)).isEmpty();
    assertThat(findings.sorted()).hasToString("[f.yaml:2:4: not UTF-8 text]");
  }

  @Test
  void aControlCharacterIsAFinding() {
    assertThat(parse("f.yaml", "a: 1\nb: \u0001").report())
        .isEqualTo("f.yaml:2:4: the character U+0001 is not allowed in YAML");
  }
}
