package io.binnacle.client.internal.rest;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.util.JsonFormat;
import io.binnacle.client.config.RestSource;
import io.binnacle.client.internal.transport.TlsMaterial;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Sends polls to one server. Safe for all threads. */
public final class PollTransport implements AutoCloseable {

  /** What Envoy says how long it waits by; servers answer a little earlier (P-2). */
  private static final String EXPECTED = "x-envoy-expected-rq-timeout-ms";

  private static final Duration CONNECT = Duration.ofSeconds(10);

  private final RestSource source;
  private final @Nullable TlsMaterial tls;
  private final HttpClient http;

  /**
   * Connects with the first poll.
   *
   * @throws IllegalArgumentException when certificates cannot be used
   */
  public PollTransport(RestSource source) {
    this.source = source;
    this.tls = TlsMaterial.of(source.tls());
    HttpClient.Builder client =
        HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(CONNECT);
    if (tls != null) {
      client.sslContext(tls.context());
    }
    this.http = client.build();
  }

  /** The times of polls. */
  RestSource source() {
    return source;
  }

  /** Sends a poll; canceling the result ends it. */
  CompletableFuture<HttpResponse<byte[]>> poll(String path, DiscoveryRequest request) {
    String body;
    try {
      body = JsonFormat.printer().omittingInsignificantWhitespace().print(request);
    } catch (InvalidProtocolBufferException e) {
      return CompletableFuture.failedFuture(e); // an Any in the node's metadata, of no known type
    }
    HttpRequest poll =
        HttpRequest.newBuilder(URI.create(source.name() + prefix() + path))
            .timeout(source.requestTimeout())
            .header("content-type", "application/json")
            .header(EXPECTED, Long.toString(source.requestTimeout().toMillis()))
            .POST(HttpRequest.BodyPublishers.ofString(body, StandardCharsets.UTF_8))
            .build();
    return http.sendAsync(poll, HttpResponse.BodyHandlers.ofByteArray());
  }

  private String prefix() {
    String path = source.base().getPath();
    return path == null ? "" : path.replaceAll("/+$", "");
  }

  @Override
  public void close() {
    if (tls != null) {
      tls.close();
    }
  }
}
