package io.binnacle.client.files;

import io.binnacle.client.config.FileSource;
import io.binnacle.client.content.ResponseReader;
import io.binnacle.client.content.UnreadableException;
import io.binnacle.client.drive.Feed;
import io.binnacle.client.drive.FeedHost;
import io.binnacle.client.drive.Loop;
import io.binnacle.client.event.ClientEvent;
import io.binnacle.core.client.PollingClientSession;
import io.binnacle.core.client.ResponseFacts;
import io.binnacle.core.resource.ResourceType;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryResponse;
import org.jspecify.annotations.Nullable;

/**
 * Feeds a cache with one type from a file. A file that cannot be read, or that holds a resource
 * which cannot be used, is told, and what was good stays in use (F-1).
 */
public final class FileFeed implements Feed {

  private final FileSource source;
  private final ResourceType type;
  private final PollingClientSession session;
  private final ResponseReader reader;
  private final FeedHost host;
  private final Loop loop;
  private @Nullable FollowedFile file;

  /** The newest content, while watchers are behind; null for none. */
  private byte @Nullable [] unread;

  /** What was taken last; null for none. */
  private byte @Nullable [] last;

  private boolean paused;
  private boolean closed;

  public FileFeed(
      FileSource source,
      ResourceType type,
      PollingClientSession session,
      ResponseReader reader,
      FeedHost host) {
    this.source = source;
    this.type = type;
    this.session = session;
    this.reader = reader;
    this.host = host;
    this.loop = host.loop();
  }

  @Override
  public void flush() {
    if (closed) {
      return;
    }
    if (session.wantsPoll()) {
      session.request(loop.now()); // from now on the new names are waited for (C-7)
      if (unread == null) {
        unread = last; // and the file may have held them all the time
      }
    }
    if (file == null) {
      file =
          new FollowedFile(
              source,
              new FollowedFile.Reader() {
                @Override
                public void onContent(byte[] bytes) {
                  loop.execute(() -> content(bytes));
                }

                @Override
                public void onProblem(String message) {
                  loop.execute(() -> problem(message));
                }
              });
    }
  }

  private void content(byte[] bytes) {
    unread = bytes;
    if (!paused) {
      resume();
    }
  }

  private void problem(String message) {
    if (!closed) {
      host.event(new ClientEvent.Unreadable(source.name(), type, message));
      host.failed(message);
      host.changed();
    }
  }

  @Override
  public void resume() {
    paused = false;
    byte[] bytes = unread;
    unread = null;
    if (bytes == null || closed) {
      return;
    }
    try {
      DiscoveryResponse response =
          reader.read(
              source.path().toString(),
              bytes,
              trouble -> host.event(new ClientEvent.Unreadable(source.name(), type, trouble)));
      ResponseFacts facts = session.onAnswer(response, loop.now());
      last = bytes;
      host.event(new ClientEvent.Responded(source.name(), response, facts));
      host.answered();
      host.changed();
    } catch (UnreadableException e) {
      problem(e.reason());
    }
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
    if (file != null) {
      file.close();
    }
    session.close();
  }
}
