package io.binnacle.app.admin.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.server.ServerBuilder;
import com.linecorp.armeria.server.ServiceRequestContext;
import io.binnacle.app.admin.api.ApiReply.Refusal;
import io.binnacle.server.status.NodeStatus;
import io.binnacle.server.status.ServerStatus;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * {@code /api/v1/nodes}: how the clients stand (ST-1). An id may be empty, may hold {@code /}, and
 * may stand in several groups, so every answer is a list.
 */
public final class NodesApi implements ApiPart {

  private static final String PATH = "/api/v1/nodes";

  private final ServerStatus status;
  private final Clock clock;

  public NodesApi(ServerStatus status, Clock clock) {
    this.status = status;
    this.clock = clock;
  }

  @Override
  public void addTo(ServerBuilder server) {
    server.service("exact:" + PATH, ApiReply.reading(this::all));
    server.service("prefix:" + PATH + "/", ApiReply.reading(this::one));
  }

  private CompletionStage<ObjectNode> all(ServiceRequestContext request) {
    Page page = Page.askedFor(request);
    Predicate<NodeStatus> wanted =
        given(request.queryParam("id"), NodeStatus::nodeId)
            .and(given(request.queryParam("group"), NodeStatus::group))
            .and(given(upper(request.queryParam("state")), node -> node.state().name()));
    return nodes(request, nodes -> body(page, nodes.stream().filter(wanted).toList()));
  }

  private CompletionStage<ObjectNode> one(ServiceRequestContext request) {
    // The raw path: a slash in an id is %2F there, and nowhere else.
    String path = request.request().path();
    int query = path.indexOf('?');
    String encoded = (query < 0 ? path : path.substring(0, query)).substring(PATH.length() + 1);
    String id = decoded(encoded);
    Page page = Page.askedFor(request);
    return nodes(
        request,
        nodes -> {
          List<NodeStatus> wanted = nodes.stream().filter(n -> n.nodeId().equals(id)).toList();
          if (wanted.isEmpty()) {
            throw unknown(id);
          }
          return body(page, wanted);
        });
  }

  /** What is answered about a node that nobody knows. */
  static Refusal unknown(String id) {
    return new Refusal(
        HttpStatus.NOT_FOUND,
        "no node '" + id + "' is connected or left within the last 10 minutes");
  }

  private static String decoded(String encoded) {
    try {
      return URLDecoder.decode(encoded.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw new Refusal(HttpStatus.BAD_REQUEST, "'" + encoded + "' is no percent-encoded id");
    }
  }

  private CompletionStage<ObjectNode> nodes(
      ServiceRequestContext request, Function<List<NodeStatus>, ObjectNode> body) {
    // not on the loop that answers last: it has clients to serve
    return status.nodes().thenApplyAsync(body, request.blockingTaskExecutor().withoutContext());
  }

  private ObjectNode body(Page page, List<NodeStatus> nodes) {
    NodeJson json = new NodeJson(clock.instant());
    return page.write(
        "nodes", nodes, n -> Page.key(n.nodeId(), n.group()), (node, out) -> json.write(node, out));
  }

  private static @Nullable String upper(@Nullable String state) {
    return state == null ? null : state.toUpperCase(Locale.ROOT);
  }

  private static Predicate<NodeStatus> given(
      @Nullable String value, Function<NodeStatus, String> of) {
    return value == null ? node -> true : node -> of.apply(node).equals(value);
  }
}
