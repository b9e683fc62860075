package io.binnacle.core.server.internal.order;

import io.binnacle.core.server.OrderOptions;

/**
 * What all parts of one decision of the {@link AdsSequencer} have in common.
 *
 * @param client what is known of the client now
 * @param options how long things may wait (O-4)
 * @param holds where it is written down what waits
 * @param now nanoseconds of the driver's clock
 */
record Decision(ClientState client, OrderOptions options, Holds holds, long now) {}
