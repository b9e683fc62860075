package io.binnacle.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** What a watcher was told. */
final class Seen<T> implements Watcher<T> {

  private static final long PATIENCE_SECONDS = 20;

  private final BlockingQueue<ResourceEvent<T>> events = new LinkedBlockingQueue<>();

  @Override
  public void onEvent(ResourceEvent<T> event) {
    events.add(event);
  }

  /** The next event, when it comes. */
  ResourceEvent<T> next() {
    try {
      ResourceEvent<T> event = events.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
      assertThat(event).as("no event within " + PATIENCE_SECONDS + " s").isNotNull();
      return event;
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** The next event, which is content. */
  T value() {
    return updated().value();
  }

  /** The next event, which is content. */
  ResourceEvent.Updated<T> updated() {
    ResourceEvent<T> event = next();
    assertThat(event).isInstanceOf(ResourceEvent.Updated.class);
    return (ResourceEvent.Updated<T>) event;
  }

  /** Whether nothing was told that was not looked at. */
  boolean isEmpty() {
    return events.isEmpty();
  }
}
