/**
 * Threads of the server: {@link io.binnacle.server.internal.threads.Loop} is an event loop as its
 * users see it, whether it belongs to a transport or is a {@link
 * io.binnacle.server.internal.threads.ThreadLoop} of our own; {@link
 * io.binnacle.server.internal.threads.OwnThreads} makes the threads beside the loops. Not for
 * applications.
 */
@NullMarked
package io.binnacle.server.internal.threads;

import org.jspecify.annotations.NullMarked;
