package io.binnacle.server.stream;

/**
 * Is notified of what happens on streams. Called on the event loops, by several threads at a time
 * for different streams: it must be quick and must not block. What it throws is logged and harms no
 * stream (B-6).
 */
@FunctionalInterface
public interface StreamListener {

  /** Something happened; for one stream in order. */
  void onEvent(StreamEvent event);
}
