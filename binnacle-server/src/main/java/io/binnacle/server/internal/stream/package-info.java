/**
 * One discovery stream between a transport and a session. Not for applications.
 *
 * <p>Read {@code StreamDriver} first: it owns a {@link
 * io.binnacle.core.server.internal.session.ServerSession} and moves messages between it and a
 * {@link io.binnacle.server.internal.stream.StreamIo}, on one {@link
 * io.binnacle.server.internal.threads.Loop}. {@link io.binnacle.server.internal.stream.StreamHub}
 * is all streams of a server, {@code LoopStreams} those of one loop, and {@code NodeService} what a
 * stream's node is served.
 */
@NullMarked
package io.binnacle.server.internal.stream;

import org.jspecify.annotations.NullMarked;
