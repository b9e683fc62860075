package io.binnacle.app.check;

import java.io.IOException;

/** Brings content into the server that is checked. */
@FunctionalInterface
public interface ContentSink extends AutoCloseable {

  /**
   * Replaces what the server serves to the node of the checks. It may take effect later.
   *
   * @throws IOException when that cannot be done; the message says why
   */
  void publish(Content content) throws IOException;

  /** Takes back what can be taken back. */
  @Override
  default void close() {}
}
