package io.binnacle.server.armeria;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.linecorp.armeria.client.WebClient;
import com.linecorp.armeria.common.AggregatedHttpResponse;
import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.common.HttpHeaders;
import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.RequestHeaders;
import com.linecorp.armeria.common.RequestHeadersBuilder;
import com.linecorp.armeria.common.grpc.protocol.StatusMessageEscaper;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.rules.Rule;
import io.binnacle.server.stream.StreamEvent;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryResponse;
import io.grpc.CallOptions;
import io.grpc.Status;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a client may do wrong, and that it costs one stream at most. */
class BadInputTest {

  private static final String GRPC = "application/grpc";

  private final Harness harness = new Harness();
  private final WebClient http2 = WebClient.of("h2c://127.0.0.1:" + harness.server.port());
  private GrpcStream<DiscoveryRequest, DiscoveryResponse> bystander;

  @BeforeEach
  void openAStreamThatMustNotSuffer() throws Exception {
    harness.publish("first");
    bystander = harness.clusters(harness.connect());
    DiscoveryResponse first = bystander.next();
    bystander.send(Harness.ack(first));
  }

  @AfterEach
  void stop() {
    harness.close();
  }

  private void bystanderIsServed() throws Exception {
    harness.publish("second");
    assertThat(bystander.next().getResources(0).getValue().toStringUtf8()).contains("second");
    assertThat(bystander.isOpen()).isTrue();
  }

  private static byte[] frame(int flags, byte[] message) {
    return ByteBuffer.allocate(5 + message.length)
        .put((byte) flags)
        .putInt(message.length)
        .put(message)
        .array();
  }

  private AggregatedHttpResponse call(byte[] body, String... headers) {
    RequestHeadersBuilder request =
        RequestHeaders.builder(HttpMethod.POST, Harness.ADS)
            .set(HttpHeaderNames.CONTENT_TYPE, GRPC);
    for (int i = 0; i < headers.length; i += 2) {
      request.set(headers[i], headers[i + 1]);
    }
    return http2.execute(request.build(), HttpData.wrap(body)).aggregate().join();
  }

  private static Status status(AggregatedHttpResponse response) {
    HttpHeaders in =
        response.headers().contains("grpc-status") ? response.headers() : response.trailers();
    String code = in.get("grpc-status");
    String text = StatusMessageEscaper.unescape(in.get("grpc-message", ""));
    return Status.fromCodeValue(Integer.parseInt(code)).withDescription(text);
  }

  @Test
  @Rule({"B-4", "B-6"})
  void randomBytesEndTheirStreamOnly() throws Exception {
    Random random = new Random(7);
    for (int round = 0; round < 200; round++) {
      byte[] noise = new byte[random.nextInt(400)];
      random.nextBytes(noise);
      byte[] body = random.nextBoolean() ? noise : frame(random.nextInt(3), noise);

      assertThat(call(body).status()).isEqualTo(HttpStatus.OK);
    }
    bystanderIsServed();
  }

  @Test
  @Rule("B-4")
  void anUndecodableRequestIsAnInvalidArgument() throws Exception {
    byte[] noMessage = {(byte) 0xff, (byte) 0xff};

    Status status = status(call(frame(0, noMessage)));

    assertThat(status.getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
    assertThat(status.getDescription()).contains("cannot be decoded");
    assertThat(harness.await(StreamEvent.Closed.class, end -> true).reason().kind())
        .isEqualTo("bad-request");
    bystanderIsServed();
  }

  @Test
  @Rule("B-4")
  void aTypeUrlOfAnotherTypeEndsThatStreamOnly() throws Exception {
    var typed =
        GrpcStream.sotw(
                harness.connect(),
                "/envoy.service.listener.v3.ListenerDiscoveryService/StreamListeners")
            .send(Harness.firstRequest("typed"));

    Status status = typed.status();

    assertThat(status.getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
    assertThat(status.getDescription())
        .contains(ResourceType.CLUSTER.typeUrl(), ResourceType.LISTENER.typeUrl());
    bystanderIsServed();
  }

  @Test
  void brokenCompressionAndUnknownEncodingsAreTold() throws Exception {
    byte[] text = "this is no gzip".getBytes(StandardCharsets.UTF_8);

    assertThat(status(call(frame(1, text), "grpc-encoding", "gzip")).getCode())
        .isEqualTo(Status.Code.INVALID_ARGUMENT);
    assertThat(status(call(frame(1, text))).getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
    assertThat(status(call(frame(1, text), "grpc-encoding", "snappy")).getCode())
        .isEqualTo(Status.Code.UNIMPLEMENTED);
    bystanderIsServed();
  }

  @Test
  @Rule("B-3")
  void aRequestAboveTheLimitIsRefusedBeforeItIsRead() throws Exception {
    byte[] onlyTheHead = ByteBuffer.allocate(5).put((byte) 0).putInt((4 << 20) + 1).array();

    Status status = status(call(onlyTheHead));

    assertThat(status.getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
    assertThat(status.getDescription()).contains("4194304 bytes");
    assertThat(harness.await(StreamEvent.Closed.class, end -> true).reason().kind())
        .isEqualTo("request-too-large");
  }

  @Test
  @Rule("B-3")
  void aSmallRequestThatUnpacksAboveTheLimitIsRefused() throws Exception {
    var stream =
        GrpcStream.sotw(
            harness.connect(), Harness.ADS, CallOptions.DEFAULT.withCompression("gzip"));
    stream.send(
        DiscoveryRequest.newBuilder()
            .setTypeUrlBytes(ByteString.copyFrom(new byte[5 << 20]))
            .build());

    assertThat(stream.status().getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
    bystanderIsServed();
  }

  @Test
  void anUnknownMethodIsUnimplementedAndSaysWhatIsServed() {
    var unknown = RequestHeaders.of(HttpMethod.POST, "/a.B/C", HttpHeaderNames.CONTENT_TYPE, GRPC);

    Status status = status(http2.execute(unknown).aggregate().join());

    assertThat(status.getCode()).isEqualTo(Status.Code.UNIMPLEMENTED);
    assertThat(status.getDescription()).contains("/a.B/C", "v3");
  }

  @Test
  void aBrowserIsToldWhatThisPortIs() {
    WebClient http1 = WebClient.of("h1c://127.0.0.1:" + harness.server.port());

    assertThat(http1.get("/").aggregate().join().contentUtf8()).contains("xDS", "Envoy");
    assertThat(http1.get("/elsewhere").aggregate().join().status()).isEqualTo(HttpStatus.NOT_FOUND);
    assertThat(http1.get(Harness.ADS).aggregate().join().status())
        .isEqualTo(HttpStatus.METHOD_NOT_ALLOWED);
    assertThat(http2.post(Harness.ADS, "{}").aggregate().join().status())
        .isEqualTo(HttpStatus.UNSUPPORTED_MEDIA_TYPE);
  }

  @Test
  @Rule("B-6")
  void noiseOnTheSocketHarmsNobodyElse() throws Exception {
    Random random = new Random(11);
    for (int round = 0; round < 50; round++) {
      byte[] noise = new byte[1 + random.nextInt(2000)];
      random.nextBytes(noise);
      try (Socket socket = new Socket("127.0.0.1", harness.server.port())) {
        OutputStream out = socket.getOutputStream();
        if (random.nextBoolean()) {
          out.write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        }
        out.write(noise);
        out.flush();
      } catch (IOException closedByTheServer) {
        // as it may
      }
    }
    bystanderIsServed();
  }
}
