package io.binnacle.app.admin;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.MediaType;
import com.linecorp.armeria.server.ServerBuilder;
import com.linecorp.armeria.server.ServiceRequestContext;
import io.binnacle.server.status.NodeStatus;
import io.binnacle.server.status.ServerStatus;
import java.io.UncheckedIOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code /api/v1/nodes}: how the clients stand (ST-1). An id may be empty, may hold {@code /}, and
 * may stand in several groups, so every answer is a list.
 */
public final class NodesApi {

  private static final String PATH = "/api/v1/nodes";
  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private final ServerStatus status;
  private final Clock clock;

  public NodesApi(ServerStatus status, Clock clock) {
    this.status = status;
    this.clock = clock;
  }

  void addTo(ServerBuilder server) {
    server.service("exact:" + PATH, this::all);
    server.service("prefix:" + PATH + "/", this::one);
  }

  private HttpResponse all(ServiceRequestContext ctx, HttpRequest request) {
    return answer(ctx, request, ctx.queryParam("id"), false);
  }

  private HttpResponse one(ServiceRequestContext ctx, HttpRequest request) {
    // The raw path: a slash in an id is %2F there, and nowhere else.
    String path = request.path();
    int query = path.indexOf('?');
    String encoded = (query < 0 ? path : path.substring(0, query)).substring(PATH.length() + 1);
    try {
      String id = URLDecoder.decode(encoded.replace("+", "%2B"), StandardCharsets.UTF_8);
      return answer(ctx, request, id, true);
    } catch (IllegalArgumentException e) {
      return error(HttpStatus.BAD_REQUEST, "'" + encoded + "' is no percent-encoded id");
    }
  }

  private HttpResponse answer(
      ServiceRequestContext ctx, HttpRequest request, @Nullable String id, boolean mustExist) {
    if (request.method() != HttpMethod.GET && request.method() != HttpMethod.HEAD) {
      return error(HttpStatus.METHOD_NOT_ALLOWED, "nodes can be read only: GET");
    }
    return HttpResponse.of(
        status
            .nodes()
            // not on the loop that answers last: it has clients to serve
            .thenApplyAsync(
                nodes -> {
                  List<NodeStatus> wanted =
                      nodes.stream().filter(n -> id == null || n.nodeId().equals(id)).toList();
                  return wanted.isEmpty() && mustExist
                      ? error(
                          HttpStatus.NOT_FOUND,
                          "no node '" + id + "' is connected or left within the last 10 minutes")
                      : json(HttpStatus.OK, body(wanted));
                },
                ctx.blockingTaskExecutor().withoutContext()));
  }

  private ObjectNode body(List<NodeStatus> nodes) {
    ObjectNode body = MAPPER.createObjectNode();
    ArrayNode list = body.putArray("nodes");
    NodeJson json = new NodeJson(clock.instant());
    nodes.forEach(node -> json.write(node, list.addObject()));
    return body;
  }

  private static HttpResponse error(HttpStatus code, String message) {
    return json(code, MAPPER.createObjectNode().put("error", message));
  }

  private static HttpResponse json(HttpStatus code, ObjectNode body) {
    try {
      return HttpResponse.of(code, MediaType.JSON_UTF_8, MAPPER.writeValueAsString(body) + "\n");
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException("cannot write JSON of our own", e);
    }
  }
}
