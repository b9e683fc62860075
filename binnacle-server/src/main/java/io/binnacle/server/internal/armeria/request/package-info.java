/**
 * Requests of gRPC calls, from bytes to messages. {@code RequestFrames} cuts them out of a body,
 * {@code RequestMessages} makes messages of them. Two scanners save most of the parser's work:
 * {@code AckScanner} reads plain ACKs by itself, {@code RequestScanner} takes listed versions and
 * the extensions of the node out of a request before it is parsed. What every connection repeats,
 * type URLs and nodes, is made once ({@code KnownNames}, {@code KnownNodes}).
 */
@NullMarked
package io.binnacle.server.internal.armeria.request;

import org.jspecify.annotations.NullMarked;
