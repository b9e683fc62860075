package io.binnacle.sources.group.text;

import io.binnacle.core.resource.ResourceType;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The keys of a group under which resources stand (G-1). */
public enum ResourceList {
  LISTENERS(ResourceType.LISTENER),
  ROUTES(ResourceType.ROUTE_CONFIGURATION),
  SCOPED_ROUTES(ResourceType.SCOPED_ROUTE_CONFIGURATION),
  VIRTUAL_HOSTS(ResourceType.VIRTUAL_HOST),
  CLUSTERS(ResourceType.CLUSTER),
  ENDPOINTS(ResourceType.CLUSTER_LOAD_ASSIGNMENT),
  LOCALITY_ENDPOINTS(ResourceType.LB_ENDPOINT),
  SECRETS(ResourceType.SECRET),
  RUNTIMES(ResourceType.RUNTIME),
  EXTENSION_CONFIGS(ResourceType.TYPED_EXTENSION_CONFIG),
  /** Of any type, each with {@code @type}. */
  RESOURCES(null);

  private final @Nullable ResourceType type;

  ResourceList(@Nullable ResourceType type) {
    this.type = type;
  }

  /** As it stands in a file, in snake_case. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The type of its items; null when each names its own. */
  @Nullable ResourceType type() {
    return type;
  }

  /** The list with this key, in snake_case; null when there is none. */
  static @Nullable ResourceList of(String key) {
    for (ResourceList list : values()) {
      if (list.key().equals(key)) {
        return list;
      }
    }
    return null;
  }

  /** The key under which resources of a type stand. */
  public static String keyOf(ResourceType type) {
    return Arrays.stream(values())
        .filter(list -> type.equals(list.type))
        .findFirst()
        .orElse(RESOURCES)
        .key();
  }

  static List<String> keys() {
    return Arrays.stream(values()).map(ResourceList::key).toList();
  }
}
