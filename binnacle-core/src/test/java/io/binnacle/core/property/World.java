package io.binnacle.core.property;

import com.google.protobuf.Any;
import com.google.protobuf.Message;
import io.binnacle.core.Resources;
import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.view.TypeView;
import io.binnacle.core.view.View;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What is published: two views with logs of their own, and all that they ever held. */
final class World {

  static final List<ResourceType> TYPES =
      List.of(
          ResourceType.CLUSTER,
          ResourceType.CLUSTER_LOAD_ASSIGNMENT,
          ResourceType.LISTENER,
          ResourceType.ROUTE_CONFIGURATION,
          ResourceType.VIRTUAL_HOST,
          ResourceType.SECRET);

  static final String GLOB = "xdstp://lab/t/edge/*";
  static final String OTHER_GLOB = "xdstp://lab/t/core/*";

  /** Always there, and always subscribed: a change of it brings what waits for a next response. */
  static final String NUDGE = "nudge";

  static final List<String> NAMES =
      List.of(
          "a",
          "b",
          "c",
          "d",
          "e",
          "xdstp://lab/t/edge/m1",
          "xdstp://lab/t/edge/m2",
          "xdstp://lab/t/edge/deep/m1",
          "xdstp://lab/t/core/m1",
          NUDGE);

  static final List<String> ALIASES = List.of("alias-1", "alias-2", "alias-3");

  private static final List<Duration> TTLS =
      List.of(Duration.ofSeconds(40), Duration.ofSeconds(100));

  private final Random random;
  private final View[] views = {View.empty(), View.empty()};
  private final Map<ResourceType, Map<Any, String>> nameByBody = new HashMap<>();
  private final Map<ResourceType, Map<String, Set<Resource>>> everHeld = new HashMap<>();
  private int counter;

  World(Random random) {
    this.random = random;
    for (int which = 0; which < views.length; which++) {
      for (ResourceType type : TYPES) {
        nudge(which, type);
        edit(which, type);
      }
    }
  }

  View view(int which) {
    return views[which];
  }

  /** The name of a packed message. */
  String nameOf(ResourceType type, Any body) {
    String name = nameByBody.get(type).get(body);
    if (name == null) {
      throw new AssertionError("never published: " + body);
    }
    return name;
  }

  /** Every resource that ever stood under a name. */
  Set<Resource> everHeld(ResourceType type, String name) {
    return everHeld.getOrDefault(type, Map.of()).getOrDefault(name, Set.of());
  }

  /** Adds, changes, changes back or removes a few resources of a type; the names concerned. */
  Set<String> edit(int which, ResourceType type) {
    Map<String, @Nullable Resource> edits = new HashMap<>();
    int count = 1 + random.nextInt(3);
    Set<String> aliasesInUse = new HashSet<>();
    views[which].type(type).all().forEach(resource -> aliasesInUse.addAll(resource.aliases()));
    for (int i = 0; i < count; i++) {
      String name = NAMES.get(random.nextInt(NAMES.size() - 1));
      edits.put(name, random.nextInt(3) == 0 ? null : resource(type, name, aliasesInUse));
    }
    return apply(which, type, edits);
  }

  /** Changes the resource that everybody has. */
  Set<String> nudge(int which, ResourceType type) {
    Resource nudge = known(Resource.builder(NUDGE, message(type, NUDGE, ++counter)).build());
    return apply(which, type, Map.of(NUDGE, nudge));
  }

  private Set<String> apply(int which, ResourceType type, Map<String, @Nullable Resource> edits) {
    TypeView before = views[which].type(type);
    views[which] = views[which].apply(Map.of(type, edits));
    Set<String> changed = new HashSet<>();
    views[which].type(type).changesSince(before).forEach(change -> changed.add(change.name()));
    return changed;
  }

  private Resource resource(ResourceType type, String name, Set<String> aliasesInUse) {
    List<Resource> former = new ArrayList<>(everHeld(type, name));
    if (!former.isEmpty() && random.nextInt(4) == 0) {
      Resource back = former.get(random.nextInt(former.size()));
      if (back.aliases().stream().allMatch(aliasesInUse::add)) {
        return back;
      }
    }
    int content = random.nextInt(4) == 0 ? random.nextInt(3) : ++counter;
    Resource.Builder builder = Resource.builder(name, message(type, name, content));
    if (random.nextInt(6) == 0) {
      builder.onDemand(true);
    }
    if (random.nextInt(6) == 0) {
      builder.ttl(TTLS.get(random.nextInt(TTLS.size())));
    }
    String alias = ALIASES.get(random.nextInt(ALIASES.size()));
    if (random.nextInt(4) == 0 && aliasesInUse.add(alias)) {
      builder.alias(alias);
    }
    return known(builder.build());
  }

  private Resource known(Resource resource) {
    ResourceType type = resource.type();
    nameByBody.computeIfAbsent(type, t -> new HashMap<>()).put(resource.packed(), resource.name());
    everHeld
        .computeIfAbsent(type, t -> new HashMap<>())
        .computeIfAbsent(resource.name(), n -> new LinkedHashSet<>())
        .add(resource);
    return resource;
  }

  /** Clusters take endpoints by their own names, or by that of another. */
  private Message message(ResourceType type, String name, int content) {
    String text = Integer.toString(content);
    if (type.equals(ResourceType.CLUSTER)) {
      String service = content % 3 == 0 ? "a" : "";
      return content % 2 == 0
          ? Resources.edsCluster(name, service, text)
          : Resources.cluster(name, text);
    }
    if (type.equals(ResourceType.CLUSTER_LOAD_ASSIGNMENT)) {
      return Resources.assignment(name, content);
    }
    if (type.equals(ResourceType.LISTENER)) {
      return Resources.listener(name, text);
    }
    if (type.equals(ResourceType.ROUTE_CONFIGURATION)) {
      return Resources.route(name, text);
    }
    return type.equals(ResourceType.SECRET)
        ? Resources.secret(name, text)
        : io.envoyproxy.envoy.config.route.v3.VirtualHost.newBuilder()
            .setName(name)
            .addDomains(text)
            .build();
  }
}
