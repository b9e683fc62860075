/** Metrics of the program as a whole; those of streams are in the server (M-1). */
@NullMarked
package io.binnacle.app.metrics;

import org.jspecify.annotations.NullMarked;
