package io.binnacle.text.print;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import com.google.protobuf.Duration;
import com.google.protobuf.Message;
import com.google.protobuf.Struct;
import com.google.protobuf.Value;
import com.google.protobuf.util.JsonFormat;
import io.binnacle.text.Findings;
import io.binnacle.text.TestTypes;
import io.binnacle.text.decode.MessageDecoder;
import io.binnacle.text.tree.SourceText;
import io.binnacle.text.tree.YamlNode;
import io.binnacle.text.types.TypeCatalog;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import io.envoyproxy.envoy.config.core.v3.DataSource;
import io.envoyproxy.envoy.extensions.transport_sockets.tls.v3.GenericSecret;
import io.envoyproxy.envoy.extensions.transport_sockets.tls.v3.Secret;
import io.envoyproxy.envoy.extensions.transport_sockets.tls.v3.TlsCertificate;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MessagePrinterTest {

  private static final TypeCatalog CATALOG = TestTypes.catalog();
  private static final Message ALL = TestTypes.all(CATALOG);
  private static final MessagePrinter PRINTER = new MessagePrinter(CATALOG);

  private static Message decode(String file, String text) {
    Findings findings = new Findings();
    List<YamlNode> documents = SourceText.parse(file, text, findings);
    assertThat(findings.sorted()).as(text).isEmpty();
    Message message = new MessageDecoder(CATALOG).decode(documents.get(0), ALL, "r", findings);
    assertThat(findings.sorted()).as(text).isEmpty();
    return message;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{int32_field: -1, uint32_field: 4294967295, uint64_field: 18446744073709551615, int64_field: -5}",
        "{double_field: .nan, float_field: -.inf, double_fields: [1, 1.5, 1e300, 0.1], float_fields: [0.1]}",
        "{bytes_field: aGk=, bool_fields: [true, false], color: RED, colors: [77, GREEN]}",
        "{string_fields: ['', 'yes', 'null', '~', '1', '0x1', '1e3', '1.5s', '10s', '127.0.0.1', a b, 'a: b', '#', '- a']}",
        "{string_fields: [\"a\\nb\\n\", \"\\n a\", \"a\\tb \\n\\n\", \"\\e\", \"😀\", '@x', '=', '<<', '2026-01-31', 'é']}",
        "{string_fields: ['12:30', '1_000', '.5', '-', '?', '!x', '&x', '*x', '%x', '|', '{', '[', '\"', ' x', 'x ']}",
        "{strings: {'yes': 'no', '1': '2', '': '', 'a b': c, '<<': x}, by_number: {-1: {color: RED}}, by_big: {18446744073709551615: aA==}}",
        "{wk_duration: 1.5s, wk_timestamp: '2026-01-31T12:00:00.5Z', wk_field_mask: 'a.bC,d', wk_empty: {}}",
        "{wk_struct: {a: [1, 1.5, '1', true, null, {}], 'yes': 'yes'}, wk_value: null, wk_list_value: [[]], null_field: null}",
        "{wk_bool_value: false, wk_bytes_value: aA==, wk_int64_value: 5, wk_double_value: NaN, wk_uint64_value: 18446744073709551615}",
        "{wk_any: {'@type': t/test.v1.All, color: RED}, wk_anys: [{}, {'@type': t/google.protobuf.Duration, value: 1s}]}",
      })
  void whatIsPrintedIsReadAgainAsItWas(String yaml) throws Exception {
    Message message = decode("f.yaml", yaml);

    assertThat(decode("p.yaml", PRINTER.toYaml(message))).isEqualTo(message);
    assertThat(decode("p.json", PRINTER.toJson(message))).isEqualTo(message);
    Message.Builder oracle = ALL.newBuilderForType();
    JsonFormat.parser()
        .usingTypeRegistry(
            JsonFormat.TypeRegistry.newBuilder().add(ALL.getDescriptorForType()).build())
        .merge(PRINTER.toJson(message), oracle);
    assertThat(oracle.build()).isEqualTo(message);
  }

  @Test
  void theOrderIsThatOfFieldNumbersAndOfKeys() {
    Message message =
        decode(
            "f.yaml",
            "{strings: {b: x, a: y}, color: RED, int32_field: 1, wk_struct: {d: 1, c: 2}}");

    assertThat(PRINTER.toYaml(message))
        .isEqualTo(
            """
            int32_field: 1
            color: RED
            wk_struct:
              c: 2
              d: 1
            strings:
              a: "y"
              b: x
            """);
  }

  @Test
  void textOfSeveralLinesIsPrintedAsABlock() {
    assertThat(PRINTER.toYaml(decode("f.yaml", "string_field: \"a\\nb\\n\"")))
        .isEqualTo("string_field: |\n  a\n  b\n");
  }

  @Test
  void anAnyThatCannotBeReadIsPrintedWithItsBytes() {
    ByteString bytes = ByteString.copyFromUtf8("?");
    Any unknown = Any.newBuilder().setTypeUrl("t/no.Such").setValue(bytes).build();
    Any broken = Any.newBuilder().setTypeUrl("t/test.v1.All").setValue(bytes).build();

    assertThat(PRINTER.toYaml(unknown)).isEqualTo("\"@type\": t/no.Such\nvalue: \"Pw==\"\n");
    assertThat(PRINTER.toYaml(broken)).isEqualTo("\"@type\": t/test.v1.All\nvalue: \"Pw==\"\n");
  }

  @Test
  void aDurationBeyondItsRangeIsPrintedByItsFields() {
    Cluster cluster =
        Cluster.newBuilder()
            .setConnectTimeout(Duration.newBuilder().setSeconds(Long.MAX_VALUE))
            .build();

    assertThat(PRINTER.toYaml(cluster))
        .isEqualTo("connect_timeout:\n  seconds: \"9223372036854775807\"\n");
    Struct struct = Struct.newBuilder().putFields("a", Value.getDefaultInstance()).build();
    assertThat(PRINTER.toYaml(struct)).isEqualTo("a: null\n");
  }

  @Test
  void secretsAreRedactedWherePeopleLook() {
    DataSource data = DataSource.newBuilder().setInlineString("hush").build();
    TlsCertificate certificate =
        TlsCertificate.newBuilder()
            .setCertificateChain(DataSource.newBuilder().setInlineString("public"))
            .setPrivateKey(data)
            .build();
    Secret secret = Secret.newBuilder().setName("s").setTlsCertificate(certificate).build();
    Secret generic =
        Secret.newBuilder().setGenericSecret(GenericSecret.newBuilder().setSecret(data)).build();
    MessagePrinter redacting = MessagePrinter.redacting(CATALOG);

    assertThat(redacting.toYaml(secret))
        .isEqualTo(
            """
            name: s
            tls_certificate:
              certificate_chain:
                inline_string: public
              private_key:
                inline_string: "[redacted]"
            """);
    assertThat(redacting.toJson(generic)).doesNotContain("hush");
    assertThat(redacting.toYaml(Any.pack(secret))).doesNotContain("hush").contains("@type");
    assertThat(PRINTER.toYaml(secret)).contains("hush");
  }
}
