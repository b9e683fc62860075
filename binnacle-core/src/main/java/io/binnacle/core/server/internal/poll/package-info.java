/**
 * Polls over REST-JSON and unary Fetch (rules P): a poll has no stream, so {@code Poll} answers
 * each from the view alone, and {@code PollLedger} remembers for people what the client made of it.
 *
 * <p>Uses: subscribe, wire, {@code core.server}.
 */
@NullMarked
package io.binnacle.core.server.internal.poll;

import org.jspecify.annotations.NullMarked;
