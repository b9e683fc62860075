/**
 * Make before break under load: a route moves to a new cluster and the old one vanishes in the same
 * publish, again and again, while requests go through a real Envoy. Read {@link
 * io.binnacle.benchmarks.swap.SwapRun} first.
 */
@NullMarked
package io.binnacle.benchmarks.swap;

import org.jspecify.annotations.NullMarked;
