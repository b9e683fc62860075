package io.binnacle.core.server.internal.session;

/**
 * How much a session remembers for its client, so that a driver can bound it (B-3). Not counted is
 * what all clients share, as the resources themselves.
 *
 * @param types that the client asked for
 * @param names that it asked for, listed as held, or was told of and has not answered yet
 * @param characters in the names that it asked for
 */
public record Footprint(int types, long names, long characters) {}
