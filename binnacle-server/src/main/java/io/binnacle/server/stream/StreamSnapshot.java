package io.binnacle.server.stream;

import io.binnacle.core.server.TypeStatus;
import java.util.List;

/**
 * How one open stream stands (ST-1).
 *
 * @param heldReason why its node is served nothing; empty when it is served
 * @param openNanos how long it has been open
 * @param types its types in push order
 * @param heldBack what waits, so that nothing in use breaks (O)
 */
public record StreamSnapshot(
    StreamInfo stream,
    String heldReason,
    long openNanos,
    List<TypeStatus> types,
    List<HeldChange> heldBack) {}
