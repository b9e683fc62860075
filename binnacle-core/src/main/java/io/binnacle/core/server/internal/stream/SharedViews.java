package io.binnacle.core.server.internal.stream;

import io.binnacle.core.server.Shared;
import io.binnacle.core.view.Change;
import io.binnacle.core.view.Overlay;
import io.binnacle.core.view.TypeView;
import java.util.List;

/** What is worked out about views once for all streams (B-2). */
public final class SharedViews {

  private record Step(TypeView from, TypeView to) {}

  private record Overlaid(TypeView base, Overlay overlay) {}

  private SharedViews() {}

  /** What differs between two views, found once for all streams that make this step. */
  public static List<Change> changes(Shared shared, TypeView from, TypeView to) {
    return from == to ? List.of() : shared.once(new Step(from, to), () -> to.changesSince(from));
  }

  /** A view through an overlay: streams in the same phase share one, and its bytes. */
  public static TypeView overlaid(Shared shared, TypeView base, Overlay overlay) {
    return shared.once(new Overlaid(base, overlay), () -> base.with(overlay));
  }
}
