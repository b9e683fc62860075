package io.binnacle.client.internal.drive;

import io.binnacle.core.resource.ResourceType;
import java.util.List;

/** Stands for a type that a source cannot serve: its watches fail with the reason. */
public final class NoFeed implements Feed {

  private final FeedHost host;
  private final ResourceType type;
  private final String reason;

  public NoFeed(FeedHost host, ResourceType type, String reason) {
    this.host = host;
    this.type = type;
    this.reason = reason;
  }

  @Override
  public void flush() {
    if (host.cache().lacksSomething(type)) {
      host.cache().onUnavailable(List.of(type), reason);
    }
  }

  @Override
  public void resume() {}

  @Override
  public void pause() {}

  @Override
  public long nextDeadline() {
    return Long.MAX_VALUE;
  }

  @Override
  public void onTime() {}

  @Override
  public void close() {}
}
