package io.binnacle.server.armeria.guard;

/**
 * Is notified of connections that a guard closed, each once. Called on the event loops; must be
 * quick.
 */
@FunctionalInterface
public interface GuardListener {

  void onClosed(GuardReason reason);
}
