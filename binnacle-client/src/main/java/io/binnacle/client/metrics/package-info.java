/** Metrics of a client with gRPC's names (M-2). The only package that needs Micrometer. */
@NullMarked
package io.binnacle.client.metrics;

import org.jspecify.annotations.NullMarked;
