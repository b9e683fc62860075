package io.binnacle.text.decode;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.util.JsonFormat;
import io.binnacle.rules.Rule;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The proto3 JSON mapping, with protobuf's own reader as the oracle. */
@Rule("G-1")
class JsonMappingTest {

  private static final JsonFormat.Parser ORACLE =
      JsonFormat.parser()
          .usingTypeRegistry(
              JsonFormat.TypeRegistry.newBuilder()
                  .add(Decoding.ALL.getDescriptorForType())
                  .build());

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"int32Field\": 1, \"int64_field\": \"-9223372036854775808\"}",
        "{\"int32_field\": -2147483648, \"uint32_field\": 4294967295}",
        "{\"int32_field\": \"12\", \"sint32_field\": 1e3, \"sfixed32_field\": 5.0}",
        "{\"uint64_field\": 18446744073709551615, \"fixed64_field\": \"18446744073709551615\"}",
        "{\"int64_field\": 9007199254740993, \"fixed32_field\": 7, \"sfixed64_field\": \"-1\"}",
        "{\"sint64_field\": 1.5e1, \"uint64_field\": 1e19}",
        "{\"bool_field\": true, \"bool_fields\": [true, false, \"true\"]}",
        "{\"string_field\": \"\\u00e9\\ud83d\\ude00\\n\", \"string_fields\": [\"a\", \"\"]}",
        "{\"bytes_field\": \"aGVsbG8=\", \"bytes_fields\": [\"-_-_\", \"+/+/\", \"aA\", \"\"]}",
        "{\"double_field\": 1.5, \"float_field\": \"NaN\", \"double_fields\": [\"Infinity\", \"-Infinity\"]}",
        "{\"float_fields\": [3.4028235e38, -1e-50, 1], \"double_field\": 1e308}",
        "{\"color\": \"RED\", \"colors\": [\"GREEN\", 1, 0, 77, \"UNSET\", \"2\"]}",
        "{\"child\": {\"child\": {\"child\": {}}}, \"children\": [{}, {\"stringField\": \"x\"}]}",
        "{\"child\": null, \"children\": null, \"strings\": null, \"string_field\": null}",
        "{\"left\": \"x\", \"right\": null}",
        "{\"left\": null, \"right\": {}}",
        "{\"strings\": {\"b\": \"1\", \"a\": \"2\", \"\": \"\"}, \"by_big\": {\"18446744073709551615\": \"aA==\"}}",
        "{\"byNumber\": {\"-1\": {}, \"7\": {\"color\": 1}}, \"by_flag\": {\"true\": null, \"false\": [1]}}",
        "{\"wk_duration\": \"1.5s\", \"wk_durations\": [\"0s\", \"-0.000000001s\", \"315576000000s\", \"3.010s\"]}",
        "{\"wk_timestamp\": \"2026-01-31T12:00:00Z\", \"wk_timestamps\": [\"1970-01-01T00:00:00.123456789+02:00\"]}",
        "{\"wk_field_mask\": \"a,b.cD\", \"wk_field_masks\": [\"\"]}",
        "{\"wk_struct\": {\"a\": 1, \"b\": [true, null, \"x\", {\"c\": {}}], \"d\": -1.5e3, \"e\": null}}",
        "{\"wk_value\": null, \"wk_values\": [null, 1, \"1\", true, [], {}], \"wk_list_value\": [1, [2]]}",
        "{\"wk_empty\": {}, \"wk_bool_value\": false, \"wk_bytes_value\": \"aA==\", \"wk_string_value\": \"\"}",
        "{\"wk_int32_value\": 0, \"wk_int64_value\": \"1\", \"wk_uint32_value\": \"4294967295\", \"wk_uint64_value\": 1}",
        "{\"wk_double_value\": \"NaN\", \"wk_float_value\": 1.5, \"wk_int32_values\": [1, 2], \"wk_bool_value\": null}",
        "{\"null_field\": null}",
        "{\"wk_any\": {}, \"wk_anys\": [{\"@type\": \"type.googleapis.com/test.v1.All\", \"color\": \"RED\"}]}",
        "{\"wk_any\": {\"color\": 1, \"@type\": \"x/test.v1.All\"}}",
        "{\"wk_any\": {\"@type\": \"type.googleapis.com/google.protobuf.Duration\", \"value\": \"1s\"}}",
        "{\"wk_any\": {\"@type\": \"type.googleapis.com/google.protobuf.Struct\", \"value\": {\"a\": 1}}}",
        "{\"wk_any\": {\"@type\": \"type.googleapis.com/google.protobuf.Empty\"}}",
        "{\"wk_any\": {\"@type\": \"t/google.protobuf.Any\", \"value\": {\"@type\": \"t/test.v1.All\", \"color\": 1}}}",
        "{\"address\": {\"socketAddress\": {\"address\": \"127.0.0.1\", \"port_value\": 80}}}",
      })
  void readsJsonAsProtobufDoes(String json) throws InvalidProtocolBufferException {
    Message.Builder expected = Decoding.ALL.newBuilderForType();
    ORACLE.merge(json, expected);

    Decoding decoding = Decoding.json(json);

    assertThat(decoding.report()).isEmpty();
    assertThat(decoding.message()).isEqualTo(expected.build());
    // JSON is YAML, but for tabs and escaped slashes.
    assertThat(Decoding.yaml(json).message()).isEqualTo(expected.build());
  }
}
