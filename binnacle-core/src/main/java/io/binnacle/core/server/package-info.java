/**
 * The server's side of the protocol as pure state machines: requests, views and time go in,
 * responses come out. No thread, clock, socket or log in here; each session has one owner thread.
 *
 * <p>Read {@link io.binnacle.core.server.ServerSession} (one stream), then {@code SotwTypeSession}
 * and {@code DeltaTypeSession} (one type on one stream), then what they stand on: {@code
 * Subscription} (rules W), {@code Outstanding} (responses that are not answered yet), {@code Debts}
 * (what must be sent beside the changes of the view).
 */
@NullMarked
package io.binnacle.core.server;

import org.jspecify.annotations.NullMarked;
