/** The server's metrics (M-1). Read {@link io.binnacle.server.metrics.ServerMetrics}. */
@NullMarked
package io.binnacle.server.metrics;

import org.jspecify.annotations.NullMarked;
