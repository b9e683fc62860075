package io.binnacle.server.catalog;

import io.binnacle.core.view.Snapshot;
import java.util.Map;

/**
 * A snapshot that depends on variables, such as a node's id. Pure: equal variables give equal
 * content. Rendered once per distinct {@link ViewKey}, on the publisher's thread or a background
 * thread, never on an event loop.
 */
@FunctionalInterface
public interface SnapshotTemplate {

  /**
   * Renders the snapshot for these variables.
   *
   * @throws RuntimeException when it cannot; then nothing of the publish becomes visible, and the
   *     message is shown to people
   */
  Snapshot render(Map<String, String> variables);
}
