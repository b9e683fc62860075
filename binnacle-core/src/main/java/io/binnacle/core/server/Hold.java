package io.binnacle.core.server;

import io.binnacle.core.resource.ResourceType;

/**
 * One change or removal that a stream holds back, so that nothing in use breaks (rules O).
 *
 * @param type type of the resource that waits
 * @param name its canonical name
 * @param removal whether its removal waits; otherwise its new content does
 * @param reason why it waits
 * @param waitsFor the resource that it waits for, {@code CDS blue}; empty when there is none
 * @param since when it began to wait, in nanoseconds of the driver's clock
 * @param until when it goes at the latest; {@link Long#MAX_VALUE} when there is no bound
 */
public record Hold(
    ResourceType type,
    String name,
    boolean removal,
    HoldReason reason,
    String waitsFor,
    long since,
    long until) {}
