/**
 * Guards of one connection: what a peer may make it cost, before there is any stream (B-9).
 *
 * <p>Read {@link io.binnacle.server.armeria.guard.ConnectionGuards} first: it puts them into the
 * pipeline of each connection. {@code FairTurns} lets a connection take turns with those that share
 * its event loop, {@code FrameWatch} counts what comes, {@code UnreadAnswers} bounds what we answer
 * to a peer that does not read, and {@code RequestDeadline} ends what is never finished.
 */
@NullMarked
package io.binnacle.server.armeria.guard;

import org.jspecify.annotations.NullMarked;
