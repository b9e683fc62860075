package io.binnacle.server.stream;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.ViewHistory;
import io.binnacle.core.view.TypeView;
import org.jspecify.annotations.Nullable;

/**
 * The last views that clients were shown, in memory (O-10). Views share what they have in common,
 * so that a view more costs what it changed.
 *
 * <p>Safe from any thread. One instance may serve several servers, one after the other or at once.
 */
public final class BoundedViewHistory implements ViewHistory {

  private static final int DEFAULT_VIEWS = 256;

  private record Key(ResourceType type, String version) {}

  private final Cache<Key, TypeView> views;

  /** The default size: 256 views of all groups and types together. */
  public BoundedViewHistory() {
    this(DEFAULT_VIEWS);
  }

  /**
   * A history of its own size.
   *
   * @param most number of views of all groups and types together; the longest unused are forgotten
   */
  public BoundedViewHistory(int most) {
    views = Caffeine.newBuilder().maximumSize(most).build();
  }

  @Override
  public void shown(TypeView view) {
    Key key = new Key(view.type(), view.version());
    if (views.getIfPresent(key) == null) {
      views.put(key, view);
    }
  }

  @Override
  public @Nullable TypeView find(ResourceType type, String version) {
    return views.getIfPresent(new Key(type, version));
  }
}
