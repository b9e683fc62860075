/**
 * Streams of discovery to one server: the port that the drivers speak to, and gRPC behind it. Calls
 * carry messages of the protocol; they know nothing of subscriptions.
 */
@NullMarked
package io.binnacle.client.internal.transport;

import org.jspecify.annotations.NullMarked;
