package io.binnacle.server.history;

import com.google.protobuf.InvalidProtocolBufferException;
import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.view.TypeView;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Views of clusters; each cluster is written as {@code name=content}. */
final class Clusters {

  static final TypeView NONE = TypeView.empty(ResourceType.CLUSTER);

  private Clusters() {}

  static Resource cluster(String text) {
    return Resource.of(message(text));
  }

  static Cluster message(String text) {
    String[] parts = text.split("=", 2);
    return Cluster.newBuilder().setName(parts[0]).setAltStatName(parts[1]).build();
  }

  /** A view that begins a log of its own. */
  static TypeView view(String... clusters) {
    return changed(NONE, clusters);
  }

  /** The view that follows; {@code name} alone is a removal. */
  static TypeView changed(TypeView before, String... clusters) {
    Map<String, @Nullable Resource> edits = new HashMap<>();
    Arrays.stream(clusters)
        .forEach(
            text -> edits.put(text.split("=", 2)[0], text.contains("=") ? cluster(text) : null));
    return before.apply(edits);
  }

  /** What is in a view, as it would be written. */
  static List<String> of(@Nullable TypeView view) {
    return view == null
        ? List.of("no such view")
        : view.all().stream().map(Clusters::text).toList();
  }

  private static String text(Resource resource) {
    try {
      Cluster cluster = resource.packed().unpack(Cluster.class);
      return cluster.getName() + "=" + cluster.getAltStatName();
    } catch (InvalidProtocolBufferException e) {
      throw new AssertionError(e);
    }
  }
}
