package io.binnacle.client;

/** The handle to end a watch. Safe for all threads. */
public interface Subscription extends AutoCloseable {

  /**
   * Ends the watch: at most an event that is being told now still comes. The last watch of a
   * resource ends its subscription at the server (C-12). Does nothing the second time.
   */
  @Override
  void close();
}
