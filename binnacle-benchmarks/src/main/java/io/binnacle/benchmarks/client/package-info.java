/**
 * Clients that follow many resources, each in a process of its own that is told what to do on its
 * standard input: {@link io.binnacle.benchmarks.client.ClientControl} and behind it one of the
 * {@link io.binnacle.benchmarks.client.MeasuredClient}s. {@link
 * io.binnacle.benchmarks.client.ClientRun} has them follow the same server in turn.
 */
@NullMarked
package io.binnacle.benchmarks.client;

import org.jspecify.annotations.NullMarked;
