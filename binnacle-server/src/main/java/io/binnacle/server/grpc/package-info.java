/**
 * The discovery services for an application's own grpc-java server.
 *
 * <p>Read {@link io.binnacle.server.grpc.GrpcDiscovery} first. The same drivers as in the
 * standalone server run on a few loops of our own, since a grpc-java call has no thread of its own
 * to stay on.
 */
@NullMarked
package io.binnacle.server.grpc;

import org.jspecify.annotations.NullMarked;
