package io.binnacle.core.server;

import io.binnacle.core.resource.ResourceType;
import org.jspecify.annotations.Nullable;

/**
 * How one type stands on one stream, for people (ST-1).
 *
 * @param wildcard whether the client asked for everything of the type
 * @param names number of names and globs that it asked for explicitly
 * @param sentVersion version of the last response; empty when there was none
 * @param ackedVersion version of the last response that was accepted; empty when there was none
 * @param nonce nonce of the last response; empty when there was none
 * @param open responses that are not answered yet
 * @param nack the refusal that still stands, or null
 */
public record TypeStatus(
    ResourceType type,
    SyncState state,
    boolean wildcard,
    int names,
    String sentVersion,
    String ackedVersion,
    String nonce,
    int open,
    Answer.@Nullable Nack nack) {}
