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
import io.binnacle.core.view.Snapshot;
import io.binnacle.rules.Rule;
import io.binnacle.server.poll.FetchMethod;
import io.binnacle.server.stream.RandomMessages;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Polls with random bodies, sensible and not, while the catalog changes and a stream is served. */
class RestNoiseTest {

  private static final int ROUNDS = Boolean.getBoolean("binnacle.long") ? 50_000 : 600;

  private final Harness harness = new Harness();
  private final Random random = new Random(20261122);
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
    if (random.nextInt(4) == 0) {
      byte[] noise = new byte[random.nextInt(400)];
      random.nextBytes(noise);
      return noise;
    }
    String text = JsonFormat.printer().print(messages.sotw(method.type(), List.of()));
    if (random.nextBoolean()) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      for (int i = 0; i <= random.nextInt(4); i++) {
        bytes[random.nextInt(bytes.length)] =
            (byte) "{}[]\",:0\\\u0000nul".charAt(random.nextInt(13));
      }
      return bytes;
    }
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  @Rule({"B-6", "P-4"})
  void whateverAPollHoldsItIsAnsweredAndNobodyElseSuffers() throws Exception {
    harness.publish("first");
    var bystander = harness.clusters(harness.connect());
    DiscoveryResponse first = bystander.next();
    bystander.send(Harness.ack(first));
    int good = 0;
    for (int round = 0; round < ROUNDS; round++) {
      FetchMethod method = FetchMethod.all().get(random.nextInt(FetchMethod.all().size()));
      AggregatedHttpResponse response =
          client
              .execute(
                  RequestHeaders.of(
                      HttpMethod.POST,
                      method.restPath() + "?timeout=" + random.nextInt(3) + "ms",
                      HttpHeaderNames.CONTENT_TYPE,
                      "application/json"),
                  HttpData.wrap(body(method)))
              .aggregate()
              .join();
      assertThat(response.status())
          .isIn(HttpStatus.OK, HttpStatus.NOT_MODIFIED, HttpStatus.BAD_REQUEST);
      good += response.status().equals(HttpStatus.BAD_REQUEST) ? 0 : 1;
      if (round % 50 == 0) {
        harness.catalog.publish(
            "edge", Snapshot.of(Cluster.newBuilder().setName("c" + round).build()));
        DiscoveryResponse next = bystander.next();
        assertThat(next.getResources(0).getValue().toStringUtf8()).contains("c" + round);
        bystander.send(Harness.ack(next));
      }
    }
    assertThat(good).as("some are sensible").isBetween(ROUNDS / 5, ROUNDS - ROUNDS / 5);
    assertThat(bystander.isOpen()).isTrue();
  }
}
