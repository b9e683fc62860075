package io.binnacle.app.admin.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.linecorp.armeria.server.ServerBuilder;
import com.linecorp.armeria.server.ServiceRequestContext;
import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.view.View;
import io.binnacle.server.catalog.Catalog;
import io.binnacle.server.catalog.ViewKey;
import io.binnacle.server.status.NodeStatus;
import io.binnacle.server.status.ServerStatus;
import io.binnacle.sources.select.Glob;
import io.binnacle.text.types.TypeCatalog;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * {@code /api/v1/resources}: what is published, of all groups, of one ({@code group}), or for one
 * node ({@code node}), of every type or of one ({@code type}), by name ({@code name}, with {@code
 * *} for any text); with {@code content=true} the resources themselves.
 */
public final class ResourcesApi implements ApiPart {

  private static final String PATH = "/api/v1/resources";

  private final ServerStatus status;
  private final Views views;
  private final ResourceJson json;

  public ResourcesApi(ServerStatus status, Catalog catalog, TypeCatalog types) {
    this.status = status;
    this.views = new Views(catalog);
    this.json = new ResourceJson(types);
  }

  @Override
  public void addTo(ServerBuilder server) {
    server.service("exact:" + PATH, ApiReply.reading(this::answer));
  }

  private CompletionStage<ObjectNode> answer(ServiceRequestContext request) {
    Page page = Page.askedFor(request);
    boolean withContent = Boolean.parseBoolean(request.queryParam("content"));
    String node = request.queryParam("node");
    CompletionStage<Map<ViewKey, View>> shown =
        node == null
            ? CompletableFuture.completedFuture(views.ofGroups(views.groups()))
            : status.nodes().thenApply(nodes -> views.of(named(node, nodes)));
    return shown.thenApplyAsync(
        all ->
            page.write(
                "resources",
                wanted(all, request),
                Item::key,
                (item, out) -> json.write(item.view(), item.resource(), withContent, out)),
        request.blockingTaskExecutor().withoutContext());
  }

  /**
   * The node with this id, in each of its groups.
   *
   * @throws ApiReply.Refusal when there is none
   */
  static List<NodeStatus> named(String id, List<NodeStatus> nodes) {
    List<NodeStatus> named = nodes.stream().filter(node -> node.nodeId().equals(id)).toList();
    if (named.isEmpty()) {
      throw NodesApi.unknown(id);
    }
    return named;
  }

  private static List<Item> wanted(Map<ViewKey, View> views, ServiceRequestContext request) {
    String group = request.queryParam("group");
    String type = request.queryParam("type");
    String name = request.queryParam("name");
    Glob names = name == null ? null : new Glob(name);
    List<Item> items = new ArrayList<>();
    views.forEach(
        (key, view) -> {
          if (group == null || key.group().equals(group)) {
            for (ResourceType each : view.types()) {
              if (isNamed(each, type)) {
                for (Resource resource : view.type(each).all()) {
                  if (names == null || names.matches(resource.name())) {
                    items.add(new Item(key, resource));
                  }
                }
              }
            }
          }
        });
    return items;
  }

  /** Types go by their short names, {@code CDS} or {@code cds}, and by their URLs. */
  private static boolean isNamed(ResourceType type, @Nullable String text) {
    return text == null || type.shortName().equalsIgnoreCase(text) || type.typeUrl().equals(text);
  }

  /** A resource in a view. */
  private record Item(ViewKey view, Resource resource) {

    String key() {
      return Page.key(
          view.group(),
          String.valueOf(new TreeMap<>(view.variables())),
          String.format("%05d", resource.type().pushOrder()),
          resource.type().typeUrl(),
          resource.name());
    }
  }
}
