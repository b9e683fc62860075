package io.binnacle.core.property.order;

import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.RejectionMemory;
import io.binnacle.core.server.Shared;
import io.binnacle.core.server.ViewHistory;
import io.binnacle.core.view.TypeView;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What a server remembers beyond one stream. */
final class Remembered {

  private Remembered() {}

  /** A history of views that forgets nothing, over restarts. */
  static final class Views implements ViewHistory {
    private final Map<String, TypeView> views = new HashMap<>();

    @Override
    public void shown(TypeView view) {
      views.put(view.type() + view.version(), view);
    }

    @Override
    public @Nullable TypeView find(ResourceType type, String version) {
      return views.get(type + version);
    }
  }

  /** Keeps all shared work, so that a key that is not sharp enough shows. */
  static final class Work implements Shared {
    final Map<Object, Object> kept = new HashMap<>();

    @Override
    @SuppressWarnings("unchecked")
    public <T> T once(Object key, Supplier<T> work) {
      Object value = kept.get(key);
      if (value == null) {
        value = work.get();
        kept.put(key, value);
      }
      return (T) value;
    }
  }

  /** Remembers all rejections of the one node. */
  static final class Rejections implements RejectionMemory {
    private final Map<ResourceType, Set<String>> names = new HashMap<>();

    @Override
    public void rejected(String node, ResourceType type, Collection<String> rejected) {
      names.computeIfAbsent(type, t -> new HashSet<>()).addAll(rejected);
    }

    @Override
    public void settled(String node, ResourceType type, Collection<String> settled) {
      names.getOrDefault(type, new HashSet<>()).removeAll(settled);
    }

    @Override
    public Set<String> rejectedNames(String node, ResourceType type) {
      return Set.copyOf(names.getOrDefault(type, Set.of()));
    }
  }
}
