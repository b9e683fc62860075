package io.binnacle.server.internal.armeria;

import io.binnacle.core.server.ResponseBody;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.buffer.UnpooledDirectByteBuf;
import io.netty.util.IllegalReferenceCountException;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of response bodies outside of the heap, once for all streams that write them (B-2).
 *
 * <p>A buffer lives as long as a write of it is pending: each write holds one reference, and with
 * the last one the buffer is freed and forgotten. Safe from any thread.
 */
final class SharedBuffers {

  /** By identity: a body is equal to itself only. */
  private final ConcurrentHashMap<ResponseBody, Shared> pending = new ConcurrentHashMap<>();

  /** A view of the body's bytes with indices of its own, to be released once it is written. */
  ByteBuf retained(ResponseBody body) {
    Shared shared = pending.compute(body, (key, present) -> retained(key, present));
    return shared.duplicate();
  }

  /** Number of bodies that are being written. */
  int size() {
    return pending.size();
  }

  private Shared retained(ResponseBody body, @Nullable Shared present) {
    if (present != null) {
      try {
        present.retain();
        return present;
      } catch (IllegalReferenceCountException freedMeanwhile) {
        // its last write ended on another loop just now: it leaves the map, and a new one comes
      }
    }
    return new Shared(body);
  }

  @SuppressWarnings("ReferenceEquality") // buffers are equal when their content is
  private void freed(Shared buffer) {
    pending.computeIfPresent(buffer.body, (key, present) -> present == buffer ? null : present);
  }

  /** A direct buffer that reports when it is freed. */
  private final class Shared extends UnpooledDirectByteBuf {
    private final ResponseBody body;

    Shared(ResponseBody body) {
      this(body, UnpooledByteBufAllocator.DEFAULT);
    }

    private Shared(ResponseBody body, ByteBufAllocator allocator) {
      super(allocator, Math.max(1, body.size()), Math.max(1, body.size()));
      this.body = body;
      writeBytes(body.bytes().asReadOnlyByteBuffer());
    }

    @Override
    protected void deallocate() {
      freed(this);
      super.deallocate();
    }
  }
}
