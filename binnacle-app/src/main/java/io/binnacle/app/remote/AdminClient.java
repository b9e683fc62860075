package io.binnacle.app.remote;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.linecorp.armeria.client.ClientFactory;
import com.linecorp.armeria.client.ClientFactoryBuilder;
import com.linecorp.armeria.client.WebClient;
import com.linecorp.armeria.common.AggregatedHttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.QueryParams;
import com.linecorp.armeria.common.SessionProtocol;
import io.binnacle.app.problem.ExitCode;
import io.binnacle.app.problem.Problem;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletionException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Asks the admin API of a running server. Used by one thread; waits for each answer. */
public final class AdminClient implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final int MOST_BYTES = 256 << 20;
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final String server;
  private final ClientFactory factory;
  private final WebClient client;

  /**
   * A client that connects when it asks first.
   *
   * @param server {@code http://HOST:PORT} or {@code https://HOST:PORT}
   * @param ca certificates by which the server is checked; null for those of the system
   * @param certificate the client's own, with its key; null without one
   */
  public AdminClient(
      String server, @Nullable Path ca, @Nullable Path certificate, @Nullable Path key) {
    this.server = server;
    ClientFactoryBuilder made = ClientFactory.builder().connectTimeout(PATIENCE);
    if (ca != null) {
      made.tlsCustomizer(tls -> tls.trustManager(ca.toFile()));
    }
    try {
      if (certificate != null && key != null) {
        made.tls(certificate.toFile(), key.toFile());
      }
      factory = made.build();
    } catch (IllegalArgumentException e) {
      throw new Problem(
          ExitCode.BAD_DATA, "the certificate files cannot be used: " + e.getMessage(), e);
    }
    client =
        WebClient.builder(server)
            .factory(factory)
            .responseTimeout(PATIENCE)
            .maxResponseLength(MOST_BYTES)
            .build();
  }

  /**
   * The items of a list, of all its pages.
   *
   * @param path below {@code /api/v1/}
   * @param list the field of an answer that holds the items
   * @throws Problem when the server cannot be reached, or refuses
   */
  public ArrayNode list(String path, String list, Map<String, String> query) {
    ArrayNode items = MAPPER.createArrayNode();
    String next = "";
    do {
      JsonNode page = page(path, query, next);
      items.addAll((ArrayNode) page.withArray(list));
      next = page.path("next").asText("");
    } while (!next.isEmpty());
    return items;
  }

  private JsonNode page(String path, Map<String, String> query, String after) {
    var parameters = QueryParams.builder();
    query.forEach(parameters::add);
    if (!after.isEmpty()) {
      parameters.add("after", after);
    }
    AggregatedHttpResponse response;
    try {
      response =
          client
              .prepare()
              .get("/api/v1/" + path)
              .queryParams(parameters.build())
              .execute()
              .aggregate()
              .join();
    } catch (CompletionException e) {
      throw new Problem(
          ExitCode.UNREACHABLE,
          "cannot reach the admin port at " + server + ": " + reason(e) + "; give another --server",
          e);
    }
    return answer(response);
  }

  private JsonNode answer(AggregatedHttpResponse response) {
    JsonNode body = json(response.contentUtf8());
    boolean fine = response.status().equals(HttpStatus.OK);
    if (!body.isObject() || !fine && !body.has("detail")) {
      throw new Problem(
          ExitCode.FAILED,
          server
              + " answers "
              + response.status()
              + ", and not as its API does; is this the admin port of a Binnacle server?");
    }
    if (!fine) {
      throw new Problem(ExitCode.FAILED, body.path("detail").asText());
    }
    return body;
  }

  private static JsonNode json(String text) {
    try {
      return MAPPER.readTree(text);
    } catch (JsonProcessingException e) {
      return MissingNode.getInstance();
    }
  }

  private static String reason(Throwable failure) {
    Throwable cause = failure;
    while (cause.getCause() != null && !(cause instanceof SSLException)) {
      cause = cause.getCause();
    }
    return String.valueOf(cause.getMessage());
  }

  /** {@code HOST:PORT} or a URL as a URL; TLS where certificates are given. */
  public static String url(String server, boolean tls) {
    if (server.contains("://")) {
      return server;
    }
    return (tls ? SessionProtocol.HTTPS : SessionProtocol.HTTP).uriText() + "://" + server;
  }

  @Override
  public void close() {
    // Nobody waits for the threads that end.
    factory.closeAsync();
  }
}
