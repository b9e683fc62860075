package io.binnacle.app.admin.api;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.linecorp.armeria.server.ServerBuilder;
import com.linecorp.armeria.server.ServiceRequestContext;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.view.TypeView;
import io.binnacle.core.view.View;
import io.binnacle.server.catalog.Catalog;
import io.binnacle.server.status.NodeStatus;
import io.binnacle.server.status.ServerStatus;
import io.binnacle.sources.load.LoadedConfiguration;
import io.binnacle.text.Finding;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * {@code /api/v1/groups}: every group with its resources, how many nodes it serves, and what is
 * wrong with its newest text.
 */
public final class GroupsApi implements ApiPart {

  /** How a group stands. */
  private enum State {
    /** Its newest text is served. */
    IN_FORCE,
    /** Its newest text is refused, and an earlier one is served (G-5). */
    LAST_GOOD,
    /** It was never loaded; its nodes get no answer (G-5). */
    NEVER_LOADED
  }

  private static final String PATH = "/api/v1/groups";

  private final ServerStatus status;
  private final Catalog catalog;
  private final Supplier<LoadedConfiguration> configuration;

  /**
   * @param configuration what is in force, and what is wrong with it
   */
  public GroupsApi(
      ServerStatus status, Catalog catalog, Supplier<LoadedConfiguration> configuration) {
    this.status = status;
    this.catalog = catalog;
    this.configuration = configuration;
  }

  @Override
  public void addTo(ServerBuilder server) {
    server.service("exact:" + PATH, ApiReply.reading(this::answer));
  }

  private CompletionStage<ObjectNode> answer(ServiceRequestContext request) {
    Page page = Page.askedFor(request);
    return status
        .nodes()
        .thenApplyAsync(
            nodes -> {
              Map<String, LoadedConfiguration.Refused> refused =
                  configuration.get().refused().stream()
                      .collect(
                          Collectors.toMap(
                              LoadedConfiguration.Refused::group,
                              Function.identity(),
                              (one, other) -> one));
              TreeSet<String> names = new TreeSet<>(catalog.groups());
              names.addAll(refused.keySet());
              Map<String, Long> connected =
                  nodes.stream()
                      .filter(NodeStatus::isConnected)
                      .collect(Collectors.groupingBy(NodeStatus::group, Collectors.counting()));
              return page.write(
                  "groups",
                  names,
                  Page::key,
                  (name, out) -> {
                    out.put("name", name);
                    out.put("nodes", connected.getOrDefault(name, 0L));
                    write(refused.get(name), out);
                    write(catalog.views(name).values(), out);
                  });
            },
            request.blockingTaskExecutor().withoutContext());
  }

  private static void write(LoadedConfiguration.@Nullable Refused refused, ObjectNode out) {
    State state = State.IN_FORCE;
    List<Finding> findings = List.of();
    if (refused != null) {
      state = refused.keepsLastGood() ? State.LAST_GOOD : State.NEVER_LOADED;
      findings = refused.findings();
    }
    out.put("state", state.name());
    ArrayNode list = out.putArray("findings");
    for (Finding finding : findings) {
      list.addObject()
          .put("severity", finding.severity().name())
          .put("file", finding.position().file())
          .put("line", finding.position().line())
          .put("column", finding.position().column())
          .put("resource", finding.resource())
          .put("field", finding.fieldPath())
          .put("message", finding.message());
    }
  }

  /** A group that depends on the node has a view for each set of values that nodes have. */
  private static void write(Collection<View> views, ObjectNode out) {
    out.put("views", views.size());
    Map<ResourceType, TypeView> largest = new TreeMap<>();
    for (View view : views) {
      for (ResourceType type : view.types()) {
        largest.merge(type, view.type(type), (a, b) -> b.size() > a.size() ? b : a);
      }
    }
    ArrayNode types = out.putArray("types");
    largest.forEach(
        (type, view) -> {
          if (view.size() > 0) {
            ObjectNode each = types.addObject();
            each.put("type", type.shortName());
            each.put("resources", view.size());
            if (views.size() == 1) {
              each.put("version", view.version());
            }
          }
        });
  }
}
