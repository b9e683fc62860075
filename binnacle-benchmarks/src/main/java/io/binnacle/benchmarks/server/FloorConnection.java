package io.binnacle.benchmarks.server;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.AbstractHttp2ConnectionHandlerBuilder;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2ConnectionDecoder;
import io.netty.handler.codec.http2.Http2ConnectionEncoder;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameAdapter;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One connection of the floor: answers the first bytes of each stream with the first frame, and
 * writes what it is given to all of them. Owned by its event loop, but for {@link #write}.
 */
final class FloorConnection {

  private static final int HEADERS_ONLY = 0;

  private final Supplier<ByteBuf> first;
  private final Handler handler = new Builder().build();
  private final List<Integer> streams = new ArrayList<>();
  private volatile @Nullable ChannelHandlerContext context;

  FloorConnection(Supplier<ByteBuf> first) {
    this.first = first;
  }

  Http2ConnectionHandler handler() {
    return handler;
  }

  /** Writes a frame to every stream, from any thread; takes over one reference. */
  void write(ByteBuf frame) {
    ChannelHandlerContext ctx = context;
    if (ctx == null) {
      frame.release();
      return;
    }
    ctx.executor()
        .execute(
            () -> {
              for (int stream : streams) {
                data(ctx, stream, frame);
              }
              frame.release();
              handler.flush(ctx); // of the handler: it owns what waits for windows
            });
  }

  private void data(ChannelHandlerContext ctx, int stream, ByteBuf frame) {
    var encoder = handler.encoder();
    encoder.writeData(ctx, stream, frame.retainedDuplicate(), 0, false, ctx.newPromise());
    try {
      // one stream at a time: of several that wait the codec would write 1 kB each in turn
      encoder.flowController().writePendingBytes();
    } catch (Http2Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private final class Requests extends Http2FrameAdapter {
    @Override
    public void onHeadersRead(
        ChannelHandlerContext ctx,
        int streamId,
        Http2Headers headers,
        int dependency,
        short weight,
        boolean exclusive,
        int padding,
        boolean endOfStream) {
      context = ctx;
      streams.add(streamId);
      Http2Headers response =
          new DefaultHttp2Headers().status("200").set("content-type", "application/grpc");
      handler
          .encoder()
          .writeHeaders(ctx, streamId, response, HEADERS_ONLY, false, ctx.newPromise());
      data(ctx, streamId, first.get());
    }
  }

  private static final class Handler extends Http2ConnectionHandler {
    Handler(Http2ConnectionDecoder decoder, Http2ConnectionEncoder encoder, Http2Settings initial) {
      super(decoder, encoder, initial);
    }
  }

  private final class Builder extends AbstractHttp2ConnectionHandlerBuilder<Handler, Builder> {
    @Override
    protected Handler build() {
      server(true);
      frameListener(new Requests());
      initialSettings(Http2Settings.defaultSettings().maxConcurrentStreams(Integer.MAX_VALUE));
      return super.build();
    }

    @Override
    protected Handler build(
        Http2ConnectionDecoder decoder, Http2ConnectionEncoder encoder, Http2Settings initial)
        throws Http2Exception {
      return new Handler(decoder, encoder, initial);
    }
  }
}
