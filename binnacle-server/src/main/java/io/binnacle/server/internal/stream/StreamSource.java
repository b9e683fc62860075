package io.binnacle.server.internal.stream;

import io.binnacle.server.stream.CloseReason;
import io.binnacle.server.stream.StreamSnapshot;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Who is served by a hub without a stream of its own, and is shown and ended with the streams: the
 * clients that poll. Safe from any thread.
 */
public interface StreamSource {

  /** How each stands. */
  CompletableFuture<List<StreamSnapshot>> streams();

  /** Ends them all; complete when that is done. */
  CompletableFuture<Void> closeAll(CloseReason reason);
}
