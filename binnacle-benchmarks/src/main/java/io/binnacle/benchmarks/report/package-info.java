/** Medians, spreads and ratios of what was measured, as Markdown and JSON. */
@NullMarked
package io.binnacle.benchmarks.report;

import org.jspecify.annotations.NullMarked;
