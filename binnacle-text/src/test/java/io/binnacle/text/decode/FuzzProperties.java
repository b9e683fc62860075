package io.binnacle.text.decode;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.util.JsonFormat;
import io.binnacle.rules.Rule;
import io.binnacle.text.Finding;
import io.binnacle.text.Findings;
import io.binnacle.text.subst.Substitution;
import io.binnacle.text.subst.Variables;
import io.binnacle.text.tree.SourceText;
import io.binnacle.text.tree.YamlNode;
import io.envoyproxy.envoy.config.listener.v3.Listener;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/**
 * Whatever the input is: nothing is thrown, and what cannot be read is a finding with a place in
 * the text.
 */
@Rule("CL-5")
class FuzzProperties {

  private static final List<String> PIECES =
      List.of(
          "a",
          "name",
          ": ",
          ":",
          "- ",
          "\n",
          "\n  ",
          "\t",
          "{",
          "}",
          "[",
          "]",
          ",",
          "\"",
          "'",
          "&x ",
          "*x",
          "<<: ",
          "|",
          ">",
          "!",
          "!!str ",
          "#",
          "---\n",
          "...",
          "%",
          "@",
          "`",
          "${",
          "}",
          "$$",
          ":-",
          "vars.a",
          "1",
          "0",
          "-",
          ".",
          "e",
          "null",
          "~",
          "\\",
          "\\u",
          "\u0000",
          "\uFEFF",
          "\u2028",
          "\uD800",
          "😀",
          "wk_any",
          "\"@type\"",
          "t/test.v1.All",
          "children",
          "child",
          "?",
          "wk_struct");

  private static final List<String> NUMBERS =
      List.of(
          """
          0|1|-1|1.0|1.5|1e2|1e-2|127|2147483647|2147483648|-2147483649|4294967295|
          4294967296|9223372036854775807|9223372036854775808|-9223372036854775808|
          18446744073709551615|18446744073709551616|1e30|1e39|3.4028236e38|
          12345678901234567890123"""
              .replace("\n", "")
              .split("\\|"));

  private static final List<String> WORDS =
      List.of(
          """
          |x|true|false|True|RED|red|NaN|Infinity|-Infinity|inf|aGk=|aGk|aGk==|-_|+/|a|1s|
          1.5s|-1.5s|1|315576000001s|s|1 s|2026-01-31T12:00:00Z|
          2026-01-31T12:00:00|2026-01-31T12:00:00+01:00|a,b|a.bC|NULL_VALUE|null|NaNs|é"""
              .replace("\n", "")
              .split("\\|"));

  /**
   * What Envoy takes in some fields and protobuf for Java does not; LenientVariantsTest has them.
   */
  private static final Set<String> LENIENT =
      Set.of("\"inf\"", "\"True\"", "\"1\"", "\"0\"", "\"red\"", "\"null\"", "{}");

  private static void read(String file, byte[] bytes, Message prototype) {
    Findings findings = new Findings();
    List<YamlNode> documents = SourceText.parse(file, bytes, findings);
    Message message = null;
    for (YamlNode document : documents) {
      YamlNode replaced = new Substitution(Variables.NONE, "r", findings).apply(document);
      message = Decoding.DECODER.decode(replaced, prototype, "r", findings);
      Decoding.DECODER.decodeTyped(replaced, "r", new Findings());
    }
    assertThat(message != null || documents.isEmpty() || findings.hasErrors()).isTrue();
    for (Finding finding : findings.sorted()) {
      assertThat(finding.message()).isNotBlank();
      assertThat(finding.position().line()).isPositive();
      assertThat(finding.position().column()).isPositive();
      assertThat(finding.toString())
          .doesNotContain("Exception")
          .doesNotContainPattern("\\p{Cntrl}");
    }
  }

  @Property(tries = 3000)
  void randomBytesAreReadOrAreFindings(@ForAll @Size(max = 60) byte[] bytes, @ForAll boolean json) {
    read(json ? "f.json" : "f.yaml", bytes, Decoding.ALL);
  }

  @Property(tries = 5000)
  void randomSyntaxIsReadOrIsFindings(@ForAll @From("syntax") String text, @ForAll boolean json) {
    read(json ? "f.json" : "f.yaml", text.getBytes(StandardCharsets.UTF_8), Decoding.ALL);
  }

  @Provide
  Arbitrary<String> syntax() {
    return Arbitraries.of(PIECES).list().ofMaxSize(30).map(pieces -> String.join("", pieces));
  }

  @Property(tries = 1000)
  void aTruncatedResourceIsReadOrIsFindings(
      @ForAll @IntRange(max = 1700) int length, @ForAll @IntRange(max = 1700) int flip) {
    byte[] bytes = EnvoyDocuments.LISTENER.getBytes(StandardCharsets.UTF_8);
    bytes[flip % bytes.length] ^= 1;
    byte[] part = java.util.Arrays.copyOf(bytes, Math.min(length, bytes.length));

    read("f.yaml", part, Listener.getDefaultInstance());
  }

  @Property(tries = 5000)
  void aScalarOfJsonIsAcceptedWhenProtobufAcceptsItAndIsTheSame(
      @ForAll @From("fields") String field, @ForAll @From("values") String value) {
    String json = "{\"" + field + "\": " + value + "}";
    Message.Builder oracle = Decoding.ALL.newBuilderForType();
    Message expected = null;
    try {
      JsonFormat.parser().merge(json, oracle);
      expected = oracle.build();
    } catch (InvalidProtocolBufferException e) {
      // Stays null: refused.
    }

    Decoding decoding = Decoding.json(json);

    if (expected != null || !LENIENT.contains(value)) {
      assertThat(decoding.message()).as(json + " " + decoding.report()).isEqualTo(expected);
    }
  }

  @Provide
  Arbitrary<String> fields() {
    return Arbitraries.of(
        Decoding.ALL.getDescriptorForType().getFields().stream()
            .filter(field -> !field.isRepeated() && !field.getName().startsWith("wk_any"))
            .map(field -> field.getName())
            .toList());
  }

  @Provide
  Arbitrary<String> values() {
    Arbitrary<String> number = Arbitraries.of(NUMBERS);
    Arbitrary<String> quoted =
        Arbitraries.oneOf(Arbitraries.of(WORDS), number).map(text -> '"' + text + '"');
    return Arbitraries.oneOf(
        number, quoted, Arbitraries.of("true", "false", "null", "{}", "[]", "{\"a\": 1}"));
  }
}
