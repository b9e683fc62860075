package io.binnacle.client.internal.files;

import io.binnacle.client.config.FileSource;
import io.binnacle.client.internal.content.AnswerFeed;
import io.binnacle.client.internal.content.ResponseReader;
import io.binnacle.client.internal.drive.FeedHost;
import io.binnacle.core.client.internal.session.PollingClientSession;
import io.binnacle.core.resource.ResourceType;
import org.jspecify.annotations.Nullable;

/**
 * Feeds a cache with one type from a file. A file that cannot be read, or that holds a resource
 * which cannot be used, is told, and what was good stays in use (F-1).
 */
public final class FileFeed extends AnswerFeed implements FollowedFile.Reader {

  private final FileSource source;
  private @Nullable FollowedFile file;

  /** The newest content, while watchers are behind; null for none. */
  private byte @Nullable [] unread;

  /** What was taken last; null for none. */
  private byte @Nullable [] last;

  public FileFeed(
      FileSource source,
      ResourceType type,
      PollingClientSession session,
      ResponseReader reader,
      FeedHost host) {
    super(source.name(), type, session, reader, host);
    this.source = source;
  }

  @Override
  public void flush() {
    if (isClosed()) {
      return;
    }
    if (session.wantsPoll()) {
      session.request(loop.now()); // from now on the new names are waited for (C-7)
      if (unread == null) {
        unread = last; // and the file may have held them all the time
      }
    }
    if (file == null) {
      file = new FollowedFile(source, this);
    }
  }

  /** On the thread of the file. */
  @Override
  public void onContent(byte[] bytes) {
    loop.execute(
        () -> {
          unread = bytes;
          if (mayRead()) {
            readOn();
          }
        });
  }

  /** On the thread of the file. */
  @Override
  public void onProblem(String message) {
    loop.execute(
        () -> {
          if (!isClosed()) {
            unreadable(message);
            failed(message);
          }
        });
  }

  private void failed(String problem) {
    host.failed(problem);
    host.changed();
  }

  @Override
  protected void readOn() {
    byte[] bytes = unread;
    unread = null;
    if (bytes == null) {
      return;
    }
    String problem = take(source.path().toString(), bytes);
    if (problem == null) {
      last = bytes;
      host.changed();
    } else {
      failed(problem);
    }
  }

  @Override
  protected void end() {
    if (file != null) {
      file.close();
    }
  }
}
