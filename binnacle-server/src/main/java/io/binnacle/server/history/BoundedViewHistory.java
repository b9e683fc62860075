package io.binnacle.server.history;

import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.ViewHistory;
import io.binnacle.core.view.TypeView;
import org.jspecify.annotations.Nullable;

/**
 * The views that clients may hold, in memory (O-10). What is published now is known as long as it
 * is published; of former views the newest are, up to a number of bytes. Views share what they have
 * in common, so that a former view costs what it changed.
 *
 * <p>Safe from any thread. One instance may serve several servers, one after the other or at once.
 */
public final class BoundedViewHistory implements ViewHistory {

  private final RememberedViews views;

  /** The default size: a 32nd of the largest heap, 8 MiB at least and 128 MiB at most. */
  public BoundedViewHistory() {
    this(RememberedViews.defaultBytes());
  }

  /**
   * A history of its own size.
   *
   * @param mostBytes what former views of all groups and types may hold beside what is published;
   *     those that were replaced longest ago are forgotten
   */
  public BoundedViewHistory(long mostBytes) {
    views = new RememberedViews(mostBytes);
  }

  @Override
  public void published(@Nullable TypeView before, TypeView view) {
    views.published(before, view);
  }

  @Override
  public void shown(TypeView view) {
    views.shown(view);
  }

  @Override
  public @Nullable TypeView find(ResourceType type, String version) {
    return views.find(new ViewVersion(type, version));
  }

  /** Whether a view stays known though nobody else keeps it. */
  boolean keeps(TypeView view) {
    return views.keeps(ViewVersion.of(view));
  }
}
