package io.binnacle.server.armeria;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Duration;
import com.google.protobuf.Message;
import com.google.protobuf.Struct;
import com.google.protobuf.Value;
import com.linecorp.armeria.client.WebClient;
import com.linecorp.armeria.common.AggregatedHttpResponse;
import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.RequestHeaders;
import io.binnacle.core.view.Snapshot;
import io.binnacle.rules.Rule;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import io.envoyproxy.envoy.config.listener.v3.Listener;
import io.envoyproxy.envoy.service.runtime.v3.Runtime;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Resources that protobuf can carry and JSON cannot. */
class RestUnwritableTest {

  private final Harness harness = new Harness();
  private final WebClient client = WebClient.of("h1c://127.0.0.1:" + harness.server.port());

  @AfterEach
  void stop() {
    harness.close();
  }

  static Stream<Arguments> resources() {
    Value nan = Value.newBuilder().setNumberValue(Double.NaN).build();
    return Stream.of(
        Arguments.of(
            "runtime",
            Runtime.newBuilder()
                .setName("bad")
                .setLayer(Struct.newBuilder().putFields("a", nan))
                .build()),
        Arguments.of(
            "clusters",
            Cluster.newBuilder()
                .setName("bad")
                .setConnectTimeout(Duration.newBuilder().setSeconds(Long.MAX_VALUE))
                .build()));
  }

  private AggregatedHttpResponse poll(String path, String name) {
    var headers =
        RequestHeaders.of(
            HttpMethod.POST,
            "/v3/discovery:" + path,
            HttpHeaderNames.CONTENT_TYPE,
            "application/json");
    String body = "{\"resource_names\": [\"" + name + "\"]}";
    return client.execute(headers, HttpData.ofUtf8(body)).aggregate().join();
  }

  @ParameterizedTest
  @MethodSource("resources")
  @Rule({"P-4", "B-6"})
  void whatHasNoFormInJsonIsNamedAndOtherPollsAndStreamsGoOn(String path, Message bad)
      throws Exception {
    harness.catalog.publish(
        "edge", Snapshot.of(bad, Listener.newBuilder().setName("good").build()));

    AggregatedHttpResponse answer = poll(path, "bad");

    assertThat(answer.status()).as(answer.contentUtf8()).isEqualTo(HttpStatus.NOT_IMPLEMENTED);
    assertThat(answer.contentUtf8()).contains(" bad cannot be given as JSON");
    assertThat(poll("listeners", "good").status()).isEqualTo(HttpStatus.OK);
    assertThat(harness.clusters(harness.connect()).next().getTypeUrl()).contains("Cluster");
  }
}
