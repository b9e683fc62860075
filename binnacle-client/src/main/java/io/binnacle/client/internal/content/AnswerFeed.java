package io.binnacle.client.internal.content;

import io.binnacle.client.event.ClientEvent;
import io.binnacle.client.internal.drive.Feed;
import io.binnacle.client.internal.drive.FeedHost;
import io.binnacle.client.internal.drive.Loop;
import io.binnacle.core.client.ResponseFacts;
import io.binnacle.core.client.internal.session.PollingClientSession;
import io.binnacle.core.resource.ResourceType;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryResponse;
import org.jspecify.annotations.Nullable;

/**
 * Feeds a cache with one type from whole answers: polls and files. It reads an answer, gives it to
 * the session, and says what became of it; how answers come is left to each source. Owned by the
 * loop.
 */
public abstract class AnswerFeed implements Feed {

  protected final FeedHost host;
  protected final Loop loop;
  protected final PollingClientSession session;
  protected final ResourceType type;
  private final String source;
  private final ResponseReader reader;
  private boolean paused;
  private boolean closed;

  /**
   * A feed that has no answer yet; the session is closed with it.
   *
   * @param source its name, in events
   */
  protected AnswerFeed(
      String source,
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

  /** An answer may be taken now. */
  protected abstract void readOn();

  /** Ends what was begun at the source. */
  protected abstract void end();

  /** Whether an answer may be taken: the watchers are not behind (C-11), and nobody closed this. */
  protected final boolean mayRead() {
    return !paused && !closed;
  }

  protected final boolean isClosed() {
    return closed;
  }

  /**
   * Takes an answer.
   *
   * @param name with an ending that tells the form
   * @return why it cannot be read, and nothing of it was used; null when it was taken
   */
  protected final @Nullable String take(String name, byte[] bytes) {
    try {
      DiscoveryResponse response = reader.read(name, bytes, this::unreadable);
      ResponseFacts facts = session.onAnswer(response, loop.now());
      host.event(new ClientEvent.Responded(source, response, facts));
      host.answered();
      return null;
    } catch (UnreadableException e) {
      unreadable(e.reason());
      return e.reason();
    }
  }

  /** Something of what came, or all of it, cannot be read. */
  protected final void unreadable(String problem) {
    host.event(new ClientEvent.Unreadable(source, type, problem));
  }

  @Override
  public final void pause() {
    paused = true;
  }

  @Override
  public final void resume() {
    paused = false;
    if (!closed) {
      readOn();
    }
  }

  @Override
  public final long nextDeadline() {
    return session.nextDeadline();
  }

  @Override
  public final void onTime() {
    session.onTime(loop.now());
  }

  @Override
  public final void close() {
    closed = true;
    end();
    session.close();
  }
}
