package io.binnacle.client;

/**
 * Is told about what it watches, one event after the other, on the client's thread for watchers or
 * on the executor that the client was built with. An event is taken when the method returns; while
 * it is not, no further response is read from the server (C-11), so a slow watcher slows the server
 * and nothing piles up. What it throws is logged.
 */
@FunctionalInterface
public interface Watcher<T> {

  void onEvent(ResourceEvent<T> event);
}
