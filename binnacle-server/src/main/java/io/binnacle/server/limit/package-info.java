/**
 * What clients may make this process keep (B-3): memory, streams and connections, for all of them
 * together and for each peer.
 *
 * <p>Read {@link io.binnacle.server.limit.ClientLimits} first, then {@link
 * io.binnacle.server.limit.ClientAccount}, which is asked before anything is kept for a client.
 */
@NullMarked
package io.binnacle.server.limit;

import org.jspecify.annotations.NullMarked;
