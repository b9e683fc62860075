/**
 * What a discovery port reports about itself: health and reflection, the standard services of gRPC.
 *
 * <p>Read {@link io.binnacle.server.reflection.DiscoveryHealth} and {@link
 * io.binnacle.server.reflection.DiscoveryReflection}; {@link
 * io.binnacle.server.reflection.DiscoveryFiles} is where their descriptors come from.
 */
@NullMarked
package io.binnacle.server.reflection;

import org.jspecify.annotations.NullMarked;
