package io.binnacle.benchmarks.load;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * One HTTP/2 connection with its streams: scans what comes, and writes the ACKs and window updates
 * of all that was read at once together. Owned by its event loop.
 */
final class LoadConnection extends ChannelInboundHandlerAdapter {

  /** Larger than a response of the bench, smaller than what a server may not buffer. */
  static final int STREAM_WINDOW = 1 << 20;

  static final int CONNECTION_WINDOW = 64 << 20;
  static final int DEFAULT_WINDOW = 65_535;

  private final Variant variant;
  private final int number;
  private final FirstRequest first;
  private final Progress progress;
  private final LoadStream[] streams;
  private final FrameReader frames = new FrameReader(this);
  private final Deque<LoadStream> waiting = new ArrayDeque<>();
  private byte[] marker = "~nothing".getBytes(StandardCharsets.US_ASCII);
  private int opened;
  private int round;
  private int ready;
  private int unacknowledged;
  private long window = DEFAULT_WINDOW;
  private long initialWindow = DEFAULT_WINDOW;
  private @Nullable ByteBuf out;
  private @Nullable ChannelHandlerContext context;
  private boolean complete;

  /**
   * A connection that opens its streams when it is connected.
   *
   * @param progress is told how far its streams are
   */
  LoadConnection(
      Variant variant, FirstRequest first, int number, int streamCount, Progress progress) {
    this.variant = variant;
    this.first = first;
    this.progress = progress;
    this.streams = new LoadStream[streamCount];
    this.number = number;
  }

  /** From now on a stream is done when it has got this marker. */
  void expect(int newRound, byte[] newMarker) {
    round = newRound;
    marker = newMarker;
    ready = 0;
    complete = false;
  }

  @Override
  public void channelActive(ChannelHandlerContext ctx) {
    context = ctx;
    ByteBuf bytes = out(ctx);
    FrameWriter.preface(bytes, STREAM_WINDOW, CONNECTION_WINDOW - DEFAULT_WINDOW);
    for (int i = 0; i < streams.length; i++) {
      LoadStream stream = new LoadStream(2 * i + 1, DEFAULT_WINDOW);
      streams[i] = stream;
    }
    open(bytes, 0);
    flush(ctx);
  }

  /** Opens streams as far as the connection's window lets their first requests through. */
  private void open(ByteBuf bytes, int from) {
    opened = from;
    while (opened < streams.length) {
      byte[] request = variant.firstRequest("node-" + number + "-" + opened, first);
      int cost = FrameWriter.windowOf(request.length);
      if (window < cost) {
        return;
      }
      LoadStream stream = streams[opened++];
      window -= cost;
      stream.window -= cost;
      FrameWriter.requestHeaders(bytes, stream.id, variant.path());
      FrameWriter.message(bytes, stream.id, request);
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    ByteBuf in = (ByteBuf) message;
    try {
      frames.read(in);
    } finally {
      in.release();
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext ctx) {
    flush(ctx);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    progress.failed(cause);
    ctx.close();
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    progress.failed(new IllegalStateException("the server closed the connection"));
  }

  private ByteBuf out(ChannelHandlerContext ctx) {
    ByteBuf bytes = out;
    if (bytes == null) {
      bytes = ctx.alloc().directBuffer(64 << 10);
      out = bytes;
    }
    return bytes;
  }

  private ByteBuf out() {
    ChannelHandlerContext ctx = context;
    if (ctx == null) {
      throw new IllegalStateException("not connected");
    }
    return out(ctx);
  }

  private void flush(ChannelHandlerContext ctx) {
    if (unacknowledged > CONNECTION_WINDOW / 4) {
      FrameWriter.windowUpdate(out(ctx), 0, unacknowledged);
      unacknowledged = 0;
    }
    ByteBuf bytes = out;
    out = null;
    if (ready == streams.length && !complete && waiting.isEmpty()) {
      complete = true;
      var written = bytes == null ? ctx.newSucceededFuture() : ctx.writeAndFlush(bytes);
      written.addListener(done -> progress.connectionDone());
    } else if (bytes != null) {
      ctx.writeAndFlush(bytes);
    }
  }

  // ---- what the frame reader tells ----

  /** A piece of a DATA frame, up to this index. */
  void onData(int streamId, ByteBuf in, int end) {
    LoadStream stream = streams[streamId >> 1];
    int bytes = end - in.readerIndex();
    unacknowledged += bytes;
    stream.unacknowledged += bytes;
    while (stream.scanner.scan(in, end, marker)) {
      onMessage(stream);
    }
    if (stream.unacknowledged > STREAM_WINDOW / 4) {
      FrameWriter.windowUpdate(out(), stream.id, stream.unacknowledged);
      stream.unacknowledged = 0;
    }
  }

  private void onMessage(LoadStream stream) {
    if (round == 0) {
      stream.loaded += stream.scanner.resources();
      ready += !stream.isLoaded && stream.loaded >= progress.resources() ? 1 : 0;
      stream.isLoaded |= stream.loaded >= progress.resources();
    } else if (stream.scanner.marked() && stream.round < round) {
      stream.round = round;
      ready++;
    }
    int cost = FrameWriter.windowOf(stream.ackLength(variant));
    if (cost <= window && cost <= stream.window && waiting.isEmpty()) {
      window -= cost;
      stream.window -= cost;
      stream.writeAck(out(), variant);
    } else {
      waiting.add(stream); // its scanner keeps the nonce: the server sends nothing before the ACK
    }
  }

  void onHeaders(int streamId, boolean endOfStream) {
    if (endOfStream) {
      throw new IllegalStateException("the server ended stream " + streamId);
    }
  }

  void onSettings(int initialWindowSize) {
    if (initialWindowSize >= 0) {
      for (LoadStream stream : streams) {
        stream.window += initialWindowSize - initialWindow;
      }
      initialWindow = initialWindowSize;
    }
    FrameWriter.header(out(), 0, FrameWriter.SETTINGS, FrameWriter.ACK, 0);
  }

  void onPing(long payload) {
    FrameWriter.header(out(), Long.BYTES, FrameWriter.PING, FrameWriter.ACK, 0);
    out().writeLong(payload);
  }

  void onWindowUpdate(int streamId, int more) {
    if (streamId == 0) {
      window += more;
    } else {
      streams[streamId >> 1].window += more;
    }
    if (opened < streams.length) {
      open(out(), opened);
    }
    for (LoadStream next = waiting.peek(); next != null; next = waiting.peek()) {
      int cost = FrameWriter.windowOf(next.ackLength(variant));
      if (cost > window || cost > next.window) {
        return;
      }
      waiting.remove();
      window -= cost;
      next.window -= cost;
      next.writeAck(out(), variant);
    }
  }
}
