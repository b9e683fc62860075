/**
 * The bench: what a push costs our server, others, and a floor that only writes bytes.
 *
 * <p>Read {@link io.binnacle.benchmarks.Scenario} first, then {@link io.binnacle.benchmarks.Main},
 * which starts one process per server of {@code server}, connects the client of {@code load} to
 * each, and has them push in turn. It is a program that prints ratios, not a test.
 */
@NullMarked
package io.binnacle.benchmarks;

import org.jspecify.annotations.NullMarked;
