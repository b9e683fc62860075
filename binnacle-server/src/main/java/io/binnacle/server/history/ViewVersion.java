package io.binnacle.server.history;

import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.view.TypeView;

/** What a SotW client names a view by. Two views of one version have the same content (S-14). */
record ViewVersion(ResourceType type, String version) {

  static ViewVersion of(TypeView view) {
    return new ViewVersion(view.type(), view.version());
  }
}
