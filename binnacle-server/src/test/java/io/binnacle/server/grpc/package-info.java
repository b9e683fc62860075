/** The services on a real grpc-java server, and gRPC's own xDS client in front of them. */
@NullMarked
package io.binnacle.server.grpc;

import org.jspecify.annotations.NullMarked;
