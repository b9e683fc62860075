package io.binnacle.server.limit;

import io.binnacle.server.internal.Internal;
import org.jspecify.annotations.Nullable;

/**
 * What one stream, poll or connection holds of the memory for clients. Closed with it, and without
 * effect after that. Owned by its loop.
 */
@Internal
public final class Holding implements AutoCloseable {

  /** What it is counted as, beside its bytes. */
  enum Kind {
    STREAM,
    CONNECTION,
    POLL
  }

  private final ClientAccount account;
  private final Kind kind;
  private final @Nullable Peer peer;
  private long bytes;
  private boolean closed;

  Holding(ClientAccount account, Kind kind, @Nullable Peer peer, long bytes) {
    this.account = account;
    this.kind = kind;
    this.peer = peer;
    this.bytes = bytes;
  }

  /**
   * From now on it holds this much.
   *
   * @return why it may not, where that is more than before; then it holds what it held
   */
  public @Nullable Shortage hold(long newBytes) {
    if (closed || newBytes == bytes) {
      return null;
    }
    if (newBytes > bytes) {
      Shortage shortage = account.grow(peer, newBytes - bytes);
      if (shortage != null) {
        return shortage;
      }
    } else {
      account.shrink(peer, bytes - newBytes);
    }
    bytes = newBytes;
    return null;
  }

  /** What it holds. */
  public long bytes() {
    return bytes;
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      account.close(kind, peer, bytes);
      bytes = 0;
    }
  }
}
