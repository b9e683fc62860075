/**
 * Load on a management server: many simulated clients, each a real session of the client library,
 * and what they saw. {@link io.binnacle.app.load.LoadRun} is the door; {@link
 * io.binnacle.app.load.SimulatedClient} is one client, {@link io.binnacle.app.load.SimulatedStream}
 * one of its streams.
 *
 * <p>Clients share connections and a thread for each processor. What is counted ({@link
 * io.binnacle.app.load.Tally}) is bounded, however long a run is.
 */
@NullMarked
package io.binnacle.app.load;

import org.jspecify.annotations.NullMarked;
