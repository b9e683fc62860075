package io.binnacle.client;

import java.util.concurrent.CompletionStage;

/** A {@link Watcher} that takes longer: an event is taken when the stage is complete (C-11). */
@FunctionalInterface
public interface AsyncWatcher<T> {

  /** Takes an event; the next one comes when the stage is complete, however it ends. */
  CompletionStage<?> onEvent(ResourceEvent<T> event);
}
