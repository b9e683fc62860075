package io.binnacle.core.server;

import io.binnacle.core.resource.ResourceType;
import java.util.List;
import java.util.Set;

/**
 * Independent facts about one request, from which metrics, logs, status and audit derive.
 *
 * @param type the type that it is about
 * @param firstOfStream whether it is the first request of the stream: its node counts (N-1)
 * @param firstOfType whether it is the first request of its type on the stream
 * @param answer what it says about an earlier response
 * @param added names and globs that it newly names; {@code *} when the wildcard began
 * @param removed names and globs that are no longer subscribed; {@code *} when the wildcard ended
 * @param malformed names that are no legal xdstp names
 * @param otherNodeId whether it carries a node id that is not that of the stream (N-2)
 * @param withoutTypeUrl whether its type was told by the nonce alone (T-3)
 * @param envoyWildcardKept whether W-7 kept a wildcard; the advice is to use delta
 */
public record RequestFacts(
    ResourceType type,
    boolean firstOfStream,
    boolean firstOfType,
    Answer answer,
    Set<String> added,
    Set<String> removed,
    List<String> malformed,
    boolean otherNodeId,
    boolean withoutTypeUrl,
    boolean envoyWildcardKept) {}
