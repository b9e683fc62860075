/**
 * What a server reports of its streams: {@link io.binnacle.server.stream.StreamEvent} is the feed
 * from which logs, metrics and status derive, {@link io.binnacle.server.stream.StreamSnapshot} how
 * one stream stands. {@link io.binnacle.server.stream.StreamLimits} is what streams may cost.
 */
@NullMarked
package io.binnacle.server.stream;

import org.jspecify.annotations.NullMarked;
