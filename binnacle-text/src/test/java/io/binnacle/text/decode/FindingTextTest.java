package io.binnacle.text.decode;

import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.core.validate.Severity;
import io.binnacle.rules.Rule;
import io.binnacle.text.Finding;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a user is told about bad input: exact text, exact place. */
@Rule("CL-5")
class FindingTextTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          int32_field: 2147483648 | f.yaml:1:14: r: int32_field: '2147483648' is out of range, the field takes -2147483648 to 2147483647
          int32_field: 1.5        | f.yaml:1:14: r: int32_field: expected a whole number, got '1.5'
          int32_field: ten        | f.yaml:1:14: r: int32_field: expected a whole number, got 'ten'
          int32_field: {}         | f.yaml:1:14: r: int32_field: expected a whole number, got a map
          int32_field: 0899       | f.yaml:1:14: r: int32_field: warning: read as 899, as by Envoy; remove the zero, which makes others octal
          int32_field: 1_000      | f.yaml:1:14: r: int32_field: expected a whole number, got '1_000'
          uint32_field: -1        | f.yaml:1:15: r: uint32_field: '-1' is out of range, the field takes 0 to 4294967295
          int64_field: '9223372036854775808' | f.yaml:1:14: r: int64_field: '9223372036854775808' is out of range, the field takes -9223372036854775808 to 9223372036854775807
          uint64_field: 1e20      | f.yaml:1:15: r: uint64_field: '1e20' is out of range, the field takes 0 to 18446744073709551615
          uint64_field: 0.5       | f.yaml:1:15: r: uint64_field: expected a whole number, got '0.5'
          int64_field: 1e999999999 | f.yaml:1:14: r: int64_field: '1e999999999' is out of range, the field takes -9223372036854775808 to 9223372036854775807
          uint64_field: 1e-999999999 | f.yaml:1:15: r: uint64_field: expected a whole number, got '1e-999999999'
          float_field: 1e39       | f.yaml:1:14: r: float_field: '1e39' is out of range for a float
          double_field: 1e999     | f.yaml:1:15: r: double_field: '1e999' is out of range for a double
          double_field: much      | f.yaml:1:15: r: double_field: expected a number, got 'much'
          double_field: '.inf'    | f.yaml:1:15: r: double_field: expected a number, got '.inf'
          bool_field: maybe       | f.yaml:1:13: r: bool_field: expected true or false, got 'maybe'
          bool_field: y           | f.yaml:1:13: r: bool_field: warning: 'y' is read as true, as by Envoy; write true
          bool_field: "0"         | f.yaml:1:13: r: bool_field: warning: '0' is read as false, as by Envoy; write false
          bool_field: 'off'       | f.yaml:1:13: r: bool_field: expected true or false, got 'off'
          bool_field: 1           | f.yaml:1:13: r: bool_field: expected true or false, got '1'
          bytes_field: secret!    | f.yaml:1:14: r: bytes_field: not base64: bytes are written in base64 on one line (for readable text use inline_string where there is one)
          string_field: [a]       | f.yaml:1:15: r: string_field: expected a string, got a list
          string_field: "\\ud800" | f.yaml:1:15: r: string_field: not valid Unicode: half of a surrogate pair
          color: GREN             | f.yaml:1:8: r: color: 'GREN' is no value of Color, did you mean 'GREEN'?
          color: redd             | f.yaml:1:8: r: color: 'redd' is no value of Color, did you mean 'RED'?
          color: MAUVE            | f.yaml:1:8: r: color: 'MAUVE' is no value of Color, it is one of UNSET, RED, GREEN, OLD
          strng_field: x          | f.yaml:1:1: r: unknown field 'strng_field', did you mean 'string_field'?
          colour: RED             | f.yaml:1:1: r: unknown field 'colour', did you mean 'color'?
          something: x            | f.yaml:1:1: r: unknown field 'something'
          address: {pip: {}}      | f.yaml:1:11: r: address: unknown field 'pip', did you mean 'pipe'?
          address: {http: {}}     | f.yaml:1:11: r: address: unknown field 'http', Address has: socket_address, pipe, envoy_internal_address (the Envoy API of the generated classes; --descriptors reads another)
          wk_empty: {a: 1}        | f.yaml:1:12: r: wk_empty: unknown field 'a', Empty has no fields
          child: {adress: {}}     | f.yaml:1:9: r: child: unknown field 'adress', did you mean 'address'?
          children: {}            | f.yaml:1:11: r: children: warning: '{}' is read as a list of one item; none at all is '[]'
          children: [{}, null]    | f.yaml:1:16: r: children[1]: warning: an empty item is read as an empty All, as by Envoy; remove it
          children: [{}, x]       | f.yaml:1:16: r: children[1]: expected a map of fields, got a string
          strings: [a]            | f.yaml:1:10: r: strings: expected a map, got a list
          strings: {a: null}      | f.yaml:1:11: r: strings["a"]: warning: no value is read as '', as by Envoy; write it
          by_number: {x: {}}      | f.yaml:1:13: r: by_number["x"]: expected a whole number, got 'x'
          by_number: {1: {}, 0x1: {}} | f.yaml:1:20: r: by_number["0x1"]: the key 1 is there twice in one map
          by_number: {7: {colr: 1}} | f.yaml:1:17: r: by_number["7"]: unknown field 'colr', did you mean 'color'?
          wk_duration: 5          | f.yaml:1:14: r: wk_duration: expected a duration in seconds such as '1.5s', got '5'
          wk_duration: 1m         | f.yaml:1:14: r: wk_duration: expected a duration in seconds such as '1.5s', got '1m'
          wk_duration: [1s]       | f.yaml:1:14: r: wk_duration: expected a duration in seconds such as '1.5s', got a list
          wk_duration: 1.0000000001s | f.yaml:1:14: r: wk_duration: expected a duration in seconds such as '1.5s', got '1.0000000001s'; nine digits behind the point at most
          wk_duration: +1s        | f.yaml:1:14: r: wk_duration: expected a duration in seconds such as '1.5s', got '+1s'
          wk_duration: 1.s        | f.yaml:1:14: r: wk_duration: expected a duration in seconds such as '1.5s', got '1.s'
          wk_duration: {seconds: 1, nanos: 1000000000} | f.yaml:1:14: r: wk_duration: seconds or nanos are out of range
          wk_timestamp: 2026-01-31 | f.yaml:1:15: r: wk_timestamp: expected a time such as '2026-01-31T12:00:00Z', got '2026-01-31'
          wk_timestamp: 2026-13-31T12:00:00Z | f.yaml:1:15: r: wk_timestamp: expected a time such as '2026-01-31T12:00:00Z', got '2026-13-31T12:00:00Z'
          wk_timestamp: 0000-01-01T00:00:00Z | f.yaml:1:15: r: wk_timestamp: expected a time such as '2026-01-31T12:00:00Z', got '0000-01-01T00:00:00Z'
          wk_list_value: [1, 1e400] | f.yaml:1:20: r: wk_list_value[1]: '1e400' is out of range for a double
          wk_value: 1e400         | f.yaml:1:11: r: wk_value: '1e400' is out of range for a double
          wk_uint32_value: x      | f.yaml:1:18: r: wk_uint32_value: expected a whole number, got 'x'
          wk_uint32_value: {valeu: 1} | f.yaml:1:19: r: wk_uint32_value: unknown field 'valeu', did you mean 'value'?
          wk_struct: 1            | f.yaml:1:12: r: wk_struct: expected a map, got a number
          wk_list_value: {}       | f.yaml:1:16: r: wk_list_value: expected a list, got a map
          wk_any: x               | f.yaml:1:9: r: wk_any: expected a map with '@type', got a string
          wk_any: {color: RED}    | f.yaml:1:9: r: wk_any: '@type' is missing, it says which message this is
          wk_any: {"@type": [x]}  | f.yaml:1:19: r: wk_any: '@type' must be a type URL, got a list
          wk_any: {"@type": test.v1.All} | f.yaml:1:19: r: wk_any.@type: a type URL needs a prefix, write 'type.googleapis.com/test.v1.All'
          wk_any: {"@type": t/test.v1.Al} | f.yaml:1:19: r: wk_any.@type: unknown type 't/test.v1.Al', did you mean 'type.googleapis.com/test.v1.All'? (a type of your own is added with --descriptors FILE)
          wk_any: {"@type": t/com.example.Nothing} | f.yaml:1:19: r: wk_any.@type: unknown type 't/com.example.Nothing' (a type of your own is added with --descriptors FILE)
          wk_any: {"@type": /test.v1.All} | f.yaml:1:19: r: wk_any.@type: a type URL needs a prefix, write 'type.googleapis.com/test.v1.All'
          wk_any: {"@type": t/envoy.extensions.filters.http.golang.v3alpha.Config} | f.yaml:1:19: r: wk_any.@type: unknown type 't/envoy.extensions.filters.http.golang.v3alpha.Config', an extension of Envoy's contrib build: its types are added with --descriptors FILE
          wk_any: {"@type": t/envoy.config.filter.http.buffer.v2.Buffer} | f.yaml:1:19: r: wk_any.@type: 't/envoy.config.filter.http.buffer.v2.Buffer' is of an API that no Envoy reads any more, did you mean 'type.googleapis.com/envoy.extensions.filters.http.buffer.v3.Buffer'?
          wk_value: yes           | f.yaml:1:11: r: wk_value: warning: 'yes' is read as true, as by Envoy; write that, or put the word in quotes
          strings: {a: x, b: }    | f.yaml:1:17: r: strings["b"]: warning: no value is read as '', as by Envoy; write it
          string_fields: [a, [b]] | f.yaml:1:20: r: string_fields[1]: warning: the items of a list in a list are read as items of the outer one, as by Envoy
          int32_field: "0x10"     | f.yaml:1:14: r: int32_field: warning: read as 16, as by Envoy; no other reader takes it, write it in decimal
          wk_any: {"@type": t/google.protobuf.Duration} | f.yaml:1:9: r: wk_any: 'value' is missing
          wk_any: {"@type": t/google.protobuf.Duration, value: 1s, b: 1} | f.yaml:1:58: r: wk_any: unknown field 'b', this type takes only 'value'
          wk_any: {"@type": t/test.v1.All, colr: 1} | f.yaml:1:34: r: wk_any: unknown field 'colr', did you mean 'color'?
          {string_field: a, stringField: b} | f.yaml:1:19: r: string_field: 'string_field' and 'stringField' are the same field, keep one
          {left: a, right: {}}    | f.yaml:1:11: r: right: 'left' is set already, and only one field of 'choice' may be
          {color: RED, color: RED} | f.yaml:1:14: the key 'color' is there twice in one map
          [a, b]                  | f.yaml:1:1: r: expected a map of fields, got a list
          color: OLD              | f.yaml:1:8: r: color: warning: 'OLD' is deprecated
          child: true             | f.yaml:1:8: r: child: expected a map of fields, got true or false
          old: x                  | f.yaml:1:1: r: old: warning: this field is deprecated
          int32_field: 0644       | f.yaml:1:14: r: int32_field: warning: the leading zero makes this the octal number 420, as for Envoy; write it in decimal
          """)
  void saysWhatIsWrongAndWhere(String yaml, String finding) {
    assertThat(Decoding.yaml(yaml).report()).isEqualTo(finding);
  }

  @Test
  void everyFindingOfAResourceIsReportedAtOnce() {
    Decoding decoding =
        Decoding.yaml(
            """
            string_field: fine
            child:
              colour: RED
              children:
                - int32_field: x
                - color: RED
                - bool_field: maybe
            wk_any:
              "@type": type.googleapis.com/test.v1.All
              wk_duration: soon
            last: 1
            """);

    assertThat(decoding.message()).isNull();
    assertThat(decoding.report())
        .isEqualTo(
            """
            f.yaml:3:3: r: child: unknown field 'colour', did you mean 'color'?
            f.yaml:5:20: r: child.children[0].int32_field: expected a whole number, got 'x'
            f.yaml:7:19: r: child.children[2].bool_field: expected true or false, got 'maybe'
            f.yaml:10:16: r: wk_any.wk_duration: expected a duration in seconds such as '1.5s', got 'soon'
            f.yaml:11:1: r: unknown field 'last'""");
  }

  @Test
  void aWarningLeavesTheMessageUsable() {
    Decoding decoding = Decoding.yaml("{old: x, color: RED}");

    assertThat(decoding.message()).isNotNull();
    assertThat(decoding.findings()).extracting(Finding::severity).containsExactly(Severity.WARNING);
  }

  @Test
  void aWrongSecretIsNotRepeated() {
    assertThat(Decoding.yaml("bytes_field: \"-----BEGIN KEY\"").report()).doesNotContain("KEY");
    assertThat(Decoding.yaml("child: -----BEGIN KEY").report())
        .isEqualTo("f.yaml:1:8: r: child: expected a map of fields, got a string");
  }

  @Test
  void aFindingIsOneLineWithoutControlCharactersWhateverTheFileHolds() {
    assertThat(Decoding.yaml("child: {\"a\\n\\e[31m\\u2028\": 1}").report())
        .isEqualTo("f.yaml:1:9: r: child: unknown field 'a'");
    assertThat(Decoding.yaml("by_number: {\"\\e[31m\\n\\u2028\": {}}").report())
        .isEqualTo(
            "f.yaml:1:13: r: by_number[\"<U+001B>[31m<U+000A><U+2028>\"]:"
                + " expected a whole number, got '<U+001B>[31m'");
  }
}
