package io.binnacle.core.server;

import io.binnacle.core.resource.ResourceType;
import java.util.Map;
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
 * @param isolated name to the client's text of each resource that it refused alone and that waits
 *     for its own change, in the order of names (S-19)
 * @param isolating number of refused changes that are still to be told apart (S-19)
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
    Answer.@Nullable Nack nack,
    Map<String, String> isolated,
    int isolating) {

  /** How it stood when its stream ended. */
  public TypeStatus disconnected() {
    return new TypeStatus(
        type,
        SyncState.DISCONNECTED,
        wildcard,
        names,
        sentVersion,
        ackedVersion,
        nonce,
        open,
        nack,
        isolated,
        isolating);
  }
}
