package io.binnacle.client.rest;

import io.binnacle.client.content.ResponseReader;
import io.binnacle.client.content.UnreadableException;
import io.binnacle.client.drive.Backoff;
import io.binnacle.client.drive.Feed;
import io.binnacle.client.drive.FeedHost;
import io.binnacle.client.drive.Loop;
import io.binnacle.client.event.ClientEvent;
import io.binnacle.core.client.PollingClientSession;
import io.binnacle.core.client.ResponseFacts;
import io.binnacle.core.method.FetchMethod;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryResponse;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Polls a server for one type: one poll at a time, the next one after the delay, or after the
 * backoff when it failed (C-9). A poll that is held open is ended when names change.
 */
public final class RestFeed implements Feed {

  private static final int OK = 200;
  private static final int NOT_MODIFIED = 304;
  private static final int MOST_SHOWN = 200;

  private final PollTransport transport;
  private final FetchMethod method;
  private final PollingClientSession session;
  private final ResponseReader reader;
  private final Backoff backoff;
  private final FeedHost host;
  private final Loop loop;

  /** The poll that is under way; null for none. */
  private @Nullable CompletableFuture<HttpResponse<byte[]>> poll;

  /** Cancels the wait for the next poll; null while nothing is waited for. */
  private @Nullable Runnable waiting;

  private boolean paused;
  private boolean closed;

  public RestFeed(
      PollTransport transport,
      FetchMethod method,
      PollingClientSession session,
      ResponseReader reader,
      Backoff backoff,
      FeedHost host) {
    this.transport = transport;
    this.method = method;
    this.session = session;
    this.reader = reader;
    this.backoff = backoff;
    this.host = host;
    this.loop = host.loop();
  }

  @Override
  public void flush() {
    if (session.wantsPoll()) {
      stopWaiting();
      if (poll != null) {
        poll.cancel(true);
        poll = null;
      }
    }
    begin();
  }

  private void begin() {
    if (closed || paused || poll != null || waiting != null) {
      return;
    }
    DiscoveryRequest request = session.request(loop.now());
    if (request == null) {
      return; // nothing of the type is watched
    }
    CompletableFuture<HttpResponse<byte[]>> begun = transport.poll(method.restPath(), request);
    poll = begun;
    host.event(new ClientEvent.Requested(name(), request));
    begun.whenComplete(
        (answer, failure) ->
            loop.execute(
                () -> {
                  if (poll == begun) {
                    poll = null;
                    ended(answer, failure);
                    host.changed();
                  }
                }));
  }

  private void ended(@Nullable HttpResponse<byte[]> answer, @Nullable Throwable failure) {
    if (answer == null) {
      failed(String.valueOf(failure));
    } else if (answer.statusCode() == NOT_MODIFIED) {
      session.onUnchanged(loop.now());
      answered();
    } else if (answer.statusCode() == OK) {
      read(answer.body());
    } else {
      String text = new String(answer.body(), StandardCharsets.UTF_8);
      String shown = text.length() > MOST_SHOWN ? text.substring(0, MOST_SHOWN) + "…" : text;
      failed("HTTP status " + answer.statusCode() + (shown.isBlank() ? "" : ": " + shown));
    }
  }

  private void read(byte[] body) {
    try {
      DiscoveryResponse response =
          reader.read(
              "answer.json",
              body,
              problem -> host.event(new ClientEvent.Unreadable(name(), method.type(), problem)));
      ResponseFacts facts = session.onAnswer(response, loop.now());
      host.event(new ClientEvent.Responded(name(), response, facts));
      answered();
    } catch (UnreadableException e) {
      host.event(new ClientEvent.Unreadable(name(), method.type(), e.reason()));
      failed("an answer that cannot be read: " + e.reason());
    }
  }

  private void answered() {
    backoff.reset();
    host.answered();
    pollAfter(transport.source().refreshDelay().toNanos());
  }

  private void failed(String reason) {
    session.onFailed(loop.now());
    host.event(new ClientEvent.Closed(name(), method.type(), false, reason));
    pollAfter(backoff.next());
    host.failed(reason);
  }

  private void pollAfter(long nanos) {
    waiting =
        loop.schedule(
            () -> {
              waiting = null;
              begin();
            },
            nanos);
  }

  private void stopWaiting() {
    if (waiting != null) {
      waiting.run();
      waiting = null;
    }
  }

  private String name() {
    return transport.source().name();
  }

  @Override
  public void resume() {
    paused = false;
    begin();
  }

  @Override
  public void pause() {
    paused = true;
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
    closed = true;
    stopWaiting();
    if (poll != null) {
      poll.cancel(true);
      poll = null;
    }
    session.close();
  }
}
