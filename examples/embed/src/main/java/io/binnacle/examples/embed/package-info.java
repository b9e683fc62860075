/**
 * A control plane of one's own.
 *
 * <p>Read {@link io.binnacle.examples.embed.FirstUse}, then {@link
 * io.binnacle.examples.embed.Tour}; {@link io.binnacle.examples.embed.Greeter} makes the Envoy
 * messages that both of them serve.
 */
@NullMarked
package io.binnacle.examples.embed;

import org.jspecify.annotations.NullMarked;
