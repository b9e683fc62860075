/**
 * One discovery stream between a transport and a session.
 *
 * <p>Read {@code StreamDriver} first: it owns a {@link io.binnacle.core.server.ServerSession} and
 * moves messages between it and a {@link io.binnacle.server.stream.StreamIo}, on one {@link
 * io.binnacle.server.stream.Loop}. {@link io.binnacle.server.stream.StreamEvent} is the feed from
 * which logs, metrics and status derive.
 */
@NullMarked
package io.binnacle.server.stream;

import org.jspecify.annotations.NullMarked;
