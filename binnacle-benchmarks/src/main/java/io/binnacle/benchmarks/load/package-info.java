/**
 * A client that is not the bottleneck: HTTP/2 frames by hand, responses scanned instead of parsed.
 *
 * <p>Read {@link io.binnacle.benchmarks.load.LoadClient} first.
 */
@NullMarked
package io.binnacle.benchmarks.load;

import org.jspecify.annotations.NullMarked;
