package io.binnacle.core.server.internal.session;

import io.binnacle.core.view.View;

/** What a stream's node is to see. */
sealed interface Assignment {
  /** Not known yet, or its group is broken: nothing is answered. */
  record Held() implements Assignment {}

  /** No group matches the node. */
  record Unmatched() implements Assignment {}

  record Serving(View view) implements Assignment {}
}
