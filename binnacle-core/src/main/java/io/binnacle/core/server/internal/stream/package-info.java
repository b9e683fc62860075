/**
 * What all types of one stream have in common: who the client is, the options, and the ports that
 * the driver gave. {@code SharedViews} is the work on views that is done once for all streams.
 *
 * <p>Uses: {@code core.server}.
 */
@NullMarked
package io.binnacle.core.server.internal.stream;

import org.jspecify.annotations.NullMarked;
