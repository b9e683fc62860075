package io.binnacle.client.event;

/**
 * Hears all that happens between a client and its servers. Called on the client's own thread, so it
 * must be quick and must not wait; what it throws is logged.
 */
@FunctionalInterface
public interface ClientListener {

  void onEvent(ClientEvent event);
}
