package io.binnacle.app.admin.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.server.ServerBuilder;
import com.linecorp.armeria.server.ServiceRequestContext;
import io.binnacle.app.admin.api.ApiReply.Refusal;
import io.binnacle.core.view.View;
import io.binnacle.server.catalog.Catalog;
import io.binnacle.server.catalog.ViewKey;
import io.binnacle.server.status.NodeStatus;
import io.binnacle.server.status.ServerStatus;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/**
 * {@code /api/v1/tree?node=ID}: what a node is to have, from its listeners to its endpoints, with
 * what is missing, refused or held back in its place. A node that is in several groups has a tree
 * in each.
 */
public final class TreeApi implements ApiPart {

  private static final String PATH = "/api/v1/tree";

  private final ServerStatus status;
  private final Views views;

  public TreeApi(ServerStatus status, Catalog catalog) {
    this.status = status;
    this.views = new Views(catalog);
  }

  @Override
  public void addTo(ServerBuilder server) {
    server.service("exact:" + PATH, ApiReply.reading(this::answer));
  }

  private CompletionStage<ObjectNode> answer(ServiceRequestContext request) {
    String id = request.queryParam("node");
    if (id == null) {
      throw new Refusal(HttpStatus.BAD_REQUEST, "which node? ?node=ID");
    }
    Page page = Page.askedFor(request);
    return status
        .nodes()
        .thenApplyAsync(
            nodes ->
                page.write(
                    "trees",
                    ResourcesApi.named(id, nodes),
                    node -> Page.key(node.group()),
                    this::write),
            request.blockingTaskExecutor().withoutContext());
  }

  private void write(NodeStatus node, ObjectNode out) {
    out.put("node", node.nodeId());
    out.put("group", node.group());
    out.put("state", node.state().name());
    out.put("heldReason", node.heldReason());
    Standings standings = new Standings(node);
    standings.writeLeaving(out.putArray("leaving"));
    Map<ViewKey, View> shown = views.of(List.of(node));
    // Streams of one node and group could differ in variables only if their nodes do.
    View view = shown.values().stream().findFirst().orElse(View.empty());
    new NodeTree(view, standings).write(out);
  }
}
