package io.binnacle.core.server.internal.held;

import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.ViewHistory;
import io.binnacle.core.server.internal.subscribe.Subscription;
import io.binnacle.core.view.TypeView;
import org.jspecify.annotations.Nullable;

/**
 * What a SotW client says that it holds: the version in its first request of a type, and the view
 * that this stands for, where the history knows it (O-10). A version stands for a view only where a
 * wildcard of a full-state type is all that is subscribed.
 *
 * <p>Owned by the thread of its session.
 */
public final class VersionClaim {

  private final ResourceType type;
  private final ViewHistory history;
  private final Subscription subscription;
  private String version = "";
  private @Nullable TypeView found;

  public VersionClaim(ResourceType type, ViewHistory history, Subscription subscription) {
    this.type = type;
    this.history = history;
    this.subscription = subscription;
  }

  /** The first request of the type came with this version; empty for none. */
  public void made(String versionInfo) {
    version = versionInfo;
  }

  public String version() {
    return version;
  }

  /** The view of the version; null when none was given, or nobody knows it (yet). */
  public @Nullable TypeView view() {
    if (found == null && !version.isEmpty() && isOfWholeViews()) {
      found = history.find(type, version);
    }
    return found;
  }

  /** S-15: whether nothing in a view can differ from what the client says it has. */
  public boolean isOf(TypeView view, String viewVersion) {
    return isOfWholeViews()
        && !version.isEmpty()
        && version.equals(viewVersion)
        && view.withTtl().isEmpty();
  }

  /** The client was shown a view: what it held before matters no more, and this one may be next. */
  public void superseded(TypeView shown) {
    found = null;
    if (isOfWholeViews()) {
      history.shown(shown);
    }
  }

  private boolean isOfWholeViews() {
    return type.fullState() && subscription.isPureWildcard();
  }
}
