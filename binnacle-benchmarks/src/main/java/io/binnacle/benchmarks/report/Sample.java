package io.binnacle.benchmarks.report;

/**
 * One push.
 *
 * @param wallNanos from the command to push until the last ACK is with its socket
 * @param cpuNanos CPU time of the server's process until it is calm again
 * @param allocatedBytes what the server allocated meanwhile
 * @param clientCpuNanos CPU time of the load client
 */
public record Sample(long wallNanos, long cpuNanos, long allocatedBytes, long clientCpuNanos) {}
