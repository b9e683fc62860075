/**
 * Discovery streams, polls and Fetch on Armeria. Not for applications: those set {@code
 * io.binnacle.server.armeria.TransportOptions}.
 *
 * <p>Read {@link io.binnacle.server.internal.armeria.XdsTransport} first: it puts every method of
 * table T on an Armeria server. {@code XdsStreamService} opens a stream, {@code ArmeriaStream} is
 * one, and {@code SharedBuffers} holds the bytes that many of them write at once (B-2). {@code
 * RestService} takes polls, {@code RestPoll} is one. Package {@code request} reads gRPC requests.
 */
@NullMarked
package io.binnacle.server.internal.armeria;

import org.jspecify.annotations.NullMarked;
