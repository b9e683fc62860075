package io.binnacle.text.decode;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import io.binnacle.rules.Rule;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The pitfalls of YAML: a plain word means what its field can take. */
@Rule("G-1")
class PlainScalarTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          string_field | yes        | yes
          string_field | 0777       | 0777
          string_field | 1.10       | 1.10
          string_field | 1_000      | 1_000
          string_field | 2026-01-31 | 2026-01-31
          string_field | 12:30:00   | 12:30:00
          string_field | !!str null | null
          string_field | '""'       | ''
          int32_field  | 0x1F       | 31
          int32_field  | 0o17       | 15
          int32_field  | 0644       | 420
          int32_field  | +5         | 5
          int64_field  | "7"        | 7
          bool_field   | True       | true
          bool_field   | FALSE      | false
          double_field | .inf       | Infinity
          double_field | -.inf      | -Infinity
          double_field | .nan       | NaN
          double_field | 0x10       | 16.0
          double_field | .5         | 0.5
          """)
  void isReadAsItsFieldNeeds(String field, String yaml, String value) {
    Decoding decoding = Decoding.yaml(field + ": " + yaml);

    assertThat(decoding.message()).as(decoding.report()).isNotNull();
    assertThat(decoding.findings()).hasSize(yaml.equals("0644") ? 1 : 0);
    assertThat(get(decoding.message(), field)).hasToString(value);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          yes    | string_value: "yes"
          on     | string_value: "on"
          0777   | string_value: "0777"
          1_000  | string_value: "1_000"
          "1"    | string_value: "1"
          'true' | string_value: "true"
          true   | bool_value: true
          True   | bool_value: true
          1.5    | number_value: 1.5
          1e3    | number_value: 1000.0
          0x10   | number_value: 16.0
          ~      | null_value: NULL_VALUE
          2026-01-31 | string_value: "2026-01-31"
          """)
  void withoutASchemaIsReadAsJson(String yaml, String value) {
    Decoding decoding = Decoding.yaml("wk_value: " + yaml);

    assertThat(decoding.message()).as(decoding.report()).isNotNull();
    assertThat(get(decoding.message(), "wk_value").toString().strip()).isEqualTo(value);
  }

  private static Object get(Message message, String name) {
    FieldDescriptor field = message.getDescriptorForType().findFieldByName(name);
    return message.getField(field);
  }
}
