package io.binnacle.server.armeria;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.util.JsonFormat;
import com.linecorp.armeria.client.WebClient;
import com.linecorp.armeria.common.AggregatedHttpResponse;
import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.RequestHeaders;
import com.linecorp.armeria.common.RequestHeadersBuilder;
import io.binnacle.core.method.FetchMethod;
import io.binnacle.rules.Rule;
import io.binnacle.server.internal.stream.RandomMessages;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Polls with random bodies, sensible and not, while the catalog changes and others are served. */
class RestNoiseTest {

  private static final int ROUNDS = Boolean.getBoolean("binnacle.long") ? 50_000 : 600;
  private static final long SEED = 20261122;

  private static final List<String> ODD =
      List.of(
          "{\"unknown\":" + "[".repeat(100_000),
          "{\"node\":{\"metadata\":" + "{\"a\":".repeat(50_000),
          "{\"node\":{\"metadata\":{\"a\":1e99999,\"b\":-0.0,\"c\":1e-99999}}}",
          "{\"node\":{\"id\":\"one\"},\"node\":{\"id\":\"two\"},\"resource_names\":[\"a\"]}",
          "{\"resource_names\":[\"a\"],\"resourceNames\":[\"a\"]}",
          "{\"resource_names\":[\"\\ud800\",\"\\u0000\",\"xdstp://%zz/\\uffff/*\",\"*\",\"\"]}",
          "{\"resource_names\":[\"xdstp://a/envoy.config.cluster.v3.Cluster/*?a=b&a=c#d\"]}",
          "{\"version_info\":\"" + "v".repeat(1_000_000) + "\"}",
          "{\"resource_names\":[" + "\"a\",".repeat(100_000) + "\"b\"]}",
          "{\"error_detail\":{\"code\":-1,\"message\":\"\\u001b[31m\\n\\n\"}}",
          "{\"response_nonce\":\"none of ours\",\"version_info\":\"nor this\"}",
          "{\"node\":{\"id\":\"" + "n".repeat(100_000) + "\"}}",
          "\ufeff{}",
          "{\"type_url\":5}",
          "{\"resource_locators\":[{\"name\":\"a\",\"dynamic_parameters\":{\"a\":\"b\"}}]}");

  private final Harness harness = new Harness();
  private final Random random = new Random(SEED);
  private final RandomMessages messages = new RandomMessages(random);
  private final WebClient client =
      WebClient.builder("h1c://127.0.0.1:" + harness.server.port())
          .responseTimeoutMillis(30_000)
          .build();

  @AfterEach
  void stop() {
    harness.close();
  }

  private byte[] body(FetchMethod method) throws Exception {
    int what = random.nextInt(8);
    if (what == 0) {
      byte[] noise = new byte[random.nextInt(400)];
      random.nextBytes(noise);
      return noise;
    }
    if (what == 1) {
      return ODD.get(random.nextInt(ODD.size())).getBytes(StandardCharsets.UTF_8);
    }
    String text = JsonFormat.printer().print(messages.sotw(method.type(), List.of()));
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    if (what < 5) {
      for (int i = 0; i <= random.nextInt(4); i++) {
        bytes[random.nextInt(bytes.length)] =
            (byte) "{}[]\",:0\\\u0000nul\377".charAt(random.nextInt(14));
      }
    }
    return bytes;
  }

  private AggregatedHttpResponse call(RequestHeaders headers, byte[] body) {
    return client.execute(headers, HttpData.wrap(body)).aggregate().join();
  }

  private static RequestHeadersBuilder headers(FetchMethod method, String query) {
    return RequestHeaders.builder(HttpMethod.POST, method.restPath() + query)
        .set(HttpHeaderNames.CONTENT_TYPE, "application/json");
  }

  private FetchMethod method() {
    return FetchMethod.all().get(random.nextInt(FetchMethod.all().size()));
  }

  @Test
  @Rule({"B-6", "P-4"})
  void whateverAPollHoldsItIsAnsweredAndNobodyElseSuffers() throws Exception {
    Bystanders bystanders = new Bystanders(harness);
    int good = 0;
    for (int round = 0; round < ROUNDS; round++) {
      FetchMethod method = method();
      byte[] body = body(method);
      AggregatedHttpResponse response =
          call(headers(method, "?timeout=" + random.nextInt(3) + "ms").build(), body);
      assertThat(response.status())
          .as(() -> "seed " + SEED + ": " + new String(body, StandardCharsets.UTF_8))
          .isIn(
              HttpStatus.OK,
              HttpStatus.NOT_MODIFIED,
              HttpStatus.BAD_REQUEST,
              HttpStatus.TOO_MANY_REQUESTS);
      good += response.status().code() < 400 ? 1 : 0;
      if (round % 50 == 0) {
        bystanders.areServed("c" + round);
      }
    }
    assertThat(good).as("some are sensible").isBetween(ROUNDS / 5, ROUNDS - ROUNDS / 5);
    bystanders.areServed("last");
  }

  @Test
  @Rule({"B-6", "P-4"})
  void headersThatMakeNoSenseAreToldAndABodyIsNeverUnpacked() throws Exception {
    Bystanders bystanders = new Bystanders(harness);
    byte[] bomb = gzip(100 << 20);
    for (FetchMethod method : FetchMethod.all()) {
      for (String type : List.of("text/plain", "application/grpc", "application/x", ";;;", "")) {
        assertThat(
                call(headers(method, "").set(HttpHeaderNames.CONTENT_TYPE, type).build(), bomb)
                    .status())
            .as(type)
            .isEqualTo(HttpStatus.UNSUPPORTED_MEDIA_TYPE);
      }
      for (String encoding : List.of("gzip", "br", "deflate", "gzip, gzip")) {
        assertThat(
                call(
                        headers(method, "").set(HttpHeaderNames.CONTENT_ENCODING, encoding).build(),
                        bomb)
                    .status())
            .as(encoding)
            .isEqualTo(HttpStatus.UNSUPPORTED_MEDIA_TYPE);
      }
      for (String query : List.of("?timeout=", "?timeout=-1s", "?timeout=99999999999s")) {
        assertThat(call(headers(method, query).build(), new byte[] {'{', '}'}).status())
            .as(query)
            .isEqualTo(HttpStatus.BAD_REQUEST);
      }
      assertThat(
              call(
                      headers(method, "").set("x-envoy-expected-rq-timeout-ms", "1e3").build(),
                      new byte[] {'{', '}'})
                  .status())
          .isEqualTo(HttpStatus.BAD_REQUEST);
    }
    bystanders.areServed("last");
  }

  private static byte[] gzip(int bytes) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
      byte[] block = new byte[1 << 16];
      for (int i = 0; i < bytes; i += block.length) {
        out.write(block);
      }
    }
    return packed.toByteArray();
  }
}
