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
          bool_field   | True       | true
          bool_field   | FALSE      | false
          double_field | .inf       | Infinity
          double_field | -.inf      | -Infinity
          double_field | .nan       | NaN
          double_field | 0x10       | 16.0
          int32_field  | +5         | 5
          int64_field  | "7"        | 7
          int32_field  | 1.0        | 1
          int32_field  | .5e1       | 5
          double_field | .5         | 0.5
          double_field | 1e2        | 100.0
          double_field | '"0777"'   | 777.0
          double_field | '" 1.5"'   | 1.5
          double_field | -inf       | -Infinity
          double_field | Nan        | NaN
          double_field | infinity   | Infinity
          int32_field  | '"0777"'   | 777
          int32_field  | 0X10       | 16
          int32_field  | -0x10      | -16
          int32_field  | 1e1        | 10
          int32_field  | '"1e1"'    | 10
          bool_field   | yes        | true
          bool_field   | Off        | false
          bool_field   | tRue       | true
          bool_field   | '"no"'     | false
          color        | red        | RED
          color        | Green      | GREEN
          color        | '" 1"'     | RED
          int32_fields | 7          | '[7]'
          """)
  void isReadAsItsFieldNeeds(String field, String yaml, String value) {
    Decoding decoding = Decoding.yaml(field + ": " + yaml);

    assertThat(decoding.message()).as(decoding.report()).isNotNull();
    assertThat(decoding.findings()).isEmpty();
    assertThat(get(decoding.message(), field)).hasToString(value);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          int32_field  | 0644       | 420 | 1
          double_field | 0777       | 511.0 | 1
          double_field | 08         | 8.0 | 1
          int32_field  | 08         | 8 | 1
          int32_field  | 01000      | 512 | 1
          int32_field  | +0777      | 511 | 1
          int32_field  | '"0x10"'   | 16 | 1
          bool_field   | '"1"'      | true | 1
          int32_fields | [1, ~]     | '[1, 0]' | 1
          int32_fields | [[1], [[2, 3], 4]] | '[1, 2, 3, 4]' | 3
          string_fields | [a, ~]    | '[a, ]' | 1
          """)
  void isReadAsEnvoyReadsItWithAWarning(String field, String yaml, String value, int warnings) {
    Decoding decoding = Decoding.yaml(field + ": " + yaml);

    assertThat(decoding.message()).as(decoding.report()).isNotNull();
    assertThat(decoding.findings()).hasSize(warnings);
    assertThat(get(decoding.message(), field)).hasToString(value);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          yes    | bool_value: true
          off    | bool_value: false
          "yes"  | string_value: "yes"
          yEs    | string_value: "yEs"
          0777   | number_value: 511.0
          0877   | string_value: "0877"
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

  @ParameterizedTest
  @CsvSource({"_-8/, /+8/", "_-8, /+8=", "aGk, aGk=", "aGl=, aGk="})
  void bytesMayMixTheAlphabetsAndLackThePadding(String lenient, String strict) {
    assertThat(Decoding.yaml("bytes_field: " + lenient).message())
        .isNotNull()
        .isEqualTo(Decoding.yaml("bytes_field: " + strict).message());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          wk_duration: {seconds: 1, nanos: 5} | wk_duration: 1.000000005s
          wk_uint32_value: {value: 0x10}      | wk_uint32_value: 16
          wk_bool_value: {value: yes}         | wk_bool_value: true
          wk_field_mask: {paths: [a.b, c]}    | wk_field_mask: "a.b,c"
          wk_timestamp: {seconds: 1}          | wk_timestamp: 1970-01-01T00:00:01Z
          children: {color: red}              | children: [{color: RED}]
          string_fields: x                    | string_fields: [x]
          colors: green                       | colors: [GREEN]
          wk_values: x                        | wk_values: [x]
          """)
  void otherFormsThatEnvoyReadsAreReadWithoutAWord(String lenient, String strict) {
    Decoding decoding = Decoding.yaml(lenient);

    assertThat(decoding.report()).isEmpty();
    assertThat(decoding.message()).isEqualTo(Decoding.yaml(strict).message());
  }

  private static Object get(Message message, String name) {
    FieldDescriptor field = message.getDescriptorForType().findFieldByName(name);
    return message.getField(field);
  }
}
