package io.binnacle.client.internal.rest;

import io.binnacle.client.event.ClientEvent;
import io.binnacle.client.internal.content.AnswerFeed;
import io.binnacle.client.internal.content.ResponseReader;
import io.binnacle.client.internal.drive.Attempts;
import io.binnacle.client.internal.drive.Backoff;
import io.binnacle.client.internal.drive.FeedHost;
import io.binnacle.core.client.internal.session.PollingClientSession;
import io.binnacle.core.method.FetchMethod;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Polls a server for one type: one poll at a time, the next one after the delay, or after the
 * backoff when it failed (C-9). A poll that is held open is ended when names change.
 */
public final class RestFeed extends AnswerFeed {

  private static final int OK = 200;
  private static final int NOT_MODIFIED = 304;
  private static final int MOST_SHOWN = 200;

  private final PollTransport transport;
  private final String path;
  private final Attempts polls;

  public RestFeed(
      PollTransport transport,
      FetchMethod method,
      PollingClientSession session,
      ResponseReader reader,
      Backoff backoff,
      FeedHost host) {
    super(transport.source().name(), method.type(), session, reader, host);
    this.transport = transport;
    this.path = method.restPath();
    this.polls = new Attempts(loop, backoff, this::begin);
  }

  @Override
  public void flush() {
    if (session.wantsPoll()) {
      polls.interrupt();
    }
    begin();
  }

  @Override
  protected void readOn() {
    begin();
  }

  private void begin() {
    if (!mayRead() || !polls.mayBegin()) {
      return;
    }
    DiscoveryRequest request = session.request(loop.now());
    if (request == null) {
      return; // nothing of the type is watched
    }
    CompletableFuture<HttpResponse<byte[]>> sent = transport.poll(path, request);
    Attempts.Attempt poll = polls.begin(() -> sent.cancel(true));
    host.event(new ClientEvent.Requested(transport.source().name(), request));
    sent.whenComplete(
        (answer, failure) ->
            poll.later(
                () -> {
                  ended(answer, failure);
                  host.changed();
                }));
  }

  private void ended(@Nullable HttpResponse<byte[]> answer, @Nullable Throwable failure) {
    if (answer == null) {
      failed(String.valueOf(failure));
    } else if (answer.statusCode() == NOT_MODIFIED) {
      session.onUnchanged(loop.now());
      host.answered();
      answered();
    } else if (answer.statusCode() == OK) {
      String problem = take("answer.json", answer.body());
      if (problem == null) {
        answered();
      } else {
        failed("an answer that cannot be read: " + problem);
      }
    } else {
      String text = new String(answer.body(), StandardCharsets.UTF_8);
      String shown = text.length() > MOST_SHOWN ? text.substring(0, MOST_SHOWN) + "…" : text;
      failed("HTTP status " + answer.statusCode() + (shown.isBlank() ? "" : ": " + shown));
    }
  }

  private void answered() {
    polls.answered();
    polls.done(transport.source().refreshDelay().toNanos());
  }

  private void failed(String reason) {
    session.onFailed(loop.now());
    host.event(new ClientEvent.Closed(transport.source().name(), type, false, reason));
    polls.lost();
    host.failed(reason);
  }

  @Override
  protected void end() {
    polls.close();
  }
}
