package io.binnacle.core.server.harness;

import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.ViewHistory;
import io.binnacle.core.view.TypeView;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A history that forgets nothing. */
public final class ViewsInMemory implements ViewHistory {

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
