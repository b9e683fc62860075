package io.binnacle.server.internal.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.binnacle.rules.Rule;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Polls whose bodies are no DiscoveryRequests: all of them are told so, none is a fault of ours.
 */
class BadRequestsTest {

  private static final int TRIES = Boolean.getBoolean("binnacle.long") ? 2_000_000 : 20_000;

  private static Arguments bad(String name, String body, String... says) {
    return bad(name, body.getBytes(StandardCharsets.UTF_8), says);
  }

  private static Arguments bad(String name, byte[] body, String... says) {
    return Arguments.of(name, body, says);
  }

  private static byte[] latin1(String bytes) {
    return bytes.getBytes(StandardCharsets.ISO_8859_1);
  }

  static Stream<Arguments> bodies() {
    String deep = "{\"a\":".repeat(100_000);
    String metadata = "{\"node\":{\"metadata\":" + "{\"a\":".repeat(1_000);
    return Stream.of(
        bad("nothing", "", "empty"),
        bad("cut off", "{\"node\": {\"id\": \"n", "line 1"),
        bad("nested 100,000 deep where no field is", "{\"unknown\":" + deep, "line 1"),
        bad("nested 100,000 deep in lists", "[".repeat(100_000), "an object is expected"),
        bad("nested deep in metadata", metadata, "line 1", "nesting depth"),
        bad("a list", "[]", "an object is expected"),
        bad("a word", "null", "an object is expected"),
        bad("NaN", "NaN", "line 1"),
        bad("two requests", "{}{}", "behind the end"),
        bad("a NUL", "{\"node\": {\"id\": \"a\0b\"}}", "line 1, column 19", "NUL"),
        bad("NULs only", new byte[1_000], "line 1, column 1: a NUL"),
        bad(
            "not UTF-8",
            latin1("{\"node\": {\n\"id\": \"\377\376\"}}"),
            "line 2, column 8: not UTF-8"),
        bad("an overlong form", latin1("{\"node\": {\"id\": \"\300\200\"}}"), "line 1"),
        bad("UTF-32 that is none", latin1("\0\0\0{\377\377\377\377"), "not UTF-8"),
        bad("half of UTF-32", latin1("\0\0\0{\0\0"), "NUL"),
        bad("half of UTF-16", latin1("\0{\0"), "NUL"),
        bad("a wrong mark of order", latin1("\377\376\0\0{\0\0"), "not UTF-8"),
        bad("UTF-16", "{}".getBytes(StandardCharsets.UTF_16), "not UTF-8"),
        bad("a huge number", "{\"node\": {\"id\": 1e99999}}", "/node/id"),
        bad("a number of a million digits", "{\"node\": " + "9".repeat(1_000_000) + "}", "line 1"),
        bad(
            "a code that is too large",
            "{\"error_detail\": {\"code\": 99999999999999999999}}",
            "line 1"),
        bad(
            "a code outside of its field",
            "{\"error_detail\": {\"code\": 4294967296}}",
            "outside of code"),
        bad("names that are no list", "{\"resource_names\": \"a\"}", "a list is expected"),
        bad("names that are no strings", "{\"resource_names\": [{}]}", "a string is expected"),
        bad("a node that is a list", "{\"node\": []}", "an object is expected"),
        bad("a name of 100,000 letters", "{\"" + "x".repeat(100_000) + "\": 1}", "line 1"),
        bad("comments", "{/* no */}", "line 1"),
        bad("single quotes", "{'node': {}}", "line 1"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("bodies")
  @Rule({"P-4", "B-6"})
  void aBadBodyIsToldWithItsPlace(String name, byte[] body, String... says) {
    assertThatThrownBy(() -> JsonRequests.read(body))
        .isInstanceOf(BadJsonException.class)
        .message()
        .contains(says)
        .hasSizeLessThan(1_000);
  }

  @Test
  @Rule("P-4")
  void randomDamageIsReadOrTold() {
    Random random = new Random(20261123);
    String good =
        "{\"node\":{\"id\":\"n\",\"metadata\":{\"a\":[1,null,{\"b\":true}]},\"locality\":{\"zone\":\"z\"}},"
            + "\"resource_names\":[\"a\",\"b\"],\"version_info\":\"1\",\"error_detail\":{\"code\":3}}";
    int read = 0;
    for (int round = 0; round < TRIES; round++) {
      Charset charset =
          random.nextInt(8) > 0
              ? StandardCharsets.UTF_8
              : Charset.forName(random.nextBoolean() ? "UTF-32BE" : "UTF-16LE");
      byte[] body = good.getBytes(charset);
      for (int i = random.nextInt(4); i > 0; i--) {
        body[random.nextInt(body.length)] =
            random.nextBoolean()
                ? (byte) random.nextInt(256)
                : (byte) "{}[]\",:0\\\u0000nul-e.".charAt(random.nextInt(16));
      }
      body = java.util.Arrays.copyOf(body, body.length - random.nextInt(3) * random.nextInt(9));
      try {
        JsonRequests.read(body);
        read++;
      } catch (BadJsonException e) {
        assertThat(e.getMessage()).as("round %s", round).isNotBlank();
      }
    }
    assertThat(read).as("some are good").isBetween(TRIES / 20, TRIES - TRIES / 20);
  }
}
