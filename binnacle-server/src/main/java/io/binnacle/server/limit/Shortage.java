package io.binnacle.server.limit;

/**
 * Why nothing more is kept for a client.
 *
 * @param kind short word for metrics
 * @param message for the client: what the limit is, and whose
 */
public record Shortage(String kind, String message) {}
