package io.binnacle.server.internal.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.util.JsonFormat;
import io.binnacle.rules.Rule;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryRequest;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The proto3 JSON of requests, with protobuf's own reader as the oracle. */
@Rule("P-1")
class JsonRequestProperties {

  private static final int TRIES = Boolean.getBoolean("binnacle.long") ? 500_000 : 10_000;

  private static @Nullable Message ours(String json, Message type) throws IOException {
    try (JsonParser parser = new JsonFactory().createParser(json)) {
      parser.nextToken();
      Message.Builder builder = type.newBuilderForType();
      new JsonReader(parser).message(builder);
      return builder.build();
    } catch (BadJsonException | com.fasterxml.jackson.core.JsonProcessingException e) {
      return null;
    }
  }

  private static @Nullable Message protobufs(String json, Message type) {
    Message.Builder builder = type.newBuilderForType();
    try {
      JsonFormat.parser().ignoringUnknownFields().merge(json, builder);
      return builder.build();
    } catch (InvalidProtocolBufferException e) {
      return null;
    }
  }

  // Break: read whole numbers with Long.parseLong, as it was.
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aRequestIsReadAsProtobufReadsIt(boolean isDelta) throws IOException {
    Message type =
        isDelta
            ? DeltaDiscoveryRequest.getDefaultInstance()
            : DiscoveryRequest.getDefaultInstance();
    int good = 0;
    for (long seed = 0; seed < TRIES; seed++) {
      String json = new RandomJson(seed).message(type.getDescriptorForType(), 4);
      Message expected = protobufs(json, type);

      assertThat(ours(json, type)).as("seed %s: %s", seed, json).isEqualTo(expected);
      good += expected == null ? 0 : 1;
    }
    assertThat(good).as("some are bad").isBetween(TRIES / 3, TRIES - TRIES / 50);
  }

  private static JsonRequests.Parsed read(String json) throws BadJsonException {
    return JsonRequests.read(json.getBytes(StandardCharsets.UTF_8));
  }

  @ParameterizedTest
  @ValueSource(strings = {"3", "3.0", "3e0", "0.3e1", "\"3\"", "\"3.0\"", "\"30e-1\""})
  void aWholeNumberMayBeWrittenInManyWays(String number) throws BadJsonException {
    DiscoveryRequest request =
        read("{\"error_detail\": {\"code\": %s}}".formatted(number)).request();

    assertThat(request.getErrorDetail().getCode()).isEqualTo(3);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {"version_info": "1", "version_info": "1"}        | column 23, at /version_info: 'version_info' is there twice
          {"version_info": "1", "versionInfo": "2"}         | column 23, at /versionInfo: 'versionInfo' is there twice
          {"version_info": null, "version_info": "1"}       | column 24, at /version_info: 'version_info' is there twice
          {"node": {"id": "a"}, "node": {"cluster": "b"}}   | column 23, at /node: 'node' is there twice
          {"resource_names": ["a"], "resource_names": []}   | column 27, at /resource_names: 'resource_names' is there twice
          {"node": {"metadata": {"a": 1, "a": 1}}}          | column 32, at /node/metadata/a: 'a' is there twice
          {"node": {"user_agent_version": "1", "user_agent_build_version": {}}} | only one of 'user_agent_version' and 'user_agent_build_version' may be there
          """)
  @Rule("P-4")
  void whatIsThereTwiceIsToldWithItsPlace(String json, String says) {
    assertThatThrownBy(() -> read(json))
        .isInstanceOf(BadJsonException.class)
        .message()
        .contains(says);
  }

  @Test
  void whatIsSkippedIsNotLookedInto() throws BadJsonException {
    JsonRequests.Parsed parsed =
        read(
            "{\"x\": {\"a\": 1, \"a\": 2}, \"x\": 1, \"node\": {\"extensions\": [{\"a\": 1, \"a\":"
                + " 1}]}}");

    assertThat(parsed.unknownFields()).isEqualTo(2);
  }
}
