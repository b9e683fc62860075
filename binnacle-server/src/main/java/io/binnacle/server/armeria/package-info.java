/**
 * Discovery streams over gRPC, on Armeria.
 *
 * <p>Read {@link io.binnacle.server.armeria.XdsTransport} first: it puts every streaming method of
 * table T on an Armeria server. {@code XdsStreamService} opens a stream, {@code ArmeriaStream} is
 * one, and {@code SharedBuffers} holds the bytes that many of them write at once (B-2).
 */
@NullMarked
package io.binnacle.server.armeria;

import org.jspecify.annotations.NullMarked;
