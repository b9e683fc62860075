package io.binnacle.client.internal.drive;

import com.google.protobuf.Message;
import io.binnacle.client.event.ClientEvent;
import io.binnacle.client.internal.transport.DiscoveryCall;
import io.binnacle.client.internal.transport.StreamTransport;
import io.binnacle.core.client.ResponseFacts;
import io.binnacle.core.client.internal.session.ClientSession;
import io.binnacle.core.method.DiscoveryMethod;
import org.jspecify.annotations.Nullable;

/**
 * Drives one session over streams to one server, one stream at a time. A stream is opened when
 * something is watched, and again after its end: at once when it lived longer than the backoff,
 * else when that is over (C-9).
 */
public final class StreamFeed implements Feed {

  private final String server;
  private final DiscoveryMethod method;
  private final StreamTransport transport;
  private final ClientSession session;
  private final FeedHost host;
  private final Loop loop;
  private final Attempts attempts;

  /** The present stream; null while there is none. */
  private @Nullable Stream stream;

  private boolean paused;

  /** A feed without a stream; the session is closed with it, the transport is not. */
  public StreamFeed(
      String server,
      DiscoveryMethod method,
      StreamTransport transport,
      ClientSession session,
      Backoff backoff,
      FeedHost host) {
    this.server = server;
    this.method = method;
    this.transport = transport;
    this.session = session;
    this.host = host;
    this.loop = host.loop();
    this.attempts = new Attempts(loop, backoff, this::flush);
  }

  @Override
  public void flush() {
    if (attempts.mayBegin() && isWanted()) {
      stream = new Stream();
    } else if (stream != null && stream.opened) {
      stream.write();
    }
  }

  private boolean isWanted() {
    return method.onlyType() == null
        ? !host.cache().types().isEmpty()
        : host.cache().types().contains(method.onlyType());
  }

  @Override
  public void pause() {
    if (stream != null && stream.opened && !paused) {
      paused = true;
      session.onReadingPaused(loop.now());
    }
  }

  @Override
  public void resume() {
    if (stream == null || !stream.opened) {
      return;
    }
    if (paused) {
      paused = false;
      session.onReadingResumed(loop.now());
    }
    if (!stream.reading && session.mayReceive()) {
      stream.reading = true;
      stream.call.readNext();
    }
  }

  @Override
  public long nextDeadline() {
    return session.nextDeadline();
  }

  @Override
  public void onTime() {
    session.onTime(loop.now());
  }

  @Override
  public void close() {
    attempts.close();
    if (stream != null && stream.opened) {
      session.onStreamClosed(loop.now());
    }
    stream = null;
    session.close();
  }

  /** One stream. */
  private final class Stream implements StreamTransport.Listener {

    private final Attempts.Attempt attempt = attempts.begin(this::cancel); // before anything comes
    private final DiscoveryCall call = transport.open(method, this);
    private boolean opened;
    private boolean reading;

    private void cancel() {
      call.cancel("not needed any more");
    }

    void write() {
      while (call.isReady()) {
        Message request = session.poll(loop.now());
        if (request == null) {
          return;
        }
        call.send(request);
        host.event(new ClientEvent.Requested(server, request));
      }
    }

    @Override
    public void onReady() {
      attempt.later(
          () -> {
            if (!opened) {
              opened = true;
              session.onStreamOpened(loop.now()); // C-7: now it goes out at once
              host.event(new ClientEvent.Opened(server, method.onlyType()));
            }
            host.changed();
          });
    }

    @Override
    public void onResponse(Message response) {
      attempt.later(
          () -> {
            reading = false;
            ResponseFacts facts = session.onResponse(response, loop.now());
            attempts.answered();
            host.answered();
            host.event(new ClientEvent.Responded(server, response, facts));
            write(); // C-11: the answer does not wait for watchers
            host.changed();
          });
    }

    @Override
    public void onClosed(String reason) {
      attempt.later(
          () -> {
            stream = null;
            paused = false;
            boolean answered = opened && session.onStreamClosed(loop.now());
            host.event(new ClientEvent.Closed(server, method.onlyType(), answered, reason));
            attempts.lost();
            if (!answered) {
              host.failed(reason);
            }
            host.changed();
          });
    }
  }
}
