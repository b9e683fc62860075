/**
 * How the clients stand, for people.
 *
 * <p>Read {@link io.binnacle.server.status.ServerStatus} first: it shows streams by node and group
 * (ST-1). {@link io.binnacle.server.status.StreamLog} writes the event feed to the log (M-4).
 */
@NullMarked
package io.binnacle.server.status;

import org.jspecify.annotations.NullMarked;
